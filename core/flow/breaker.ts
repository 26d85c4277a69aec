import { ExtractionError } from '../contracts/errors.js';

/** When a model is left alone, and for how long. */
export interface BreakerSettings {
  /** So many calls in a row that fail in a way that may pass. */
  readonly failures: number;
  /** The first pause; each call that then asks in vain doubles it, up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

/** What a call that ended in an error says of its model: that it is failing, that it is there all the same, or nothing. */
export type Verdict = 'failing' | 'there' | 'unknown';

/** What becomes of a breaker. */
export type BreakerEvent = 'paused' | 'resumed' | 'refused';

/**
 * Leaves a model alone that keeps failing: who asks is refused at once instead of waiting for what will fail, and the provider is not asked by
 * everybody while it recovers. After the pause one call may ask; all others pass again when it was answered.
 */
export class Breaker {
  #inRow = 0;
  #nextPauseMs: number;
  #pause: { readonly until: number; readonly cause: unknown } | undefined;
  #probing = false;

  constructor(
    private readonly label: string,
    private readonly settings: BreakerSettings,
    private readonly tell: (event: BreakerEvent) => void = () => undefined,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#nextPauseMs = settings.pauseMs;
  }

  /** Whether a call would be refused. */
  get open(): boolean {
    return this.#pause !== undefined && (this.#probing || this.now() < this.#pause.until);
  }

  /** Makes a call, and learns from how it ends. @throws ExtractionError at once while the model is left alone, and whatever the call throws. */
  async call<T>(work: () => Promise<T>, judge: (error: unknown) => Verdict): Promise<T> {
    if (this.open) throw this.#refusal();
    const probe = this.#pause !== undefined;
    this.#probing = probe;
    try {
      const result = await work();
      this.#learn('there', probe, undefined);
      return result;
    } catch (error) {
      this.#learn(judge(error), probe, error);
      throw error;
    }
  }

  /** Leaves the model alone for as long as it asks to be, within what is believed. */
  pause(ms: number, cause: unknown): void {
    if (!this.#pause) this.tell('paused');
    this.#pause = { until: this.now() + Math.min(ms, this.settings.longestPauseMs), cause };
  }

  /** A call that began before the pause says nothing of what is now. */
  #learn(verdict: Verdict, probe: boolean, cause: unknown): void {
    if (probe) this.#probing = false;
    if (verdict === 'unknown' || (this.#pause && !probe)) return;
    if (verdict === 'there') this.#resume();
    else if (probe || ++this.#inRow >= this.settings.failures) this.#fail(cause);
  }

  #fail(cause: unknown): void {
    this.pause(this.#nextPauseMs, cause);
    this.#nextPauseMs = Math.min(this.#nextPauseMs * 2, this.settings.longestPauseMs);
  }

  #resume(): void {
    this.#inRow = 0;
    this.#nextPauseMs = this.settings.pauseMs;
    if (this.#pause) this.tell('resumed');
    this.#pause = undefined;
  }

  #refusal(): ExtractionError {
    this.tell('refused');
    const { until = 0, cause } = this.#pause ?? {};
    const seconds = Math.max(1, Math.ceil((until - this.now()) / 1_000));
    const why = cause instanceof ExtractionError ? ` Its last failure: ${cause.message}` : '';
    return new ExtractionError('LLM_ERROR', `${this.label} keeps failing and is not asked for the next ${seconds} s.${why}`, { cause });
  }
}
