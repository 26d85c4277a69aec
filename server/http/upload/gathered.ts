/** What is made room for at first where nobody said how much will come. */
const firstBytes = 65_536;

/**
 * Bytes that come in pieces, joined as they come: to join ten megabytes in the end would keep everybody else waiting for 20 ms and more, and they would
 * be there twice.
 */
export class Gathered {
  #room: Buffer;
  #length = 0;

  /** `expected` is how many there will be at most, when it is known; more are no mistake. */
  constructor(expected = firstBytes) {
    this.#room = Buffer.allocUnsafeSlow(expected);
  }

  get length(): number {
    return this.#length;
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length);
  }

  add(piece: Uint8Array): void {
    const length = this.#length + piece.length;
    if (length > this.#room.length) this.#grow(Math.max(length, 2 * this.#room.length));
    this.#room.set(piece, this.#length);
    this.#length = length;
  }

  #grow(bytes: number): void {
    const room = Buffer.allocUnsafeSlow(bytes);
    room.set(this.bytes);
    this.#room = room;
  }
}
