import { memoizeByObject } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import { labelsIn } from '../../labels/labels.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Row } from '../../page/page-index.js';
import { partsByRow, type RowPart } from '../../page/parts.js';
import { isTableHeader } from '../../page/table-columns.js';
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
  const headers = partsByRow(index)[order] ?? [];
  if (headers.length < minColumns || headers.some(({ text }) => /\d|:$/.test(text))) return false;
  const rows = Array.from({ length: maxRowsBelow }, (_, at) => partsByRow(index)[order + 1 + at] ?? []).filter(
    ([first]) => first?.row.page === index.rows[order]?.page,
  );
  const filled = rows.filter((parts) => headers.filter((header) => parts.some((part) => isUnder(header, part))).length >= minColumns - 1);
  return filled.length >= minRows && headers.some((header) => filled.filter((parts) => holdsFigure(header, parts)).length >= minRows);
}

const holdsFigure = (header: RowPart, parts: readonly RowPart[]): boolean =>
  parts.some((part) => isUnder(header, part) && isFigure(part.text));

const isUnder = ({ box: a }: RowPart, { box: b }: RowPart): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

const isFigure = (text: string): boolean => readNumber(text) !== undefined || datesIn(text).length > 0;
