import { ExtractionError } from '../contracts/errors.js';
import type { Reading, ReadTask } from '../contracts/model.js';
import type { Ending } from '../contracts/observer.js';
import type { Deadline } from '../flow/deadline.js';
import { PluginFailure, pluginFailure } from '../flow/fault.js';
import type { Reader } from '../flow/reader.js';
import { isOutOfTime, retry } from '../flow/retry.js';
import type { Stages } from '../flow/stage-observer.js';
import { type CallTerms, call, callPart } from './call.js';
import { type ExtractionContext, taskFor } from './prepare.js';
import { withoutStated, withStated } from './stated.js';

/** What came of asking a reader: a reading, or the reason why there is none. A failure is never an empty reading. */
export type ModelResult =
  | { readonly reader: Reader; readonly reading: Reading }
  | { readonly reader: Reader; readonly failure: ExtractionError };

/** The time and the money of one request, and how its stages are observed. */
export interface Budget extends CallTerms {
  readonly stage: Stages;
}

export const answered = (result: ModelResult): result is Extract<ModelResult, { reading: Reading }> => 'reading' in result;

/** Whether a reader has read all that it was asked for. */
export const isWhole = (result: ModelResult): boolean => answered(result) && (result.reading.gaps ?? []).length === 0;

/** Asks a tier, again where the failure may pass, and counts what it cost. */
export const read = (task: ReadTask, reader: Reader, budget: Budget): Promise<ModelResult> =>
  budget.stage('read', (observer) => ask({ ...task, observer }, reader, budget), endingOf);

const endingOf = (result: ModelResult): Ending => ('failure' in result ? { failure: result.failure.code } : {});

async function ask(task: ReadTask, reader: Reader, budget: Budget): Promise<ModelResult> {
  const { deadline, tally } = budget;
  if (deadline.signal.aborted) return { reader, failure: failureOf(deadline.signal.reason, reader, deadline) };
  tally.begin(reader.position);
  try {
    reader.retries.earn();
    const reading = await withStated(task, (others) => readInParts(others, reader, budget));
    tally.charge(reader.position);
    return { reader, reading };
  } catch (error) {
    const failure = failureOf(error, reader, deadline);
    if (failure.worked || deadline.signal.aborted) tally.charge(reader.position);
    return { reader, failure };
  }
}

/** A reading that makes its own calls has each of them made again by itself: what forty calls have read is not read again for one. */
function readInParts(task: ReadTask, reader: Reader, budget: Budget): Promise<Reading> {
  const terms = { reader, deadline: budget.deadline, failed: new Set<ExtractionError>() };
  let inParts = false;
  const attempt = <T>(part: () => Promise<T>): Promise<T> => {
    if (inParts) reader.retries.earn();
    inParts = true;
    return retry(() => callPart(part, reader, budget), terms);
  };
  const mayRepeat = (): boolean => !inParts;
  return retry(() => call({ ...task, ...timeOf(budget), attempt }, reader, budget), { ...terms, mayRepeat });
}

const timeOf = ({ deadline }: Budget): Pick<ReadTask, 'remainingMs'> => ({ remainingMs: () => deadline.remainingMs() });

/** Asks the witnesses beside Tier 1, once and for free. A witness that fails gives a failure. */
export const readWitnesses = (context: ExtractionContext, witnesses: readonly Reader[], budget: Budget): Promise<readonly ModelResult[]> =>
  budget.stage(
    'witnesses',
    (observer) =>
      Promise.all(
        witnesses.map(async (reader) => {
          try {
            const once = { ...timeOf(budget), attempt: <T>(part: () => Promise<T>) => callPart(part, reader, budget) };
            const task = { ...taskFor(reader, context), ...once, observer };
            return { reader, reading: await withoutStated(task, (others) => call(others, reader, budget)) };
          } catch (error) {
            return { reader, failure: failureOf(error, reader, budget.deadline) };
          }
        }),
      ),
    (results) => Object.assign({}, ...results.map(endingOf)),
  );

/** @throws ExtractionError the last tier's failure, with those of the tiers before it, when no tier has answered. It may pass if each of them may. */
export function requireAnswer(results: readonly ModelResult[]): void {
  const failures = results.flatMap((result) => (answered(result) ? [] : [result]));
  const last = failures.at(-1);
  if (!last || results.some(answered)) return;
  const before = failures.slice(0, -1).map(({ reader, failure }) => `; ${reader.role} had failed, too: ${failure.message}`);
  const waits = failures.flatMap(({ failure: { retryAfterMs } }) => retryAfterMs ?? []);
  throw new ExtractionError(last.failure.code, last.failure.message + before.join(''), {
    cause: last.failure,
    retryable: failures.every(({ failure }) => failure.retryable === true),
    // The first tier that takes work again is enough.
    ...(waits.length === failures.length && { retryAfterMs: Math.min(...waits) }),
  });
}

/** Whatever was thrown becomes one typed failure. The signal is asked first: SDKs dress an abort in many classes. */
function failureOf(error: unknown, reader: Reader, deadline: Deadline): ExtractionError {
  if (deadline.signal.aborted && deadline.signal.reason instanceof ExtractionError)
    return isOutOfTime(error) ? error : deadline.signal.reason;
  const failure = error instanceof ExtractionError ? error : pluginFailure(`${reader.label} failed unexpectedly`, error, 'LLM_ERROR');
  if (failure instanceof PluginFailure) reader.broken(failure);
  return failure;
}
