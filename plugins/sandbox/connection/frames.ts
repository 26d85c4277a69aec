import { deserialize, serialize } from 'node:v8';

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
export class BrokenFrame extends Error {
  override readonly name = 'BrokenFrame';
}

/** Puts the bytes of a connection together to messages. It keeps no more than one frame of the longest kind. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #bytes = 0;

  constructor(private readonly longestBytes: number) {}

  /** The messages that these bytes complete. @throws BrokenFrame; the connection is of no use after that. */
  read(chunk: Uint8Array): readonly unknown[] {
    this.#chunks.push(chunk);
    this.#bytes += chunk.length;
    const messages: unknown[] = [];
    for (let body = this.#nextBody(); body; body = this.#nextBody()) messages.push(messageOf(body));
    return messages;
  }

  #nextBody(): Uint8Array | undefined {
    if (this.#bytes < headerBytes) return undefined;
    const length = this.#head().readUInt32BE();
    if (length > this.longestBytes) throw new BrokenFrame(`a message of ${length} bytes`);
    if (this.#bytes < headerBytes + length) return undefined;
    const all = Buffer.concat(this.#chunks, this.#bytes);
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
    throw new BrokenFrame('a message that is none', { cause });
  }
}
