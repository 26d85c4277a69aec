import { Child } from './child.js';
import type { Program } from './program.js';
import type { ChildReply, Task } from './protocol.js';
import type { Fence } from './watch/watch.js';

export interface PoolSettings extends Fence {
  readonly program: Program;
  /** How many children there are at most. */
  readonly children: number;
  /** How many files a child reads before a fresh one takes its place. */
  readonly recycleAfter: number;
  /** A child that has grown to more reads no other file: the next one might break the limit. */
  readonly recycleAboveMb: number;
  /** Whether a child stands ready before anybody asks, and again after one is gone. */
  readonly warm: boolean;
}

/** Somebody who waits for a child. */
interface Waiting {
  take(child: Child): void;
  leave(reason: unknown): void;
}

/** Warm children, one file at a time each; who finds none free waits in line. */
export class Pool {
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #waiting = new Set<Waiting>();
  #closed = false;
  /** False when the child that was started last could not be; one that still may counts for it. */
  #started = true;

  constructor(private readonly settings: PoolSettings) {
    if (settings.warm) this.#idle.push(this.#spawn());
  }

  /** @throws the signal's reason when it fires, Error when the pool is closed or a child cannot be started. */
  async read(task: Task, signal: AbortSignal): Promise<ChildReply> {
    signal.throwIfAborted();
    const child = await this.#take(signal);
    try {
      return await child.read(task, signal);
    } finally {
      this.#giveBack(child);
    }
  }

  /** Whether children start, as far as it is known. One that died while nobody needed it is replaced, so that a bad moment passes unasked. */
  works(): boolean {
    if (!this.settings.warm || this.#closed) return !this.#closed;
    for (const dead of this.#idle.filter((child) => !child.alive)) {
      this.#idle.splice(this.#idle.indexOf(dead), 1);
      this.#retire(dead);
    }
    if (this.#children.size === 0) this.#idle.push(this.#spawn());
    return this.#started;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiting of this.#waiting) waiting.leave(closed());
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  #take(signal: AbortSignal): Child | Promise<Child> {
    if (this.#closed) throw closed();
    const idle = this.#idle.pop();
    if (idle?.alive) return idle;
    if (idle) this.#retire(idle);
    return this.#children.size < this.settings.children ? this.#spawn() : this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<Child> {
    return new Promise((resolve, reject) => {
      const settle = (end: () => void): void => {
        this.#waiting.delete(waiting);
        signal.removeEventListener('abort', hangUp);
        end();
      };
      const waiting: Waiting = {
        take: (child) => settle(() => resolve(child)),
        leave: (reason) => settle(() => reject(reason)),
      };
      const hangUp = (): void => waiting.leave(signal.reason);
      signal.addEventListener('abort', hangUp);
      this.#waiting.add(waiting);
    });
  }

  /** A child that may go on does; in the place of one that may not, a fresh one starts, at once where the next file is to find it warm. */
  #giveBack(child: Child): void {
    const fit = child.alive && child.served < this.settings.recycleAfter && !child.swollen;
    if (!fit) this.#retire(child);
    const [first] = this.#waiting;
    if (this.#closed || !(fit || first || this.settings.warm)) return;
    const next = fit ? child : this.#spawn();
    if (first) first.take(next);
    else this.#idle.push(next);
  }

  #spawn(): Child {
    const child = new Child(this.settings.program, this.settings);
    this.#children.add(child);
    void child.ready.then((started) => {
      this.#started = started;
    });
    return child;
  }

  #retire(child: Child): void {
    this.#children.delete(child);
    void child.end();
  }
}

const closed = (): Error => new Error('the pool of parser processes is closed');
