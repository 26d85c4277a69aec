import { Child } from './child.js';
import type { Program } from './program.js';
import type { Answer, Task } from './protocol.js';
import type { Fence } from './watch.js';

export interface PoolSettings extends Fence {
  readonly program: Program;
  /** How many children there are at most. */
  readonly children: number;
  /** How many files a child reads before a fresh one takes its place. */
  readonly recycleAfter: number;
}

/** Warm children, one file at a time each; who finds none free waits in line. */
export class Pool {
  readonly #children = new Set<Child>();
  readonly #idle: Child[] = [];
  readonly #waiting = new Set<(child: Child) => void>();
  #closed = false;

  constructor(private readonly settings: PoolSettings) {
    this.#idle.push(this.#spawn());
  }

  /** @throws the signal's reason when it fires, Error when the pool is closed or a child cannot be started. */
  async read(task: Task, signal: AbortSignal): Promise<Answer> {
    signal.throwIfAborted();
    const child = await this.#take(signal);
    try {
      return await child.read(task, signal);
    } finally {
      this.#giveBack(child);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    await Promise.all([...this.#children].map((child) => child.end()));
  }

  #take(signal: AbortSignal): Child | Promise<Child> {
    if (this.#closed) throw new Error('the pool of parser processes is closed');
    const idle = this.#idle.pop();
    if (idle?.alive) return idle;
    if (idle) this.#retire(idle);
    return this.#children.size < this.settings.children ? this.#spawn() : this.#wait(signal);
  }

  #wait(signal: AbortSignal): Promise<Child> {
    return new Promise((resolve, reject) => {
      const take = (child: Child): void => {
        signal.removeEventListener('abort', leave);
        resolve(child);
      };
      const leave = (): void => {
        this.#waiting.delete(take);
        reject(signal.reason);
      };
      signal.addEventListener('abort', leave, { once: true });
      this.#waiting.add(take);
    });
  }

  /** A child that may go on does; in the place of one that may not, a fresh one starts at once, so that the next file finds it warm. */
  #giveBack(child: Child): void {
    const fit = child.alive && child.served < this.settings.recycleAfter;
    if (!fit) this.#retire(child);
    if (this.#closed) return;
    const next = fit ? child : this.#spawn();
    const [first] = this.#waiting;
    if (!first) return void this.#idle.push(next);
    this.#waiting.delete(first);
    first(next);
  }

  #spawn(): Child {
    const child = new Child(this.settings.program, this.settings);
    this.#children.add(child);
    return child;
  }

  #retire(child: Child): void {
    this.#children.delete(child);
    void child.end();
  }
}
