import type { Decimal } from '../contracts/amount.js';
import type { CallUsage, ModelUsage, RequestUsage, UsageRole } from '../contracts/extraction.js';
import type { Usage } from '../contracts/observer.js';
import { decimal } from '../values/money.js';

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

/** A call to a model, by its label and its position. */
interface CountedCall {
  readonly model: string;
  readonly role: UsageRole;
}

interface Entry extends CountedCall {
  readonly measured: { readonly usage: Usage; readonly cost: Decimal | undefined }[];
  calls: number;
}

/** Counts the calls of one request and what they used. A call that has not ended is unmeasured, so that one that is cut is not forgotten. */
export class UsageLedger {
  readonly #entries = new Map<string, Entry>();

  /** A call begins; the returned function says what it used, if anybody knows. */
  begin({ model, role }: CountedCall): (usage: Usage | undefined, cost: Decimal | undefined) => void {
    const name = `${role} ${model}`;
    const entry = this.#entries.get(name) ?? { model, role, measured: [], calls: 0 };
    this.#entries.set(name, entry);
    entry.calls += 1;
    return (usage, cost) => void (usage && entry.measured.push({ usage, cost }));
  }

  /** All that was used so far, with its cost where there are prices in a currency. */
  usage(currency: string | undefined): RequestUsage {
    const entries = [...this.#entries.values()];
    return {
      ...summed(entries),
      ...(currency === undefined ? { cost: null } : { currency }),
      models: entries.map((entry): ModelUsage => ({ model: entry.model, role: entry.role, ...summed([entry]) })),
    };
  }
}

function summed(entries: readonly Entry[]): CallUsage {
  const measured = entries.flatMap((entry) => entry.measured);
  const calls = entries.reduce((sum, entry) => sum + entry.calls, 0);
  const unmeasuredCalls = calls - measured.length;
  const known = calls === 0 || measured.length > 0;
  const sumOf = (part: keyof Usage): number | null => (known ? sum(measured.map(({ usage }) => usage[part])) : null);
  return {
    calls,
    unmeasuredCalls,
    inputTokens: sumOf('inputTokens'),
    outputTokens: sumOf('outputTokens'),
    cachedInputTokens: sumOf('cachedInputTokens'),
    cacheWriteTokens: sumOf('cacheWriteTokens'),
    cost: unmeasuredCalls > 0 ? null : sumOfCosts(measured.map(({ cost }) => cost)),
  };
}

/** Null as soon as one of them is unknown. */
const sum = (counts: readonly (number | undefined)[]): number | null =>
  counts.reduce((all: number | null, count) => (all === null || count === undefined ? null : all + count), 0);

const sumOfCosts = (costs: readonly (Decimal | undefined)[]): Decimal | null =>
  costs.reduce((all: Decimal | null, cost) => (all === null || cost === undefined ? null : all.plus(cost)), decimal(0));
