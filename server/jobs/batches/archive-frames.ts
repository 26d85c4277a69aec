import type { Readable } from 'node:stream';

/** The messages of an archive's child process, a line of JSON each; a document's bytes follow its line. */
export type ArchiveFrame =
  | { readonly kind: 'entry'; readonly name: string; readonly size: number }
  | { readonly kind: 'document'; readonly entry: number; readonly size: number }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'end' };

/** Where the child has the archive. */
export const archiveDescriptor = 3;

/** The longest line that is read: a name of an entry, and little else. */
const longestLine = 16_384;

/** Reads lines and counted bytes from a stream, no further than is asked for. */
export class ArchiveReader {
  readonly #pieces: AsyncIterator<Buffer>;
  #held: Buffer = Buffer.alloc(0);

  constructor(stream: Readable) {
    this.#pieces = stream[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  }

  /** The next line. @throws Error when the stream ends before it does */
  async line(): Promise<string> {
    let end = this.#held.indexOf(newline);
    while (end < 0) {
      if (this.#held.length > longestLine) throw new Error('a line is too long');
      this.#held = Buffer.concat([this.#held, await this.#piece()]);
      end = this.#held.indexOf(newline);
    }
    const line = this.#held.toString('utf8', 0, end);
    this.#held = this.#held.subarray(end + 1);
    return line;
  }

  /** So many bytes. @throws Error when the stream ends before them */
  async bytes(count: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(count);
    let length = 0;
    while (length < count) {
      if (this.#held.length === 0) this.#held = await this.#piece();
      const taken = this.#held.subarray(0, count - length);
      bytes.set(taken, length);
      length += taken.length;
      this.#held = this.#held.subarray(taken.length);
    }
    return bytes;
  }

  async #piece(): Promise<Buffer> {
    const { value, done } = await this.#pieces.next();
    if (done) throw new Error('the stream has ended');
    return value;
  }
}

const newline = 0x0a;
