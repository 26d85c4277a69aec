import type { Field } from '../../../contracts/schema.js';
import { type Grounded, held } from '../../grounded.js';
import { yesOrNoIn } from '../../labels/concepts/statements.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { meets, type Span, textOf } from '../../page/page-index.js';
import { refuted } from '../../unnamed.js';
import { eachArray, type PlacedItem, placeItems, placesInRows } from './place-items.js';
import { saidByRow } from './row-choices.js';

/**
 * Judges the yes and no of rows by a mark, `*`, `P` or `Yes`, that stands in the rows with a yes and in no others. One that nearly always does convicts the
 * rows that differ.
 */
export const judgeRowMarks = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  cells.some(isOpen) ? eachArray(cells, (items) => judgeItems(placeItems(items).placed, index), index) : cells;

/** A yes or no of a row that nothing was quoted for. */
const isOpen = ({ field, path, value, unquoted }: Grounded): boolean =>
  unquoted === true && value !== null && field.type === 'boolean' && path.includes('[');

function judgeItems(placed: readonly PlacedItem[], index: DocumentIndex): readonly Grounded[] {
  const fields = new Set(placed.flatMap(({ cells }) => cells.filter(isOpen).map(({ field }) => field)));
  if (fields.size === 0) return [];
  const rows = placed.map((item): MarkedRow => ({ item, words: freeWords(item, index) }));
  const marks = new Map([...fields].flatMap((field) => [[field, markOf(field, rows)] as const]));
  const shared = new Set([...marks.values()].filter((mark, at, all) => all.indexOf(mark) !== at));
  return rows.flatMap(({ item, words }) =>
    item.cells.flatMap((cell) => {
      const mark = isOpen(cell) ? marks.get(cell.field) : undefined;
      return mark === undefined || shared.has(mark) ? [] : [judged(cell, { item, words }, mark, index)];
    }),
  );
}

/** An item, and the words of its line that no other value of it has, by their text. */
interface MarkedRow {
  readonly item: PlacedItem;
  readonly words: ReadonlyMap<string, Span>;
}

function freeWords(item: PlacedItem, { rows }: DocumentIndex): ReadonlyMap<string, Span> {
  const row = rows[item.line];
  if (!row) return new Map();
  const taken = item.cells.filter((cell) => !isOpen(cell)).flatMap((cell) => placesInRows(cell, item));
  const spans = row.words.map((_, from): Span => ({ row, order: item.line, from, to: from + 1 }));
  return new Map(spans.filter((span) => !taken.some((place) => meets(place, span))).map((span) => [textOf(span).toLowerCase(), span]));
}

/**
 * The word that tells the rows with a yes from those with a no best, if that is no chance: of all ways to choose as many of n rows, and as many of them
 * wrongly, it is one of 2^bits. A word that means yes needs less, one that means no is none.
 */
function markOf(field: Field, rows: readonly MarkedRow[]): string | undefined {
  const answered = rows.flatMap(({ item, words }) => {
    const cell = item.cells.find((one) => one.field === field && isOpen(one));
    return cell ? [{ words, isYes: cell.value === true }] : [];
  });
  const [count, yes] = [answered.length, answered.filter(({ isYes }) => isYes).length];
  // How many of the rows with a word have a yes, and how many a no.
  const tally = new Map<string, { yes: number; no: number }>();
  for (const { words, isYes } of answered)
    for (const word of words.keys()) {
      const one = tally.get(word) ?? { yes: 0, no: 0 };
      one[isYes ? 'yes' : 'no'] += 1;
      tally.set(word, one);
    }
  const proofs = [...tally].flatMap(([word, having]) => {
    const wrong = yes - having.yes + having.no;
    if (wrong > maxWrongShare * count) return [];
    const spare = log2Choices(count, yes) - log2Choices(count, wrong) - bitsNeeded(word, tally.size);
    return spare >= 0 ? [{ word, spare }] : [];
  });
  return proofs.toSorted((a, b) => b.spare - a.spare)[0]?.word;
}
const maxWrongShare = 0.1;

/** One in a hundred by chance, for each word that might have been one; one in eight where the word says it. */
const bitsNeeded = (word: string, words: number): number => {
  const meaning = yesOrNoIn(word);
  return meaning === undefined ? Math.log2(100 * words) : meaning ? Math.log2(8) : Number.POSITIVE_INFINITY;
};

/** The logarithm of the number of ways to choose k of n. */
const log2Choices = (n: number, k: number): number =>
  Array.from({ length: Math.min(k, n - k) }, (_, at) => Math.log2((n - at) / (at + 1))).reduce((sum, one) => sum + one, 0);

function judged(cell: Grounded, { item, words }: MarkedRow, mark: string, { rows }: DocumentIndex): Grounded {
  const place = words.get(mark);
  if ((place !== undefined) !== cell.value)
    return held(cell, refuted(place ? `its row has the mark "${mark}" of a yes` : `its row lacks the mark "${mark}" of a yes`));
  const row = rows[item.line];
  return row ? saidByRow(cell, place ?? { row, order: item.line, from: 0, to: row.words.length }) : cell;
}
