import { Semaphore } from '../../core/internal.js';
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

/** Warm children, one file at a time each; a file that finds none free waits for one. */
export class Pool {
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #slots: Semaphore<'children'>;
  #closed = false;
  /** False when the child that was started last could not be; one that still may counts for it. */
  #started = true;

  constructor(private readonly settings: PoolSettings) {
    this.#slots = new Semaphore({ children: settings.children });
    if (settings.warm) this.#idle.push(this.#spawn());
  }

  /** @throws the signal's reason when it fires, Error when the pool is closed or a child cannot be started. */
  async read(task: Task, signal: AbortSignal): Promise<ChildReply> {
    const release = await this.#slots.acquire({ children: 1 }, signal);
    try {
      return await this.#readWith(this.#take(), task, signal);
    } finally {
      release();
    }
  }

  async #readWith(child: Child, task: Task, signal: AbortSignal): Promise<ChildReply> {
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
    this.#slots.close(closed());
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  /** Whoever holds a slot finds an idle child, or may start one. */
  #take(): Child {
    if (this.#closed) throw closed();
    const idle = this.#idle.pop();
    if (idle?.alive) return idle;
    if (idle) this.#retire(idle);
    return this.#spawn();
  }

  /** A child that may go on stays. In place of one that may not, a fresh one starts at once where the next file is to find it warm. */
  #giveBack(child: Child): void {
    const fit = child.alive && child.served < this.settings.recycleAfter && !child.swollen;
    if (!fit) this.#retire(child);
    if (this.#closed) return;
    if (fit) this.#idle.push(child);
    else if (this.settings.warm) this.#idle.push(this.#spawn());
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
