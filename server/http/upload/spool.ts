import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unavailable } from '../refusal.js';
import { openedAt, spoolCipher } from './spool-cipher.js';

/** Where a part lies in a spool. */
export interface SpooledPart {
  readonly at: number;
  readonly size: number;
  /** SHA-256. */
  readonly digest: string;
}

/**
 * Parts of a request on the disk rather than in memory. Its file has no name any more once it is open, so that it goes away with the request, and
 * with the process if that dies; and it is encrypted under a key that only this process has, so that the disk has nothing of it.
 */
export class Spool {
  #size = 0;
  readonly #key = randomBytes(32);
  readonly #cipher = spoolCipher(this.#key);

  private constructor(
    private readonly written: FileHandle,
    private readonly file: FileHandle,
  ) {}

  /** @throws Refusal 503 where the disk takes nothing */
  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'vouch-batch-')).catch(noRoom);
    const path = join(folder, 'parts');
    try {
      return new Spool(await open(path, 'wx', 0o600).catch(noRoom), await open(path, 'r').catch(noRoom));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** For reading only: the process that unpacks a zip gets it, with the key. */
  get shown(): { readonly descriptor: number; readonly key: Uint8Array } {
    return { descriptor: this.file.fd, key: this.#key };
  }

  /** Writes a part behind the others. @throws what `tooLong` makes as soon as it is longer, and Refusal 503 where the disk takes no more */
  async add(pieces: AsyncIterable<Uint8Array>, most: number, tooLong: () => Error): Promise<SpooledPart> {
    const [at, hash] = [this.#size, createHash('sha256')];
    for await (const piece of pieces) {
      if (this.#size - at + piece.length > most) throw tooLong();
      hash.update(piece);
      await this.written.writev([this.#cipher.update(piece)], this.#size).catch(noRoom);
      this.#size += piece.length;
    }
    return { at, size: this.#size - at, digest: hash.digest('hex') };
  }

  /** A part, some of it at a time. */
  async *pieces({ at, size }: SpooledPart): AsyncGenerator<Buffer> {
    for (let read = 0; read < size; read += pieceBytes) yield this.#read(at + read, Math.min(pieceBytes, size - read));
  }

  async #read(at: number, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    for (let length = 0; length < size; ) {
      const { bytesRead } = await this.file.read(bytes, length, size - length, at + length);
      if (bytesRead === 0) throw new Error('the spool is shorter than it was');
      length += bytesRead;
    }
    return openedAt(this.#key, at, bytes);
  }

  /** The lines of a part, without their ends; one that is longer than `most` bytes comes as undefined, and is the last. */
  async *lines({ at, size }: SpooledPart, most: number): AsyncGenerator<string | undefined> {
    let held: Buffer = Buffer.alloc(0);
    for (let read = 0; read < size || held.length > 0; ) {
      const end = held.indexOf(0x0a);
      if (end >= 0 || (read >= size && held.length > 0)) {
        const line = held.subarray(0, end < 0 ? held.length : end);
        if (line.length > most) return yield undefined;
        yield line.toString('utf8').replace(/\r$/, '');
        held = held.subarray(end < 0 ? held.length : end + 1);
      } else if (held.length > most) return yield undefined;
      else {
        const piece = await this.#read(at + read, Math.min(pieceBytes, size - read));
        read += piece.length;
        held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.written.close(), this.file.close()]);
  }
}

/** What of a disk that is full is no mistake of the caller. */
const noRoom = (cause: unknown): never => {
  throw unavailable('The service has no room on its disk for the batch at the moment. Retry shortly.', { cause });
};

const pieceBytes = 65_536;
