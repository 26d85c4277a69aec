import type { Cap } from '../contracts/cap.js';
import { ExtractionError } from '../contracts/errors.js';
import type { Cell, EmptyArray, UnreadRows } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { groundCell, unanswered } from '../evidence/ground-cell.js';
import { type Grounded, isUnrefuted, scoreSoFar } from '../evidence/grounded.js';
import { judgeNaming } from '../evidence/judges/judge-naming.js';
import { judgeNulls } from '../evidence/judges/judge-nulls.js';
import { judgeParties } from '../evidence/judges/parties/judge-role.js';
import { judgeGaps, noteOnGap } from '../evidence/judges/rows/judge-completeness.js';
import { judgeRows } from '../evidence/judges/rows/judge-rows.js';
import { judgeRowChoices } from '../evidence/judges/rows/row-choices.js';
import { judgeRowMarks } from '../evidence/judges/rows/row-marks.js';
import { cap, classOf, lowest, reasonText } from '../evidence/scoring/caps.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import type { Reader } from '../flow/reader.js';
import { template } from '../schema/path.js';
import { memoize, memoizeByObject, memoizeByPair } from '../values/memoize.js';
import { cellsByPath, rowsOf } from './assemble.js';
import { type ExtractionContext, taskFor } from './prepare.js';
import { answered, type ModelResult } from './read.js';

/** The cells of one reader, each checked against the page. */
export interface Grounding {
  readonly reader: Reader;
  /** False if the reader failed; then it has no cells, not even nulls. */
  readonly answered: boolean;
  /** Every leaf in the order of the schema, each with its rows in document order. */
  readonly cells: readonly Grounded[];
  /** The cells of one field; none where the reader was not asked for it. */
  of(field: Field): readonly Grounded[];
  /** The part of the document that was read, if it is not the pages. */
  readonly source?: string;
  readonly notes: readonly string[];
  /** Pages whose rows the reader has not read. */
  readonly gaps: readonly UnreadRows[];
  /** Arrays that the reader found no rows of, where it is not certain. */
  readonly empty: readonly EmptyArray[];
}

/** Finds each cell of each reading on the page and types it. A leaf without a cell becomes a null with an issue, a cell without a leaf an issue. */
export async function ground(results: readonly ModelResult[], context: ExtractionContext): Promise<readonly Grounding[]> {
  const groundings: Grounding[] = [];
  for (const result of results) groundings.push(await groundOne(result, context));
  return groundings;
}

/** Memoized, because the first tier's result is grounded again, on the same pages, after the second tier has answered. */
const groundOne = memoizeByPair(async (result: ModelResult, context: ExtractionContext): Promise<Grounding> => {
  const { reader } = result;
  const { index } = context;
  const { fields, signal } = taskFor(reader, context);
  if (!answered(result))
    return {
      reader,
      answered: false,
      cells: [],
      of: () => [],
      gaps: [],
      empty: [],
      notes: [`${reader.role} failed: ${result.failure.message}`],
    };
  const yieldToEventLoop = eventLoopYielder(signal);
  const known = new Set(fields.map((field) => field.path));
  const cells = result.reading.cells.filter((cell) => known.has(template(cell.path)));
  await yieldToEventLoop();
  const byPath = cellsByPath(cells);
  await yieldToEventLoop();
  const places = placesAmong([...byPath.keys()]);
  requireFewCells(fields.reduce((count, field) => count + places(field).length, 0));
  const grounded: Grounded[] = [];
  const groundOnce = onceForEqual((cell, field) => groundCell(cell, field, index));
  for (const field of fields)
    for (const path of places(field)) {
      await yieldToEventLoop();
      const own = byPath.get(path) ?? [];
      grounded.push(own.length === 0 ? unanswered(path, field, index) : best(own.map((cell) => groundOnce(cell, field))));
    }
  const unknownCells = result.reading.cells.length - cells.length;
  const dropped =
    unknownCells > 0 ? [`${reader.label} answered ${unknownCells} fields that the schema does not have; they were left out`] : [];
  await yieldToEventLoop();
  const judgeNames = (all: readonly Grounded[]): readonly Grounded[] => judgeNaming(all, fields, index);
  const gaps = result.reading.gaps?.filter(({ pages }) => pages.length > 0) ?? [];
  const judges = [judgeRows, judgeParties, judgeNames, judgeRowChoices, judgeRowMarks, judgeNulls];
  let judged: readonly Grounded[] = grounded;
  for (const judge of judges) {
    judged = judge(judged, index);
    await yieldToEventLoop();
  }
  judged = judgeGaps(judged, gaps);
  const byField = Map.groupBy(judged, (cell) => cell.field);
  const notes = [...(result.reading.notes ?? []), ...gaps.map(noteOnGap), ...dropped];
  const { source, empty = [] } = result.reading;
  return { reader, answered: true, cells: judged, of: (field) => byField.get(field) ?? [], ...(source && { source }), notes, gaps, empty };
});

