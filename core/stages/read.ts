import { setTimeout as sleep } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { StatedInvoice, StatedValue } from '../contracts/document.js';
import { ExtractionError } from '../contracts/errors.js';
import type { Cell, Reading, ReadTask } from '../contracts/model.js';
import type { Ending } from '../contracts/observer.js';
import type { Field } from '../contracts/schema.js';
import { conceptOf } from '../evidence/labels/concepts/concepts.js';
import type { Deadline } from '../flow/deadline.js';
import type { Reader } from '../flow/reader.js';
import type { Stages } from '../flow/stage-observer.js';
import { concrete, template } from '../schema/path.js';
import { type CallTerms, call, callPart } from './call.js';
import { type ExtractionContext, taskFor } from './prepare.js';

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
    return again(() => callPart(part, reader, budget), terms);
  };
  const mayRepeat = (): boolean => !inParts;
  return again(() => call({ ...task, ...timeOf(budget), attempt }, reader, budget), { ...terms, mayRepeat });
}

interface AgainTerms {
  readonly reader: Reader;
  readonly deadline: Deadline;
  /** Failures of one reading whose calls are being made again. */
  readonly failed: Set<ExtractionError>;
  /** Whether it may be made again at all; it may when absent. */
  mayRepeat?(): boolean;
}

/** Makes a call, again where its failure may pass. Where time runs out in the meantime, the failure says what had happened before. */
async function again<T>(work: () => Promise<T>, { reader, deadline, failed, mayRepeat = () => true }: AgainTerms): Promise<T> {
  const options = retrying(reader, deadline);
  const own: ExtractionError[] = [];
  const shouldRetry: typeof options.shouldRetry = async (context) => {
    if (!mayRepeat() || !(context.error instanceof ExtractionError)) return false;
    own.push(context.error);
    failed.add(context.error);
    return options.shouldRetry(context);
  };
  try {
    const result = await pRetry(work, { ...options, shouldRetry });
    for (const failure of own) failed.delete(failure);
    return result;
  } catch (error) {
    const earlier = [...failed].at(-1);
    throw earlier && isOutOfTime(error) && !explained.has(error) ? withEarlier(error, earlier) : error;
  }
}

/** The failure of a part, with a note of what had happened before it; noted once. */
const explained = new WeakSet<ExtractionError>();

const isOutOfTime = (error: unknown): error is ExtractionError => error instanceof ExtractionError && error.code === 'TIMEOUT_ERROR';

/** Two time-outs of a provider can use up the time of a request: what limits then is not the request's deadline alone. */
function withEarlier({ code, message, worked, usage }: ExtractionError, earlier: ExtractionError): ExtractionError {
  const error = new ExtractionError(code, `${message}; before that, ${earlier.message}`, { cause: earlier, worked, usage });
  explained.add(error);
  return error;
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

const retries = 2;
const firstWaitMs = 500;
/** A try that has less time than this left is not begun: it could only waste the provider's work. */
const shortestTryMs = 1_000;

/**
 * The time of the next try is the provider's wish or full jitter over a doubling wait; both must fit into the deadline. p-retry asks this
 * last, when it knows that a try is left, so that the wait is decided and slept in one place.
 */
const retrying = ({ breaker, retries: budget }: Reader, deadline: Deadline) => ({
  retries,
  minTimeout: 0,
  signal: deadline.signal,
  shouldRetry: async ({ error, attemptNumber }: { error: unknown; attemptNumber: number }) => {
    if (!(error instanceof ExtractionError) || !error.retryable) return false;
    if (error.retryable === 'once' && attemptNumber > 1) return false;
    if (breaker.open) return false;
    const waitMs = error.retryAfterMs ?? Math.random() * firstWaitMs * 2 ** attemptNumber;
    if (waitMs + shortestTryMs > deadline.remainingMs()) {
      if (error.retryAfterMs !== undefined) breaker.pause(error.retryAfterMs, error);
      return false;
    }
    if (!budget.spend()) return false;
    await sleep(waitMs, undefined, { signal: deadline.signal });
    return true;
  },
});

/** Whatever was thrown becomes one typed failure. The signal is asked first: SDKs dress an abort in many classes. */
function failureOf(error: unknown, reader: Reader, deadline: Deadline): ExtractionError {
  if (deadline.signal.aborted && deadline.signal.reason instanceof ExtractionError)
    return isOutOfTime(error) ? error : deadline.signal.reason;
  if (error instanceof ExtractionError) return error;
  const kind = error instanceof Error ? error.name : typeof error;
  return new ExtractionError('LLM_ERROR', `${reader.label} failed unexpectedly (${kind})`, { cause: error });
}

/**
 * Takes what the document states by itself, and asks the reader for the other fields; not at all where there are none. The other columns
 * of stated rows are the reader's where it saw as many rows; else nothing says which row they belong to, and they stay unanswered.
 */
async function withStated(task: ReadTask, read: (task: ReadTask) => Promise<Reading>): Promise<Reading> {
  const { stated } = task.document;
  if (!stated) return read(task);
  const cells = task.fields.flatMap((field) => cellsOf(field, stated));
  const reading = await withoutStated(task, read);
  const arrays = new Set(cells.flatMap(({ path }) => arrayOf(path) ?? []));
  const seen = new Set(reading.cells.flatMap(({ path }) => (arrays.has(arrayOf(path) ?? '') ? [rowOf(path)] : [])));
  const isPlaced = ({ path }: Cell): boolean => !arrays.has(arrayOf(path) ?? '') || seen.size === stated.lines.length;
  return { ...reading, cells: [...cells, ...reading.cells.filter(isPlaced)] };
}

/** Asks the reader only for what the document does not state, and takes no other answer; it is not asked where nothing is left. */
async function withoutStated(task: ReadTask, read: (task: ReadTask) => Promise<Reading>): Promise<Reading> {
  const { stated } = task.document;
  if (!stated) return read(task);
  const known = new Set(task.fields.filter((field) => cellsOf(field, stated).length > 0).map(({ path }) => path));
  const others = task.fields.filter(({ path }) => !known.has(path));
  if (others.length === 0) return { cells: [] };
  const reading = await read({ ...task, fields: others });
  return { ...reading, cells: reading.cells.filter(({ path }) => !known.has(template(path))) };
}

/** A column that any row states is stated for all of them: a row without it has none. */
function cellsOf(field: Field, { header, lines }: StatedInvoice): readonly Cell[] {
  const concept = conceptOf(field);
  if (!concept) return [];
  const marks = field.path.split('[]').length - 1;
  if (marks === 0) return header.has(concept) ? [cellOf(field.path, header.get(concept))] : [];
  if (marks > 1 || !concept.startsWith('line_') || !lines.some((line) => line.has(concept))) return [];
  return lines.map((line, row) => cellOf(concrete(field.path, [row]), line.get(concept)));
}

const cellOf = (path: string, stated: StatedValue | undefined): Cell => ({
  path,
  value: stated?.value ?? null,
  page: stated?.page ?? null,
  quote: stated?.quote ?? null,
  confidence: 'certain',
  reason: 'exact',
});

/** '$.line_items[2].amount' → '$.line_items'; undefined outside of arrays. */
const arrayOf = (path: string): string | undefined => /^[^[]*(?=\[)/.exec(path)?.[0];

/** '$.line_items[2].amount' → '$.line_items[2]' */
const rowOf = (path: string): string => path.slice(0, path.indexOf(']') + 1);
