import type { SendableDocument } from './document.js';
import { isBrowser } from './runtime.js';

/** A form that is written while it is sent. */
export interface SentForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Blob | ReadableStream<Uint8Array>;
  /** Whether any of the document was read. */
  begun(): boolean;
  /** What went wrong while the document was read, which is nobody else's fault. */
  broken(): { readonly cause: unknown } | undefined;
  /** Closes the document where it was not read to its end. */
  close(): Promise<void>;
}

/** `multipart/form-data` (RFC 7578) of texts and one document, the document last. */
export function formOf(texts: Readonly<Record<string, string>>, document: SendableDocument): SentForm {
  const boundary = `vouch-${crypto.randomUUID()}`;
  const [head, tail] = [headOf(texts, document.name, boundary), `\r\n--${boundary}--\r\n`].map((text) =>
    new TextEncoder().encode(text),
  ) as [Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>];
  const type = `multipart/form-data; boundary=${boundary}`;
  // Browsers stream uploads over HTTP/2 only, and do not read a Blob before they send it.
  if (isBrowser() && document.blob) {
    const body = new Blob([head, document.blob(), tail], { type });
    return { headers: { 'content-type': type }, body, begun: () => false, broken: () => undefined, close: async () => undefined };
  }
  const length = document.size === undefined ? undefined : String(head.length + document.size + tail.length);
  return {
    headers: { 'content-type': type, ...(length !== undefined && { 'content-length': length }) },
    ...streamed(head, document, tail),
  };
}

/** A stream that asks for the next piece when the last one was taken, and so holds one at a time. */
function streamed(head: Uint8Array, document: SendableDocument, tail: Uint8Array): Omit<SentForm, 'headers'> {
  let begun = false;
  let broken: { readonly cause: unknown } | undefined;
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield head;
    begun = true;
    try {
      yield* document.open();
    } catch (cause) {
      broken = { cause };
      throw cause;
    }
    yield tail;
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
  return { body, begun: () => begun, broken: () => broken, close };
}

function headOf(texts: Readonly<Record<string, string>>, fileName: string, boundary: string): string {
  const fields = Object.entries(texts).map(
    ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${escaped(fileName)}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  return `${fields.join('')}${file}`;
}

/** As browsers escape names of files (HTML Standard, multipart/form-data encoding algorithm). */
const escaped = (name: string): string => name.replaceAll('\n', '%0A').replaceAll('\r', '%0D').replaceAll('"', '%22');