/** What nothing was quoted for is found where any equal value of its column is: long tables have the same numbers again and again. */
function onceForEqual(ground: (cell: Cell, field: Field) => Grounded): (cell: Cell, field: Field) => Grounded {
  const known = new Map<string, Grounded>();
  return (cell, field) => {
    if (cell.quote !== null || cell.page !== null) return ground(cell, field);
    const { path, ...said } = cell;
    const key = `${field.path} ${JSON.stringify(said)}`;
    const found = known.get(key) ?? ground(cell, field);
    known.set(key, found);
    return { ...found, path };
  };
}

/** The paths of a field: its own, or one for each row that the reader found in any column of the array. */
function placesAmong(read: readonly string[]): (field: Field) => readonly string[] {
  const rows = memoize((array) => rowsOf(array, read));
  return memoizeByObject(({ path }: Field) => {
    const end = path.lastIndexOf('[]') + '[]'.length;
    return path.includes('[]') ? rows(path.slice(0, end)).map((row) => row + path.slice(end)) : [path];
  });
}

/**
 * Chooses the best grounded of several answers for one field, whatever their order, and adds a doubt. Only the page decides, so that the
 * reader's stated confidence cannot change the value; of all stated confidences the least sure one counts.
 */
function best(candidates: readonly Grounded[]): Grounded {
  const [only, ...others] = candidates;
  if (only && others.length === 0) return only;
  const words = candidates.flatMap(({ caps }) => caps.filter(isWord)).sort((a, b) => inOrder(a.reason, b.reason));
  const word = lowest(words);
  const [chosen] = candidates
    .map((candidate) => ({ ...candidate, caps: candidate.caps.filter((given) => !isWord(given)) }))
    .sort(
      (a, b) =>
        Number(isUnrefuted(b)) - Number(isUnrefuted(a)) ||
        scoreSoFar(b) - scoreSoFar(a) ||
        inOrder(a.key ?? '', b.key ?? '') ||
        inOrder(proofOf(a), proofOf(b)),
    );
  if (!chosen) throw new RangeError('a field without cells');
  const answers = new Set(candidates.map((candidate) => candidate.key)).size;
  const doubt = cap('uniqueness.several', `${reasonText.multiple}: the reader gave ${answers} different answers`);
  return { ...chosen, caps: [...chosen.caps, ...(word ? [word] : []), ...(answers > 1 ? [doubt] : [])] };
}

const isWord = (given: Cap): boolean => classOf(given) === 'model';

/** Everything in which two cells with the same field and value can differ; used to make the order stable. */
const proofOf = ({ value, evidence, label, caps, notes }: Grounded): string =>
  JSON.stringify([value, evidence?.page, evidence?.text, label, caps, notes]);

const inOrder = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);

/** The most cells that are read of one document, such as 5,000 rows of ten fields. A cell takes about 6 kB during the request. */
export const maxCells = 50_000;

/** @throws ExtractionError if there are more cells, as a schema of many columns and a long table can make. */
export function requireFewCells(count: number): void {
  if (count <= maxCells) return;
  const [asked, allowed] = [count, maxCells].map((number) => number.toLocaleString('en-US'));
  throw new ExtractionError(
    'EXTRACTION_FAILED',
    `The schema's fields and the document's rows make ${asked} cells, more than ${allowed}; ask for fewer fields of each row, or split the document`,
  );
}
