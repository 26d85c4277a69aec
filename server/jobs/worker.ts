import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { within } from '../state/within.js';

/** How long a run may be silent before another worker takes its task over. */
export const leaseMs = 30_000;
/** How often a worker with nothing to do asks for work. */
const idleMs = 500;
/** How long a worker that ends waits for an answer of the store. */
const closingMs = 3_000;
/** How long it waits where the store cannot be reached. */
const outageMs = 5_000;

export interface WorkerTerms<Task> {
  /** What it works on, for its log: 'job'. */
  readonly what: string;
  /** Leases the next tasks to this worker, at most so many. */
  claim(most: number, leaseMs: number): Promise<readonly Task[]>;
  /** Tasks at a time, at this moment; with 0 none is taken. */
  concurrency(): number;
  readonly log: FastifyBaseLogger;
  /** Does one task to its end. Never rejects. The signal fires when the worker is to end. */
  run(task: Task, closing: AbortSignal): Promise<void>;
}

/** Takes tasks, jobs or messages, and does them, as many at a time as it may. */
export class Worker<Task> {
  readonly #running = new Set<Promise<void>>();
  readonly #closing = new AbortController();
  readonly #over: Promise<void>;
  #wakeUp: () => void = () => undefined;

  constructor(private readonly terms: WorkerTerms<Task>) {
    this.#over = this.#work();
  }

  /** There may be a new task: the worker looks for it at once. */
  wake(): void {
    this.#wakeUp();
  }

  /** Takes no more; what runs is given back. Resolves once nothing runs. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#wakeUp();
    // A store that is silent is not waited for; what it hands out then is given back by its lease.
    await within(closingMs, this.#over).catch(() => undefined);
    await Promise.all(this.#running);
  }

  async #work(): Promise<void> {
    while (!this.#closing.signal.aborted) {
      const concurrency = this.terms.concurrency();
      const free = concurrency - this.#running.size;
      const taken = free > 0 ? await this.#claim(free) : [];
      for (const task of taken ?? []) this.#run(task);
      // As long as there are slots and tasks, the next ones are taken at once.
      if (taken === undefined || taken.length < free || this.#running.size >= concurrency) await this.#idle(taken ? idleMs : outageMs);
    }
  }

  /** Undefined where the store cannot be reached, which is logged. */
  async #claim(most: number): Promise<readonly Task[] | undefined> {
    return this.terms.claim(most, leaseMs).catch((error) => {
      this.terms.log.warn({ err: error }, `no ${this.terms.what} can be taken at the moment`);
      return undefined;
    });
  }

  #run(task: Task): void {
    const run = this.terms.run(task, this.#closing.signal).finally(() => {
      this.#running.delete(run);
      this.#wakeUp();
    });
    this.#running.add(run);
  }

  #idle(ms: number): Promise<void> {
    if (this.#closing.signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms).unref();
      this.#wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

/** Has a worker work while the app runs. Returns how to tell it of a new task. */
export function workWhile<Task>(app: FastifyInstance, terms: Omit<WorkerTerms<Task>, 'log'>): () => void {
  let worker: Worker<Task> | undefined;
  app.addHook('onReady', async () => {
    worker = new Worker<Task>({ ...terms, log: app.log });
  });
  app.addHook('preClose', async () => worker?.close());
  return () => worker?.wake();
}

/** What the pace follows: how long providers take nothing at all, in ms; 0 where they do. */
type PausedForMs = () => number;

/**
 * How many jobs a worker runs at a time: as many as it may, until providers refuse work; then half as many, and one more for each round of jobs that
 * goes well. While no provider takes anything none is begun, and the first one afterwards is alone: it finds out whether they do again.
 * Source: additive increase and multiplicative decrease, Chiu and Jain 1989.
 */
export class WorkerPace {
  #window: number;

  constructor(
    private readonly most: number,
    private readonly pausedForMs: PausedForMs,
  ) {
    this.#window = most;
  }

  /** How many jobs may run at this moment. To be asked again and again: that none may is what makes the next one be alone. */
  atOnce(): number {
    if (!this.paused) return Math.floor(this.#window);
    this.#window = 1;
    return 0;
  }

  /** Whether no provider takes work at this moment. */
  get paused(): boolean {
    return this.pausedForMs() > 0;
  }

  /** A provider did its work. */
  served(): void {
    this.#window = Math.min(this.most, this.#window + 1 / this.#window);
  }

  /** Providers refused work. */
  refused(): void {
    this.#window = Math.max(1, this.#window / 2);
  }
}
