import type { Decimal } from '../../contracts/amount.js';
import type { UsageRole } from '../../contracts/extraction.js';
import type { Reading } from '../../contracts/model.js';
import type { Observation, Observer, Step, Usage } from '../../contracts/observer.js';
import { unobserved } from '../../flow/stage-observer.js';
import type { UsageLedger } from '../../flow/usage-ledger.js';
import { costOf, priceOf } from '../../values/cost.js';
import type { Reader } from './reader.js';

/** Counts what one reading uses, call by call, and prices it. */
export interface Meter {
  /** For the model: tells the request's observer of each call, with its cost. */
  readonly observer: Observer;
  /** A model that tells of no call has made one, if it says what its reading used. */
  finish(reading: Reading): void;
  /** What was used; undefined where nobody knows, or no call was told of. */
  readonly used: UsedTokens | undefined;
}

export interface UsedTokens {
  readonly tokens: number;
  /** In major units; absent without a price. */
  readonly cost: Decimal | undefined;
}

export function meter(outer: Observer = unobserved, reader: Reader, ledger: UsageLedger): Meter {
  const calls: { used: UsedTokens | undefined }[] = [];
  const inside = (observer: Observer): Observer => ({
    begin: (step) => begin(observer, step),
    progress: (come) => observer.progress?.(come),
  });
  const begin = (inner: Observer, step: Step): Observation => {
    const observation = inner.begin(step);
    const within = inside(observation);
    if (step.kind !== 'call') return { ...within, end: (ending) => observation.end(ending) };
    const label = `${step.provider}:${step.model}`;
    const price = priceOf(reader.prices, label, reader.label);
    const entry = ledger.begin({ model: label, role: roleOf(reader) });
    const call: { used: UsedTokens | undefined } = { used: undefined };
    calls.push(call);
    return {
      ...within,
      end(ending) {
        const cost = ending.usage && price && costOf(ending.usage, price);
        call.used = ending.usage && { tokens: tokensOf(ending.usage), cost };
        entry(ending.usage, cost);
        observation.end({ ...ending, ...(cost && { cost }) });
      },
    };
  };
  return {
    observer: inside(outer),
    finish({ usage }) {
      if (!usage || calls.length > 0) return;
      const [provider = '', model = ''] = reader.label.split(/:(.*)/s);
      begin(outer, { kind: 'call', provider, model }).end({ usage });
    },
    get used() {
      return calls.length === 0 ? undefined : calls.map(({ used }) => used).reduce(together);
    },
  };
}

const roleOf = ({ role, position }: Reader): UsageRole => (role === 'Witness' ? 'witness' : position === 0 ? '1' : '2');

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

function together(one: UsedTokens | undefined, other: UsedTokens | undefined): UsedTokens | undefined {
  return one && other && { tokens: one.tokens + other.tokens, cost: one.cost && other.cost && one.cost.plus(other.cost) };
}
