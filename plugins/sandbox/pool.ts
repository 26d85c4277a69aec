import { Semaphore } from '../../core/internal.js';
import { type ChildTerms, ParserChild } from './child.js';
import { findIsolationLevel } from './isolation/confine.js';
import type { ChildProgram } from './program.js';
import type { ChildReply, ParserTask } from './protocol.js';

const restAfterMs = 60_000;
/** Resident memory of a converter's child that has read ordinary documents only. pdfium never gives back what one large document took. */
const smallMb = 128;

export interface PoolSettings extends ChildTerms {
  readonly program: ChildProgram;
  /** The largest number of children at a time. */
  readonly children: number;
  /** How many files a child reads before a new one replaces it. */
  readonly recycleAfter: number;
  /** Whether a child is started before the first file, and again after one has ended. */
  readonly warm: boolean;
  /** How long after the last file the idle children end, in ms; 60,000 when absent. */
  readonly restAfterMs?: number;
}

/** Running children, each of which reads one file at a time; a file waits until one is free. */
export class ChildPool {
  readonly #children = new Set<ParserChild>();
  readonly #idle: ParserChild[] = [];
  readonly #pause: NodeJS.Timeout;
  readonly #slots: Semaphore<'children'>;
  #closed = false;
  /** False when the last child could not be started. A child that is still starting counts as started. */
  #started = true;

  constructor(private readonly settings: PoolSettings) {
    this.#slots = new Semaphore({ children: settings.children });
    if (settings.warm) void this.#warmUp();
    this.#pause = setTimeout(() => this.#rest(), settings.restAfterMs ?? restAfterMs).unref();
  }

  /** @throws the signal's reason when it fires, Error when the pool is closed or a child cannot be started. */
  async read(task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    const release = await this.#slots.acquire({ children: 1 }, signal);
    try {
      await findIsolationLevel();
      return await this.#readWith(this.#take(), task, signal);
    } finally {
      release();
    }
  }

  async #readWith(child: ParserChild, task: ParserTask, signal: AbortSignal): Promise<ChildReply> {
    try {
      return await child.read(task, signal);
    } finally {
      this.#giveBack(child);
    }
  }

  /** Whether children start, as far as known. Replaces idle children that have died, so that the pool recovers without a request. */
  works(): boolean {
    if (!this.settings.warm || this.#closed) return !this.#closed;
    for (const dead of this.#idle.filter((child) => !child.alive)) {
      this.#idle.splice(this.#idle.indexOf(dead), 1);
      this.#retire(dead);
    }
    if (this.#children.size === 0) void this.#warmUp();
    return this.#started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#pause);
    this.#slots.close(closed());
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  /** Starts a child as soon as it is known how to isolate it, unless a file has come first. */
  async #warmUp(): Promise<void> {
    await findIsolationLevel();
    if (!this.#closed && this.#children.size === 0) this.#idle.push(this.#spawn());
  }

  /** Returns an idle child, or starts one; the caller holds a slot for it. */
  #take(): ParserChild {
    if (this.#closed) throw closed();
    const idle = this.#idle.pop();
    if (idle?.alive) return idle;
    if (idle) this.#retire(idle);
    return this.#spawn();
  }

  /** Keeps a child that can read another file. Replaces any other one, at once where the pool keeps a child ready. */
  #giveBack(child: ParserChild): void {
    const reusable = child.alive && child.served < this.settings.recycleAfter && !child.oversized;
    if (!reusable) this.#retire(child);
    if (this.#closed) return;
    if (reusable) this.#idle.push(child);
    else if (this.settings.warm) this.#idle.push(this.#spawn());
    this.#pause.refresh();
  }

  /** Ends the idle children; a pool that keeps one ready keeps a small one, or starts it anew. */
  #rest(): void {
    const kept = this.settings.warm ? this.#idle.find(({ alive, residentMb }) => alive && residentMb <= smallMb) : undefined;
    for (const child of this.#idle.splice(0)) if (child !== kept) this.#retire(child);
    if (kept) this.#idle.push(kept);
    else if (this.settings.warm && this.#children.size === 0) this.#idle.push(this.#spawn());
  }

  #spawn(): ParserChild {
    const child = new ParserChild(this.settings.program, this.settings);
    this.#children.add(child);
    void child.ready.then((started) => {
      this.#started = started;
    });
    return child;
  }

  #retire(child: ParserChild): void {
    this.#children.delete(child);
    void child.end();
  }
}

const closed = (): Error => new Error('the pool of parser processes is closed');
