import {
  type Document,
  ExtractionError,
  type Reading,
  type ReadTask,
  Semaphore,
  type UnreadRows,
  type Usage,
} from '../../../core/index.js';
import { indexPage, isSumRow, isTableHeader, numbersAmong, type Row } from '../../../core/text.js';
import { addUsage } from './answer.js';
import { cellsInTurns } from './cells.js';
import { charged } from './failure.js';
import { isFurniture, joinAnswers } from './join.js';
import { mapCells } from './map-cells.js';
import { isColumn, type WindowPlan } from './plan.js';
import { anchorsOf } from './printed-rows.js';
import { windowProgress } from './progress.js';
import { readWindow, type WindowFailure, type WindowReading, type WindowResult } from './read-window.js';
import type { ModelReader } from './repair.js';
import type { CompactAnswer, CompactTable } from './reply.js';

/** The model, its settings and the slots that its windows share over all documents. */
interface WindowReader extends ModelReader {
  readonly slots: Semaphore<'windows'>;
  /** An answer that cost tokens and was of no use; absent if there was no request yet. */
  readonly spent?: SpentAnswer;
}

export interface SpentAnswer {
  readonly usage: Usage | undefined;
}

/**
 * Reads a document in windows: the fields that stand once, and at the same time the rows. Rows that are printed and that no window brought
 * are asked for once more. What then is missing is a gap of the reading, named by its pages.
 * @throws ExtractionError when the fields that stand once cannot be read, or no window at all
 */
export async function readWindows(plan: WindowPlan, task: ReadTask, reader: WindowReader): Promise<Reading> {
  const time = windowTime(task);
  let spent: SpentAnswer | undefined = reader.spent;
  const reading: WindowReading = {
    ...reader,
    task: { ...task, signal: time.signal, ...(time.remainingMs && { remainingMs: time.remainingMs }) },
    progress: windowProgress(task.observer, task.document.pages.length),
    spend: (more) => {
      spent = { usage: addUsage(spent?.usage, more) };
    },
  };
  try {
    const results = await readAll(plan, reading, time.stop);
    const again = await readAgain(plan, results, reading);
    return { ...(await readingOf(results, again, task)), ...(spent?.usage ? { usage: spent.usage } : {}) };
  } catch (error) {
    time.stop(error);
    throw spent ? charged(error) : error;
  } finally {
    time.end();
  }
}

/** Part of the time that is left for weighing what was read, and its bounds, in ms. */
const reserve = { share: 0.1, least: 1_000, most: 10_000 };

interface WindowTime {
  readonly signal: AbortSignal;
  /** Unlimited where absent. */
  readonly remainingMs: (() => number) | undefined;
  stop(reason: unknown): void;
  end(): void;
}

/** The time of the windows: it ends before that of the request, so that what was read by then is an answer. */
function windowTime({ signal, remainingMs }: ReadTask): WindowTime {
  const stopped = new AbortController();
  const stop = (reason: unknown): void => stopped.abort(reason);
  const left = remainingMs?.();
  const reserved = left === undefined ? 0 : Math.min(Math.max(left * reserve.share, reserve.least), reserve.most);
  const timer = left === undefined ? undefined : setTimeout(() => stop(outOfTime()), left - reserved);
  return {
    signal: AbortSignal.any([signal, stopped.signal]),
    remainingMs: remainingMs && (() => remainingMs() - reserved),
    stop,
    end: () => clearTimeout(timer),
  };
}

const outOfTime = (): ExtractionError =>
  new ExtractionError('TIMEOUT_ERROR', 'No time was left before the deadline of the request; "deadline_ms" or VOUCH_DEADLINE_MS sets it');

async function readAll(
  { header, windows }: WindowPlan,
  reading: WindowReading,
  stop: WindowTime['stop'],
): Promise<readonly WindowResult[]> {
  const { task, progress } = reading;
  const columns = task.fields.filter(isColumn);
  const single = task.fields.filter((field) => !isColumn(field));
  const readHeader = async (): Promise<WindowResult> => {
    // It takes none of the slots of the rows, just as a document takes none that a single answer holds.
    const result = await readWindow({ pages: header, fields: single }, { ...reading, slots: new Semaphore({ windows: 1 }) });
    const [failed] = result.failures;
    if (!failed) return result;
    stop(failed.failure);
    throw failed.failure;
  };
  const readRows = async (pages: readonly number[]): Promise<WindowResult> => {
    const result = await readWindow({ pages, fields: columns }, reading);
    progress.pagesRead(pages.length);
    return result;
  };
  const results = await Promise.all([...(header.length > 0 ? [readHeader()] : []), ...windows.map(readRows)]);
  const [failed] = results.flatMap(({ failures }) => failures);
  if (failed && results.every(({ answers }) => answers.length === 0)) throw failed.failure;
  return results;
}

/** Asks once more for the pages of rows that no window brought. */
function readAgain({ windows }: WindowPlan, results: readonly WindowResult[], reading: WindowReading): Promise<readonly WindowResult[]> {
  const { task } = reading;
  if (task.signal.aborted) return Promise.resolve([]);
  const failed = failedPages(results);
  const missed = new Set(missedIn(results, task).flatMap(({ pages }) => pages));
  const wanted = windows.map((pages) => pages.filter((page) => missed.has(page) && !failed.has(page))).filter(({ length }) => length > 0);
  const fields = task.fields.filter(isColumn);
  return Promise.all(wanted.map((pages) => readWindow({ pages, fields, again: true }, reading)));
}

const failedPages = (results: readonly WindowResult[]): ReadonlySet<number> =>
  new Set(results.flatMap(({ failures }) => failures.flatMap(({ pages }) => pages)));

