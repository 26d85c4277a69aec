import type { SendableDocument } from './document.js';
import { isBrowser } from './runtime.js';

/** What a form says: texts, and documents under the names of their fields. */
export interface FormContent {
  readonly texts: Readonly<Record<string, string>>;
  readonly documents: readonly FormDocument[];
}

export interface FormDocument {
  readonly field: string;
  readonly document: SendableDocument;
}

/** A form that is written while it is sent. */
export interface SentForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
  /** Whether a document was begun that cannot be read a second time. */
  spent(): boolean;
  /** What went wrong while a document was read, which is nobody else's fault. */
  broken(): { readonly cause: unknown } | undefined;
  /** Closes the document that was not read to its end. */
  close(): Promise<void>;
}

/** A text of the form, or a document between texts. */
type FormPiece = Uint8Array<ArrayBuffer> | SendableDocument;

/** `multipart/form-data` (RFC 7578) of texts and documents, the documents last. */
export function formOf(content: FormContent): SentForm {
  const boundary = `vouch-${crypto.randomUUID()}`;
  const parts = partsOf(content, boundary);
  const type = `multipart/form-data; boundary=${boundary}`;
  const blobs = parts.map((part) => (part instanceof Uint8Array ? part : part.blob?.()));
  // Browsers stream uploads over HTTP/2 only, and do not read a Blob before they send it.
  if (isBrowser() && blobs.every((blob) => blob !== undefined)) {
    const body = new Blob(blobs, { type });
    return { headers: { 'content-type': type }, body, spent: () => false, broken: () => undefined, close: async () => undefined };
  }
  const length = lengthOf(parts);
  return { headers: { 'content-type': type, ...(length !== undefined && { 'content-length': String(length) }) }, ...streamed(parts) };
}

/** The bytes of all parts together; undefined where a stream does not say its own before it is read. */
const lengthOf = (parts: readonly FormPiece[]): number | undefined =>
  parts.reduce<number | undefined>((sum, part) => {
    const size = part instanceof Uint8Array ? part.length : part.size;
    return sum === undefined || size === undefined ? undefined : sum + size;
  }, 0);

/** A stream that asks for the next piece when the last one was taken, and so holds one at a time. */
function streamed(parts: readonly FormPiece[]): Omit<SentForm, 'headers'> {
  let spent = false;
  let broken: { readonly cause: unknown } | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (const part of parts) {
      if (part instanceof Uint8Array) yield part;
      else yield* read(part);
    }
  }
  async function* read(document: SendableDocument): AsyncGenerator<Uint8Array> {
    spent ||= !document.repeatable;
    try {
      yield* document.open();
    } catch (cause) {
      broken = { cause };
      throw cause;
    }
  }
  const source = pieces();
  const close = async (): Promise<void> => void (await source.return(undefined).catch(() => undefined));
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await source.next();
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: close,
    },
    { highWaterMark: 0 },
  );
  return { body, spent: () => spent, broken: () => broken, close };
}

function partsOf({ texts, documents }: FormContent, boundary: string): readonly FormPiece[] {
  const encoded = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
  const fields = Object.entries(texts).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const files = documents.flatMap(({ field, document }, at): FormPiece[] => {
    const disposition = `Content-Disposition: form-data; name="${field}"; filename="${escapedName(document.name)}"`;
    const head = `${at === 0 ? '' : '\r\n'}--${boundary}\r\n${disposition}\r\nContent-Type: application/octet-stream\r\n\r\n`;
    return [encoded(at === 0 ? `${fields.join('')}${head}` : head), document];
  });
  return [...files, encoded(`\r\n--${boundary}--\r\n`)];
}

/** As browsers escape names of files (HTML Standard, multipart/form-data encoding algorithm). */
export const escapedName = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
