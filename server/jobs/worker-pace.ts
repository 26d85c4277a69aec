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
