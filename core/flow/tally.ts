/** What a request has cost so far. The one value that is changed along the path, because it must outlive a failure. */
export class Tally {
  #credits = 0;
  #pages = 0;
  #fallbackTriggered = false;

  constructor(
    private readonly price: { readonly page: number; readonly fallbackPage: number },
    private readonly reserveMost: (credits: number) => Promise<void>,
  ) {}

  get credits(): number {
    return this.#credits;
  }

  get fallbackTriggered(): boolean {
    return this.#fallbackTriggered;
  }

  /** Once, when the pages are known and nothing has been read yet. */
  async reserve(pages: number, tiers: number): Promise<void> {
    this.#pages = pages;
    await this.reserveMost(pages * (this.price.page + (tiers > 1 ? this.price.fallbackPage : 0)));
  }

  /** A tier is about to read; the second one is the fallback. */
  begin(position: number): void {
    if (position > 0) this.#fallbackTriggered = true;
  }

  /** A tier did its work, whether its reading can be used or not. */
  charge(position: number): void {
    this.#credits += this.#pages * (position > 0 ? this.price.fallbackPage : this.price.page);
  }
}
