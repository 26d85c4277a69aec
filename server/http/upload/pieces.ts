import { Semaphore } from '../../../core/index.js';

/** How many bytes all uploads together may take in one round of the event loop: about 2 ms of it. */
const bytesPerRound = new Semaphore({ bytes: 262_144 });

/**
 * The pieces of an upload, paced so that other callers are not kept waiting. Node accepts one new connection a round of its event loop,
 * so a hundred uploads that are all read as they come would delay the next caller by a hundred rounds of them all.
 */
export async function* paced(upload: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  for await (const piece of upload) {
    setImmediate(await bytesPerRound.acquire({ bytes: piece.length }));
    yield piece;
  }
}

/** Bytes that are allocated first where the length is unknown. */
const firstBytes = 65_536;

/**
 * Bytes that come in pieces, joined as they come. Joining ten megabytes at the end would block the event loop for 20 ms and more, and hold
 * them twice.
 */
export class Gathered {
  #buffer: Buffer;
  #length = 0;

  /** @param expected how many bytes there will be at most, where that is known; more are no mistake */
  constructor(expected = firstBytes) {
    this.#buffer = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#buffer.subarray(0, this.#length);
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#buffer.length) this.#grow(Math.max(length, 2 * this.#buffer.length));
    this.#buffer.set(piece, this.#length);
    this.#length = length;
  }

  /** Begins anew in the room that there is. */
  clear(): void {
    this.#length = 0;
  }

  #grow(bytes: number): void {
    const grown = Buffer.allocUnsafeSlow(bytes);
    grown.set(this.bytes);
    this.#buffer = grown;
  }
}
