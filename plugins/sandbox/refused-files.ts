import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { ParserRefusal, ParserTask } from './protocol.js';

/** How long a file that cost a child stays refused, and how many such files are kept. */
const refusedForMs = 600_000;
const maxFiles = 1_000;

interface RefusedFile {
  readonly refusal: ParserRefusal;
  readonly bytes: number;
}

/** Files that recently cost a child; they are refused again without starting another. Only hashes are kept. */
export class RefusedFiles {
  readonly #files: LRUCache<string, RefusedFile>;

  constructor(now: () => number = () => performance.now()) {
    this.#files = new LRUCache({ max: maxFiles, ttl: refusedForMs, ttlResolution: 0, perf: { now } });
  }

  add({ bytes, wanted }: Pick<ParserTask, 'bytes' | 'wanted'>, refusal: ParserRefusal): void {
    this.#files.set(hash(bytes, wanted), { refusal, bytes: bytes.length });
  }

  /** Why this task is refused without being read; undefined where it is not. */
  find({ bytes, wanted }: Pick<ParserTask, 'bytes' | 'wanted'>): ParserRefusal | undefined {
    // Hashing blocks the server for milliseconds, so only a file of the same length as a refused one is hashed.
    const sameLength = [...this.#files.values()].some((file) => file.bytes === bytes.length);
    return sameLength ? this.#files.get(hash(bytes, wanted))?.refusal : undefined;
  }
}

const hash = (bytes: Uint8Array, wanted: unknown): string =>
  createHash('sha256')
    .update(bytes)
    .update(JSON.stringify(wanted ?? null))
    .digest('hex');
