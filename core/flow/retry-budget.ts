interface RetrySettings {
  /** The share of calls that may be retried: 0.1 is one in ten. */
  readonly share: number;
  /** Retries that are always allowed per minute, so that a service with few calls can retry too. */
  readonly aMinute: number;
}

/**
 * Limits retries to a share of a model's calls, plus a few a minute. A provider that is down is then called a little more often than usual,
 * not three times as often.
 */
export class RetryBudget {
  #left: number;
  #filledAt: number;

  constructor(
    private readonly settings: RetrySettings,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.#left = settings.aMinute;
    this.#filledAt = now();
  }

  /** A call is made for the first time. */
  earn(): void {
    this.#fill(this.settings.share);
  }

  /** Whether a call may be retried; if so, the retry is counted. */
  spend(): boolean {
    this.#fill(0);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** Unused retries are capped at a minute's worth, so that a quiet hour cannot pay for a burst. */
  #fill(earned: number): void {
    const { aMinute, share } = this.settings;
    const passed = this.now() - this.#filledAt;
    this.#filledAt += passed;
    this.#left = Math.min(Math.max(aMinute, Math.sign(share)), this.#left + earned + (passed / 60_000) * aMinute);
  }
}
