import type { Decimal } from '../contracts/amount.js';
import { ExtractionError } from '../contracts/errors.js';
import type { ExtractionRequest, TokenBudget, UsageRole } from '../contracts/extraction.js';
import type { Cell, ExtractionModel, Reading, ReadTask } from '../contracts/model.js';
import type { Observation, Observer, Step, Usage } from '../contracts/observer.js';
import type { Verdict } from '../flow/breaker.js';
import type { Deadline } from '../flow/deadline.js';
import { PluginFailure } from '../flow/fault.js';
import type { Reader } from '../flow/reader.js';
import { isUnused, unobserved } from '../flow/stage-observer.js';
import type { Tally, UsageLedger } from '../flow/tally.js';
import { costOf, mostCost, priceOf } from '../values/cost.js';
import { decimal } from '../values/money.js';

export interface CallTerms {
  readonly deadline: Deadline;
  readonly tally: Tally;
  readonly onProviderCall: ExtractionRequest['onProviderCall'];
  readonly tokenBudget: ExtractionRequest['tokenBudget'];
}

/** One call to a model, which is refused at once while the model is left alone. */
export function call(task: ReadTask, reader: Reader, terms: CallTerms): Promise<Reading> {
  return reader.breaker.call(() => readWithinBudgets(task, reader, terms), judging(reader, terms.deadline));
}

/** One of several calls that a model makes for one reading, within `call`. */
export const callPart = <T>(part: () => Promise<T>, reader: Reader, { deadline }: Pick<CallTerms, 'deadline'>): Promise<T> =>
  reader.breaker.part(part, judging(reader, deadline));

/** Tells the breaker what a failure says of the model, and tells an operator what only an operator can mend: once, however many calls have failed by it. */
function judging(reader: Reader, deadline: Deadline): (error: unknown) => Verdict {
  const began = deadline.remainingMs();
  return (error) => {
    if (error instanceof ExtractionError && error.ours && !alarmed.has(error)) {
      alarmed.add(error);
      reader.alarm(error);
    }
    const hadTime = began - deadline.remainingMs() > deadline.limitMs / 3;
    return verdictOf(error, reader, { cut: deadline.signal.aborted, hadTime });
  };
}

const alarmed = new WeakSet<ExtractionError>();

/** A call, and the most that it can use set aside meanwhile by all who pay for it. */
async function readWithinBudgets(
  task: ReadTask,
  reader: Reader,
  { deadline, onProviderCall, tally, tokenBudget }: CallTerms,
): Promise<Reading> {
  const { model } = reader;
  const counted = meter(task.observer, reader, tally.ledger);
  const ask = async (): Promise<Reading> => {
    if (asksProvider(model)) onProviderCall?.();
    const reading = await deadline.race(model.read({ ...task, observer: counted.observer }));
    counted.finish(Object(reading) as Reading);
    const flaw = flawInReading(reading);
    if (flaw !== undefined) throw new PluginFailure('LLM_ERROR', `${reader.label} failed: ${flaw}`);
    return reading;
  };
  const budgets = [tokenBudget, reader.tokenBudget].filter((budget) => budget !== undefined);
  if (budgets.length === 0 || !model.most) return ask();
  const most = mostOf(model.most(task), reader);
  const release = await reserve(budgets, most);
  let used: UsedTokens = nothing;
  try {
    deadline.signal.throwIfAborted();
    used = most;
    const reading = await ask();
    used = counted.used ?? most;
    return reading;
  } catch (error) {
    used = counted.used ?? (isUnused(error) && !deadline.signal.aborted ? nothing : used);
    throw error;
  } finally {
    await release(used);
  }
}

/** What is wrong with the reading of a model, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInReading(reading: Reading): string | undefined {
  const { cells } = Object(reading) as Reading;
  if (!Array.isArray(cells)) return 'read() gives no list of "cells"';
  return cells.map(flawInCell).find((flaw) => flaw !== undefined);
}

function flawInCell(cell: Cell): string | undefined {
  const { path, value, quote, page } = Object(cell) as Cell;
  if (typeof path !== 'string') return 'a cell has no "path"';
  if ([value, quote].some((text) => typeof (text ?? '') !== 'string')) return 'the "value" or "quote" of a cell is neither a text nor null';
  return Number.isInteger(page ?? 1) ? undefined : 'the "page" of a cell is neither a whole number nor null';
}

const nothing: UsedTokens = { tokens: 0, cost: decimal(0) };

function mostOf(tokens: number, { label, prices }: Reader): UsedTokens {
  const price = priceOf(prices, label);
  return { tokens, cost: price && mostCost(tokens, price) };
}

/** Each budget sets the most aside, or none does. */
async function reserve([first, ...rest]: readonly TokenBudget[], most: UsedTokens): Promise<(used: UsedTokens) => Promise<void>> {
  if (!first) return async () => undefined;
  const release = await first.reserve(most.tokens, most.cost);
  try {
    const settleRest = await reserve(rest, most);
    return async (used) => {
      await release(used.tokens, used.cost);
      await settleRest(used);
    };
  } catch (error) {
    await release(nothing.tokens, nothing.cost);
    throw error;
  }
}

/** A model that uses tokens or can be reached lives elsewhere; one that runs here has neither. */
const asksProvider = ({ most, reach }: ExtractionModel): boolean => most !== undefined || reach !== undefined;

/** A failure that may pass is the provider's; so is silence up to the deadline, where the call had a fair part of the time. */
function verdictOf(error: unknown, { model }: Reader, { cut, hadTime }: { readonly cut: boolean; readonly hadTime: boolean }): Verdict {
  if (!cut) return error instanceof ExtractionError && error.retryable ? 'failing' : 'there';
  return model.reach && hadTime && error instanceof ExtractionError ? 'failing' : 'unknown';
}

/** Counts what one reading uses, call by call, and prices it. */
interface Meter {
  /** For the model: tells the request's observer of each call, with its cost. */
  readonly observer: Observer;
  /** A model that tells of no call has made one, if it says what its reading used. */
  finish(reading: Reading): void;
  /** What was used; undefined where nobody knows, or no call was told of. */
  readonly used: UsedTokens | undefined;
}

interface UsedTokens {
  readonly tokens: number;
  /** In major units; absent without a price. */
  readonly cost: Decimal | undefined;
}

function meter(outer: Observer = unobserved, reader: Reader, ledger: UsageLedger): Meter {
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
      return calls.length === 0 ? undefined : calls.map(({ used }) => used).reduce(addTokens);
    },
  };
}

const roleOf = ({ role, position }: Reader): UsageRole => (role === 'Witness' ? 'witness' : position === 0 ? '1' : '2');

const tokensOf = ({ inputTokens, outputTokens }: Usage): number => inputTokens + outputTokens;

function addTokens(one: UsedTokens | undefined, other: UsedTokens | undefined): UsedTokens | undefined {
  return one && other && { tokens: one.tokens + other.tokens, cost: one.cost && other.cost && one.cost.plus(other.cost) };
}
