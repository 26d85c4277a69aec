export interface RetrySettings {
  /** The part of the calls that may be made again: 0.1 is one in ten. */
  readonly share: number;
  /** And so many a minute in any case, so that a service with few calls may try again, too. */
  readonly aMinute: number;
}

/**
 * How many calls to a model may be made again: in any stretch of time a share of its calls, and a few besides. A provider that is down is then
 * asked a little more than usual, not three times as often.
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

  /** Whether a call may be made again; it then counts as made. */
  spend(): boolean {
    this.#fill(0);
    if (this.#left < 1) return false;
    this.#left -= 1;
    return true;
  }

  /** What is not used is not saved up beyond a minute's worth: a good hour is no licence for a storm. */
  #fill(earned: number): void {
    const { aMinute, share } = this.settings;
    const passed = this.now() - this.#filledAt;
    this.#filledAt += passed;
    this.#left = Math.min(Math.max(aMinute, Math.sign(share)), this.#left + earned + (passed / 60_000) * aMinute);
  }
}
