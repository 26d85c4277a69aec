import { createHash } from 'node:crypto';
import type { Refusal, Task } from './protocol.js';

/** How long a file that killed a child stays refused, and how many such files are remembered. */
const forMs = 600_000;
const atMost = 1_000;

interface Entry {
  readonly refusal: Refusal;
  readonly bytes: number;
  readonly until: number;
}

/** The files that killed a child lately: they are refused again without another child. Only hashes are kept. */
export class Refusals {
  readonly #entries = new Map<string, Entry>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  remember({ bytes, wanted }: Pick<Task, 'bytes' | 'wanted'>, refusal: Refusal): void {
    const oldest = this.#entries.keys().next();
    if (this.#entries.size >= atMost && !oldest.done) this.#entries.delete(oldest.value);
    this.#entries.set(hash(bytes, wanted), { refusal, bytes: bytes.length, until: this.now() + forMs });
  }

  /** The reason why this file, or what is wanted of it, is refused without being read; undefined for any other. */
  find({ bytes, wanted }: Pick<Task, 'bytes' | 'wanted'>): Refusal | undefined {
    for (const [key, entry] of this.#entries) if (entry.until <= this.now()) this.#entries.delete(key);
    // A hash costs milliseconds of the whole server, so only a file as long as a refused one gets one.
    const alike = [...this.#entries.values()].some((entry) => entry.bytes === bytes.length);
    return alike ? this.#entries.get(hash(bytes, wanted))?.refusal : undefined;
  }
}

const hash = (bytes: Uint8Array, wanted: unknown): string =>
  createHash('sha256')
    .update(bytes)
    .update(JSON.stringify(wanted ?? null))
    .digest('hex');
