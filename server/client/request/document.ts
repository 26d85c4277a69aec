import { UsageError } from '../errors.js';
import { fileSystem } from './runtime.js';

export type ByteStream = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/**
 * A document: a path (or `file:` URL), a Blob or File, bytes, a stream, or a function that opens one. Nothing is held whole but what is given
 * whole. A stream can be sent once only; a function can be called again where a call is tried again.
 */
export type DocumentInput = string | URL | Blob | Uint8Array | ArrayBuffer | ByteStream | (() => ByteStream | Promise<ByteStream>);

export interface SendableDocument {
  readonly name: string;
  /** In bytes, where it is known before it is read. */
  readonly size?: number;
  /** Whether `open` may be called again. */
  readonly repeatable: boolean;
  open(): AsyncIterable<Uint8Array>;
  /** The document as a Blob, where it is held by the runtime or whole anyway. */
  blob?(): Blob;
}

/** @throws UsageError where it is nothing that can be read, or the file is not there */
export async function documentOf(input: DocumentInput, name: string | undefined): Promise<SendableDocument> {
  if (typeof input === 'string' || input instanceof URL) return ofPath(input, name);
  if (input instanceof Blob) return ofBlob(input, name);
  if (input instanceof Uint8Array || input instanceof ArrayBuffer) return ofBytes(new Uint8Array(asBuffer(input)), name);
  if (typeof input === 'function') return { name: name ?? unnamed, repeatable: true, open: () => opened(input) };
  if (isStream(input)) return { name: name ?? unnamed, repeatable: false, open: () => chunksOf(input) };
  throw new UsageError('The document must be a path, a Blob, bytes, a stream, or a function that opens a stream');
}

const unnamed = 'document';

/** A view of the bytes, not a copy. */
const asBuffer = (bytes: Uint8Array | ArrayBuffer): Uint8Array<ArrayBuffer> =>
  bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : (bytes as Uint8Array<ArrayBuffer>);

async function ofPath(path: string | URL, name: string | undefined): Promise<SendableDocument> {
  const files = fileSystem();
  if (!files) throw new UsageError('There are no paths where this runs: give the document as a Blob, bytes or a stream');
  const found = await files.promises.stat(path).catch((cause: unknown) => {
    throw new UsageError(`The document ${path} cannot be read: ${codeOf(cause)}`, { cause });
  });
  if (found.isDirectory()) throw new UsageError(`The document ${path} is a folder: give each of its files`);
  const base = String(path).split(/[\\/]/).at(-1) || unnamed;
  return {
    name: name ?? (path instanceof URL ? decodeURIComponent(base) : base),
    size: found.size,
    repeatable: true,
    open: () => files.createReadStream(path),
  };
}

const codeOf = (cause: unknown): string => (cause instanceof Error && 'code' in cause ? String(cause.code) : 'its path cannot be opened');

const ofBlob = (blob: Blob, name: string | undefined): SendableDocument => ({
  name: name ?? ('name' in blob && typeof blob.name === 'string' && blob.name !== '' ? blob.name : unnamed),
  size: blob.size,
  repeatable: true,
  open: () => chunksOf(blob.stream()),
  blob: () => blob,
});

const pieceBytes = 262_144;

const ofBytes = (bytes: Uint8Array<ArrayBuffer>, name: string | undefined): SendableDocument => ({
  name: name ?? unnamed,
  size: bytes.length,
  repeatable: true,
  async *open() {
    for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
  },
  blob: () => new Blob([bytes]),
});

const isStream = (input: unknown): input is ByteStream =>
  typeof input === 'object' && input !== null && ('getReader' in input || Symbol.asyncIterator in input);

async function* opened(open: () => ByteStream | Promise<ByteStream>): AsyncGenerator<Uint8Array> {
  yield* chunksOf(await open());
}

/** Reads either kind of stream. Ending early ends the stream as well. */
async function* chunksOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  for await (const chunk of 'getReader' in stream ? readerOf(stream) : stream) {
    if (!(chunk instanceof Uint8Array)) throw new UsageError('The stream of the document must give bytes (Uint8Array), not text');
    yield chunk;
  }
}

/** Not every runtime iterates its streams. */
async function* readerOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let complete = false;
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    complete = true;
  } finally {
    if (!complete) await reader.cancel().catch(() => undefined);
  }
}
