import { ExtractionError } from '../contracts/errors.js';

/** When a model is paused, and for how long. */
interface BreakerSettings {
  /** Consecutive transient failures before a pause. */
  readonly failures: number;
  /** The first pause; each failed probe doubles it, up to the longest. */
  readonly pauseMs: number;
  readonly longestPauseMs: number;
}

/** What an error says about the model: it is failing, it is up (the error was an answer), or nothing. */
export type Verdict = 'failing' | 'there' | 'unknown';

/** State changes that are reported. */
export type BreakerEvent = 'paused' | 'resumed' | 'refused';

const shortestPauseMs = 1_000;

/**
 * Pauses a model that keeps failing: callers are refused at once instead of waiting for a failure, and the provider can recover. After the
 * pause a single call probes the model; once it is answered, all calls pass again.
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

  /** How long calls are refused from now on, in ms; 0 where they pass. While a probe is under way that is not known, and little. */
  get pausedForMs(): number {
    if (!this.open) return 0;
    return Math.max(shortestPauseMs, (this.#pause?.until ?? 0) - this.now());
  }

  /** Makes a call and learns from how it ends. @throws ExtractionError at once while the model is paused, and whatever the call throws */
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

  /**
   * Makes one of several calls within `call`, and learns only whether the model is failing. The call around it may be the probe, so that
   * only a pause that began meanwhile refuses. @throws as `call` does
   */
  async part<T>(work: () => Promise<T>, judge: (error: unknown) => Verdict): Promise<T> {
    if (this.open && !this.#probing) throw this.#refusal();
    try {
      const result = await work();
      if (!this.#pause) this.#inRow = 0;
      return result;
    } catch (error) {
      if (judge(error) === 'failing' && !this.#pause && ++this.#inRow >= this.settings.failures) this.#fail(error);
      throw error;
    }
  }

  /** Pauses the model for as long as the provider asks, up to the longest pause. */
  pause(ms: number, cause: unknown): void {
    if (!this.#pause) this.tell('paused');
    this.#pause = { until: this.now() + Math.min(ms, this.settings.longestPauseMs), cause };
  }

  /** A call that began before the pause says nothing about the present. */
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
    const { cause } = this.#pause ?? {};
    const retryAfterMs = this.pausedForMs;
    const seconds = Math.ceil(retryAfterMs / 1_000);
    const why = cause instanceof ExtractionError ? ` Its last failure: ${cause.message}` : '';
    return new ExtractionError('LLM_ERROR', `${this.label} keeps failing and is not asked for the next ${seconds} s.${why}`, {
      cause,
      retryable: true,
      retryAfterMs,
    });
  }
}
