import type { Decimal } from '../contracts/amount.js';
import type { CallUsage, ModelUsage, RequestUsage, UsageRole } from '../contracts/extraction.js';
import type { Usage } from '../contracts/observer.js';
import { decimal } from '../values/money.js';

/** A call to a model, by its label and its position. */
export interface CountedCall {
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
