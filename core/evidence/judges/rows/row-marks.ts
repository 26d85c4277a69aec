import type { Field } from '../../../contracts/schema.js';
import { type Grounded, held } from '../../grounded.js';
import { yesOrNoIn } from '../../labels/concepts/statements.js';
import { namedBy } from '../../labels/nearby/caption-words.js';
import { headerAbove } from '../../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { meets, type Span, textOf } from '../../page/page-index.js';
import { refuted } from '../../unnamed.js';
import { eachArray, type PlacedItem, placeItems, placesInRows } from './place-items.js';
import { saidByRow } from './row-choices.js';

/**
 * Judges the yes and no of rows by a mark, `*`, `P` or `Yes`, that stands in the rows with a yes and in no others. Where it does so in nearly all rows, it
 * refutes those that differ.
 */
export const judgeRowMarks = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  cells.some(isOpen) ? eachArray(cells, (items) => judgeItems(placeItems(items).placed, index), index) : cells;

/** A yes or no of a row that nothing was quoted for. */
const isOpen = ({ field, path, value, unquoted }: Grounded): boolean =>
  unquoted === true && value !== null && field.type === 'boolean' && path.includes('[');

function judgeItems(placed: readonly PlacedItem[], index: DocumentIndex): readonly Grounded[] {
  const fields = new Set(placed.flatMap(({ cells }) => cells.filter(isOpen).map(({ field }) => field)));
  if (fields.size === 0) return [];
  const rows = placed.map((item): MarkedRow => ({ item, words: marksIn(item, index) }));
  const marks = new Map([...fields].map((field) => [field, markOf(field, rows, index)] as const));
  const shared = new Set([...marks.values()].filter((mark, at, all) => all.indexOf(mark) !== at));
  return rows.flatMap(({ item, words }) =>
    item.cells.flatMap((cell) => {
      const mark = isOpen(cell) ? marks.get(cell.field) : undefined;
      return mark === undefined || shared.has(mark) ? [] : [judged(cell, { item, words }, mark, index)];
    }),
  );
}

/** An item, and the marks in its lines: words that no other value of it has, and signs that cling to those that one has. */
interface MarkedRow {
  readonly item: PlacedItem;
  readonly words: ReadonlyMap<string, Span>;
}

function marksIn(item: PlacedItem, { rows }: DocumentIndex): ReadonlyMap<string, Span> {
  const taken = item.cells.filter((cell) => !isOpen(cell)).flatMap((cell) => placesInRows(cell, item));
  const lines = new Set([item.line, ...taken.map(({ order }) => order)]);
  const spans = [...lines].flatMap((order) => {
    const row = rows[order];
    return row?.words.map((_, from): Span => ({ row, order, from, to: from + 1 })) ?? [];
  });
  const marks = spans.map((span): readonly [string, Span] => [
    asMark(
      textOf(span),
      taken.some((place) => meets(place, span)),
    ),
    span,
  ]);
  return new Map(marks.filter(([mark]) => mark !== ''));
}

/** A word without the marks of a sentence, `yes` for all that mean it; of a word that is a value's the sign at its end: `19.00*`. */
function asMark(text: string, isTaken: boolean): string {
  if (isTaken) return /[*†‡§#]+$/.exec(text)?.[0] ?? '';
  const word = text.replace(/[.,;:]+$/, '').toLowerCase();
  return yesOrNoIn(word) ? saysYes : word;
}
const saysYes = 'yes';

/**
 * The mark that tells the rows with a yes from those with a no best, if that is no chance: of all ways to choose as many of n rows, and as many of them
 * wrongly, it is one of 2^bits. A yes under a header that names the field needs less; a word under any other header is about something else.
 */
function markOf(field: Field, rows: readonly MarkedRow[], index: DocumentIndex): string | undefined {
  const answered = rows.flatMap(({ item, words }) => {
    const cell = item.cells.find((one) => one.field === field && isOpen(one));
    return cell ? [{ words, isYes: cell.value === true }] : [];
  });
  const [count, yes] = [answered.length, answered.filter(({ isYes }) => isYes).length];
  // How many of the rows with a mark have a yes, and how many a no.
  const tally = new Map<string, { yes: number; no: number; place: Span }>();
  for (const { words, isYes } of answered)
    for (const [word, place] of words) {
      const one = tally.get(word) ?? { yes: 0, no: 0, place };
      one[isYes ? 'yes' : 'no'] += 1;
      tally.set(word, one);
    }
  const all = log2Choices(count, yes);
  const proofs = [...tally].flatMap(([word, having]) => {
    const wrong = yes - having.yes + having.no;
    if (having.yes <= having.no || having.yes * 2 <= yes || wrong > maxWrongShare * count || yesOrNoIn(word) === false) return [];
    const header = /[\p{L}\p{N}]/u.test(word) ? (headerAbove(having.place, index)?.text ?? '') : '';
    const isNamed = header !== '' && namedBy(field, header).share >= minNamedShare;
    if (header !== '' && !isNamed) return [];
    const needed = isNamed && word === saysYes ? saidBits : Math.log2(rarity * tally.size);
    const spare = all - log2Choices(count, wrong) - needed;
    return spare >= 0 ? [{ word, spare }] : [];
  });
  return proofs.toSorted((a, b) => b.spare - a.spare)[0]?.word;
}
const maxWrongShare = 0.1;
const minNamedShare = 0.5;
/** One in eight by chance where the header and the word say it; else one in a hundred, for each mark that might have been one. */
const saidBits = 3;
const rarity = 100;

/** The logarithm of the number of ways to choose k of n. */
const log2Choices = (n: number, k: number): number =>
  Array.from({ length: Math.min(k, n - k) }, (_, at) => Math.log2((n - at) / (at + 1))).reduce((sum, one) => sum + one, 0);

function judged(cell: Grounded, { item, words }: MarkedRow, mark: string, { rows }: DocumentIndex): Grounded {
  const place = words.get(mark);
  const says = place ? `has the mark "${mark}" of a yes` : `lacks the mark "${mark}" of a yes`;
  if ((place !== undefined) !== cell.value) return held(cell, refuted(`its row ${says}`));
  const row = rows[item.line];
  return row ? saidByRow(cell, place ?? { row, order: item.line, from: 0, to: row.words.length }, says) : cell;
}
