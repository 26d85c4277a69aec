import type { Decimal } from '../../../contracts/amount.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { decimal } from '../../../values/money.js';
import type { Grounded } from '../../grounded.js';
import { conceptKind } from '../../labels/concepts/concept-kind.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import { printedUnder } from '../../labels/nearby/values-under.js';
import { sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Phrase } from '../../page/lines.js';
import { maxEdgeGapPoints, type Row, rightOf, type Spot } from '../../page/page-index.js';
import { isTableHeader } from '../../page/surroundings.js';
import { datesIn } from '../../print/dates.js';
import { readNumber } from '../../print/numbers.js';

/** A table of the document: its header, and the rows of the page from there to the next table, the end exclusive. */
export interface PrintedTable {
  readonly header: Row;
  readonly from: number;
  readonly to: number;
}

/** The first table, of whatever kind, whose rows no array of the result holds. Tables of taxes are left to the arrays of taxes. */
export const unclaimedTable = (cells: readonly Grounded[], index: DocumentIndex): PrintedTable | undefined => {
  const taken = new Set(
    cells
      .filter(({ path, field }) => path.includes('[') && !field.shadow)
      .flatMap((cell) => cell.evidence?.spans.map(({ order }) => order) ?? []),
  );
  return printedTables(index).find(
    ({ header, from, to }) =>
      !isOfTaxes(header) && !Array.from({ length: to - from }, (_, at) => from + at).some((order) => taken.has(order)),
  );
};

const printedTables = memoizeByObject((index: DocumentIndex): readonly PrintedTable[] => {
  const heads = index.rows.flatMap((row, order) => (isTableHeader(row) || headsColumns(order, index) ? [order] : []));
  return heads.flatMap((order, at) => {
    const header = index.rows[order];
    const next = heads[at + 1] ?? index.rows.length;
    const to = index.rows.findIndex((row, below) => below > order && row.page !== header?.page);
    return header ? [{ header, from: order + 1, to: Math.min(next, to < 0 ? index.rows.length : to) }] : [];
  });
});

const isOfTaxes = ({ text }: Row): boolean =>
  labelsIn(text).some(({ concept }) => concept === 'tax' || concept === 'tax_rate') && !isDescribed(text);
const isDescribed = (text: string): boolean => labelsIn(text).some(({ concept }) => concept === 'line_description');

const minColumns = 3;
const minRows = 2;
const maxRowsBelow = 4;

/** Whether words without digits stand over columns of at least two rows, one column of which holds nothing but numbers or days. */
function headsColumns(order: number, index: DocumentIndex): boolean {
  const headers = index.lines[order]?.phrases ?? [];
  if (headers.length < minColumns || headers.some(({ text }) => /\d|:$/.test(text))) return false;
  const rows = Array.from({ length: maxRowsBelow }, (_, at) => index.lines[order + 1 + at]?.phrases ?? []).filter(
    ([first]) => first?.row.page === index.rows[order]?.page,
  );
  const filled = rows.filter((parts) => headers.filter((header) => parts.some((part) => isUnder(header, part))).length >= minColumns - 1);
  return filled.length >= minRows && headers.some((header) => filled.filter((parts) => holdsFigure(header, parts)).length >= minRows);
}

const holdsFigure = (header: Phrase, parts: readonly Phrase[]): boolean =>
  parts.some((part) => isUnder(header, part) && isFigure(part.text));

const isUnder = (header: Phrase, part: Phrase): boolean => sharesColumn(header.box, part.box);

const isFigure = (text: string): boolean => readNumber(text) !== undefined || datesIn(text).length > 0;

/** The amounts of item rows without a table header, as on receipts, and their sum. */
export interface AmountRun {
  readonly amounts: readonly Spot<Decimal>[];
  readonly sum: Decimal;
}

/** No receipt has more rows; the search for a run is quadratic. */
const maxRunRows = 200;

/** The longest run of adjacent amounts in one column that adds up to a sum named on the page. Rows labelled as sums are left out. */
export function rowsThatAddUp(index: DocumentIndex): AmountRun | undefined {
  const rows = index.rows.flatMap((_, order) => amountOf(order, index) ?? []).slice(0, maxRunRows);
  const [longest] = rows
    .flatMap((_, from) => runsFrom(rows, from))
    .filter(({ sum }) => isNamedSum(sum, index))
    .sort((a, b) => b.to - b.from - (a.to - a.from));
  return longest && { amounts: rows.slice(longest.from, longest.to), sum: longest.sum };
}

/** Whether the page prints an amount under the label of a sum of the document. */
export const isNamedSum = (sum: Decimal, index: DocumentIndex): boolean => namedSums(index).has(sum.toString());

/** Zero has a sign that does not count. */
const namedSums = memoizeByObject(
  (index: DocumentIndex): ReadonlySet<string> =>
    new Set(
      (['subtotal', 'total', 'amount_due'] as const).flatMap((concept) =>
        printedUnder(concept, index).map(({ amount }) => amount.plus(0).toString()),
      ),
    ),
);

/** The last number of a row, if it is an amount beside words. */
function amountOf(order: number, index: DocumentIndex): Spot<Decimal> | undefined {
  const last = index.numbersIn(order).at(-1);
  if (!last || last.percent || last.decimals === 0 || isSumRow(last.row)) return undefined;
  const words = last.row.words.slice(0, last.from).map(({ text }) => text);
  return /\p{L}{2}/u.test(words.join(' ')) ? last : undefined;
}

interface RunBounds {
  readonly from: number;
  readonly to: number;
  readonly sum: Decimal;
}

/** All runs of at least two rows that start with the given one and stay in its column and on its page. */
function runsFrom(rows: readonly Spot<Decimal>[], from: number): readonly RunBounds[] {
  const [first, ...below] = rows.slice(from);
  if (!first) return [];
  const end = below.findIndex((spot) => spot.row.page !== first.row.page || Math.abs(rightOf(spot) - rightOf(first)) > maxEdgeGapPoints);
  let sum = first.readings[0] ?? decimal(0);
  return below.slice(0, end < 0 ? undefined : end).map((spot, at) => {
    sum = sum.plus(spot.readings[0] ?? 0);
    return { from, to: from + at + 2, sum };
  });
}

/** Whether the label of a row says that it prints a sum; such a row is never an item. */
export const isSumRow = ({ text }: Row): boolean =>
  markIn(text) === 'carry-over' || labelsIn(text).some((match) => match.concept !== 'own' && conceptKind(match.concept) === 'amount');
