import type { Duplex } from 'node:stream';
import { deserialize, serialize } from 'node:v8';

/** The longest message that a child may send: the words of 100 full pages take a tenth of it. */
const longestReplyBytes = 128 * 2 ** 20;

interface ConnectionListener {
  message(message: unknown): void;
  /** The connection has ended: the child has closed it, or sent what is no message, or sent while nobody listened. */
  broken(): void;
}

/**
 * The server's end of the connection to a child. Whatever comes over it is untrusted: it becomes plain data or ends the connection, and
 * nothing in Node answers it by itself.
 */
export class Connection {
  readonly #frames: FrameReader;
  #listener: ConnectionListener | undefined;

  constructor(
    private readonly stream: Duplex,
    longestBytes = longestReplyBytes,
  ) {
    this.#frames = new FrameReader(longestBytes);
    stream.on('data', (chunk: Uint8Array) => this.#received(chunk));
    stream.on('error', () => this.#break());
    stream.on('close', () => this.#break());
  }

  /** Tells one listener at a time, and no longer than until it stops listening. */
  listen(listener: ConnectionListener): void {
    this.#listener = listener;
    if (this.stream.destroyed) listener.broken();
  }

  get open(): boolean {
    return !this.stream.destroyed;
  }

  unlisten(): void {
    this.#listener = undefined;
  }

  send(message: unknown): void {
    this.stream.write(frameOf(message));
  }

  close(): void {
    this.stream.destroy();
  }

  #received(chunk: Uint8Array): void {
    try {
      if (!this.#listener) throw new BrokenFrame('a message that nobody waits for');
      for (const message of this.#frames.read(chunk)) this.#tell(message);
    } catch {
      this.close();
    }
  }

  #tell(message: unknown): void {
    if (!this.#listener) throw new BrokenFrame('a message too many');
    this.#listener.message(message);
  }

  #break(): void {
    this.close();
    this.#listener?.broken();
  }
}

/** A frame is the length of its body in four bytes, the highest first, and then the body: a message as V8 serializes it. */
const headerBytes = 4;

/** A message as it is sent. */
export function frameOf(message: unknown): Uint8Array {
  const body = serialize(message);
  const frame = Buffer.allocUnsafe(headerBytes + body.length);
  frame.writeUInt32BE(body.length);
  frame.set(body, headerBytes);
  return frame;
}

/** What came over a connection is no frame, or one that is longer than allowed. */
class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

/** Puts the bytes of a connection together to messages. It keeps no more than one frame of the longest kind. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(private readonly longestBytes: number) {}

  /** The messages that these bytes complete, each made when it is asked for. @throws BrokenFrame; the connection is of no use after that. */
  *read(chunk: Uint8Array): Generator<unknown> {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    for (let body = this.#nextBody(); body; body = this.#nextBody()) yield messageOf(body);
  }

  #nextBody(): Uint8Array | undefined {
    if (this.#bytes < headerBytes) return undefined;
    const length = this.#head().readUInt32BE();
    if (length > this.longestBytes) throw new BrokenFrame(`a message of ${length} bytes`);
    if (this.#bytes < headerBytes + length) return undefined;
    const [first = new Uint8Array()] = this.#chunks;
    const all = this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks, this.#bytes);
    this.#chunks = [all.subarray(headerBytes + length)];
    this.#bytes -= headerBytes + length;
    return all.subarray(headerBytes, headerBytes + length);
  }

  /** The first chunk, joined with those after it until it holds a header. */
  #head(): Buffer {
    const [first = new Uint8Array()] = this.#chunks;
    if (first.length < headerBytes) this.#chunks = [Buffer.concat(this.#chunks, this.#bytes)];
    return Buffer.from(this.#chunks[0]?.buffer ?? new ArrayBuffer(0), this.#chunks[0]?.byteOffset);
  }
}

function messageOf(body: Uint8Array): unknown {
  try {
    return deserialize(body);
  } catch (cause) {
    throw new BrokenFrame('not a message', { cause });
  }
}
