import { UsageLedger } from './usage-ledger.js';

/** Credits a page: for reading it, and what Tier 2 adds. */
export interface Price {
  readonly page: number;
  readonly fallbackPage: number;
}

/** The most that a document can cost: every tier reads every page. */
export const mostCredits = (price: Price, { pages, tiers }: { readonly pages: number; readonly tiers: number }): number =>
  pages * (price.page + (tiers > 1 ? price.fallbackPage : 0));

/** What reading a document has cost so far, in credits and in tokens. The one value that changes along the path, because it must outlive a failure. */
export class Tally {
  #credits = 0;
  #fallbackTriggered = false;

  constructor(
    private readonly price: Price,
    private readonly pages: number,
    /** What its calls to providers used; the documents of a file share one. */
    readonly ledger: UsageLedger,
  ) {}

  get credits(): number {
    return this.#credits;
  }

  get fallbackTriggered(): boolean {
    return this.#fallbackTriggered;
  }

  /** A tier is about to read; the second one is the fallback. */
  begin(position: number): void {
    if (position > 0) this.#fallbackTriggered = true;
  }

  /** A tier did its work, whether its reading can be used or not. */
  charge(position: number): void {
    this.#credits += this.pages * (position > 0 ? this.price.fallbackPage : this.price.page);
  }
}