const missedIn = (results: readonly WindowResult[], { document }: ReadTask): readonly MissedRows[] =>
  missedRows(joinAnswers(answersOf(results), document), document);

const answersOf = (results: readonly WindowResult[]) => results.flatMap(({ answers }) => answers);

async function readingOf(
  results: readonly WindowResult[],
  again: readonly WindowResult[],
  task: ReadTask,
): Promise<Omit<Reading, 'usage'>> {
  const { document, fields } = task;
  const all = [...results, ...again];
  const answered = await cellsInTurns(joinAnswers(answersOf(all), document), task);
  const mapped = mapCells(answered.cells, fields, document);
  const gaps = gapsOf(results, missedIn(all, task), task);
  return {
    cells: mapped.cells,
    notes: [...all.flatMap(({ notes }) => notes), ...mapped.notes, ...answered.notes],
    ...(gaps.length > 0 ? { gaps } : {}),
  };
}

/** Pages that could not be read, by reason, for every array; and pages that were read, but whose rows are missing. */
function gapsOf(results: readonly WindowResult[], missed: readonly MissedRows[], { fields }: ReadTask): readonly UnreadRows[] {
  const failures = results.flatMap((result) => result.failures);
  const failed = failedPages(results);
  const arrays = [...new Set(fields.filter(isColumn).map(arrayOf))];
  const unread = [...Map.groupBy(failures, ({ failure }) => failure.message)].flatMap(([reason, same]) =>
    arrays.map((array) => ({ array, pages: pagesOf(same), reason })),
  );
  const leftOut = missed
    .map(({ array, pages }) => ({
      array,
      pages: pages.filter((page) => !failed.has(page)),
      reason: 'the model left out rows that are printed there',
    }))
    .filter(({ pages }) => pages.length > 0);
  return [...unread, ...leftOut];
}

/** `$.line_items[].amount` → `$.line_items`; operands of checks are no array of the answer. */
const arrayOf = ({ path }: { readonly path: string }): string => path.slice(0, path.indexOf('[]')).replace(/^\$shadow\./, '$.');

const pagesOf = (failures: readonly WindowFailure[]): readonly number[] => failures.flatMap(({ pages }) => pages).toSorted((a, b) => a - b);

/** Pages that print rows like those of a table, which no answer has. */
interface MissedRows {
  /** The path of the array: `$.line_items`. */
  readonly array: string;
  readonly pages: readonly number[];
}

/**
 * The pages with rows that were left out: a row with as many numbers as rows of the table, in the same columns, that is neither a header nor
 * a sum. Tables whose rows have fewer than two numbers cannot be told from other lines.
 */
export function missedRows({ tables }: CompactAnswer, document: Document): readonly MissedRows[] {
  const places = tables.flatMap((table) => placed(table, document));
  const taken = new Set(places.map(({ row }) => row));
  return [...Map.groupBy(places, ({ array }) => array)].flatMap(([array, own]) => {
    const shapes = shapesOf(own.map(({ row }) => row));
    const pages = document.pages.filter((page) =>
      indexPage(page).rows.some((row) => !taken.has(row) && isLike(row, shapes) && mayBeItem(row, document)),
    );
    return pages.length > 0 ? [{ array, pages: pages.map(({ number }) => number) }] : [];
  });
}

const mayBeItem = (row: Row, document: Document): boolean => !isTableHeader(row) && !isSumRow(row) && !isFurniture(row, document);

interface ClaimedRow {
  readonly array: string;
  readonly row: Row;
}

function placed(table: CompactTable, document: Document): readonly ClaimedRow[] {
  const page = document.pages.find(({ number }) => number === table.page);
  if (!page) return [];
  const { rows } = indexPage(page);
  const array = `$.${table.name.trim().replace(/^\$\.|\[\]$/g, '')}`;
  return anchorsOf(table, table.page, document).flatMap((anchor) => {
    const row = anchor && rows[anchor.at];
    return row ? [{ array, row }] : [];
  });
}

/** The left and right edges of the numbers of a row, in points, the last ones of the row. */
type NumberColumns = readonly (readonly [left: number, right: number])[];

const minNumbers = 2;
/** Of rows that look alike, a few stand for all. */
const maxShapes = 60;
/** Edges of the numbers in one column differ by at most this, in points. */
const edgeTolerance = 3;

const numbersOf = ({ words }: Row): NumberColumns => numbersAmong(words).map(({ box }) => [box.x, box.x + box.width]);

/** The shapes that several rows have, of as many numbers as all rows have: further ones may stand in descriptions. */
function shapesOf(rows: readonly Row[]): readonly NumberColumns[] {
  const count = Math.min(...rows.map((row) => numbersOf(row).length));
  if (count < minNumbers) return [];
  const alike: { readonly shape: NumberColumns; count: number }[] = [];
  for (const row of rows) {
    const shape = numbersOf(row).slice(-count);
    const known = alike.find((other) => areAlike(shape, other.shape));
    if (known) known.count += 1;
    else if (alike.length < maxShapes) alike.push({ shape, count: 1 });
  }
  return alike.filter((shape) => shape.count > 1).map(({ shape }) => shape);
}

const isLike = (row: Row, shapes: readonly NumberColumns[]): boolean =>
  /\p{L}{2}/u.test(row.text) && shapes.some((shape) => areAlike(numbersOf(row).slice(-shape.length), shape));

const areAlike = (one: NumberColumns, other: NumberColumns): boolean =>
  one.length === other.length &&
  one.every(([left, right], at) => {
    const [otherLeft = 0, otherRight = 0] = other[at] ?? [];
    return Math.abs(left - otherLeft) <= edgeTolerance || Math.abs(right - otherRight) <= edgeTolerance;
  });
