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

/**
 * Files that recently cost a child; the same caller gets them refused again without another. Only hashes are kept. Another caller's copy is
 * read: a parser that was taken over could else have any file refused that its caller knows.
 */
export class RefusedFiles {
  readonly #files: LRUCache<string, RefusedFile>;

  constructor(now: () => number = () => performance.now()) {
    this.#files = new LRUCache({ max: maxFiles, ttl: refusedForMs, ttlResolution: 0, perf: { now } });
  }

  add(task: RefusableTask, caller: string, refusal: ParserRefusal): void {
    this.#files.set(hash(task, caller), { refusal, bytes: task.bytes.length });
  }

  /** Why this task of this caller is refused without being read; undefined where it is not. */
  find(task: RefusableTask, caller: string): ParserRefusal | undefined {
    // Hashing blocks the server for milliseconds, so only a file of the same length as a refused one is hashed.
    const sameLength = [...this.#files.values()].some((file) => file.bytes === task.bytes.length);
    return sameLength ? this.#files.get(hash(task, caller))?.refusal : undefined;
  }
}

type RefusableTask = Pick<ParserTask, 'bytes' | 'wanted'>;

const hash = ({ bytes, wanted }: RefusableTask, caller: string): string =>
  createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([caller, wanted ?? null]))
    .digest('hex');
