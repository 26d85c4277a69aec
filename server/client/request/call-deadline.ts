/** The longest time that timers of runtimes count. */
const longestMs = 2 ** 31 - 1;

/** The time that a call has, which can be begun anew where it is for each wait of several. */
export class CallDeadline {
  /** Aborted by the caller, or once the time is over. */
  readonly signal: AbortSignal;
  readonly #over = new AbortController();
  #ends = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly ms: number,
    caller: AbortSignal | undefined,
  ) {
    this.signal = caller ? AbortSignal.any([caller, this.#over.signal]) : this.#over.signal;
    this.begin();
  }

  /** Begins the time anew. */
  begin(): void {
    this.clear();
    this.#ends = performance.now() + this.ms;
    this.#timer = setTimeout(() => this.#over.abort(), Math.max(0, Math.min(Math.ceil(this.ms), longestMs)));
  }

  /** Ends the timer; from now on nobody is waiting. */
  clear(): void {
    clearTimeout(this.#timer);
  }

  get expired(): boolean {
    return this.#over.signal.aborted;
  }

  get leftMs(): number {
    return this.#ends - performance.now();
  }
}
