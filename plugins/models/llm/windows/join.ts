import type { Document } from '../../../../core/index.js';
import { anchorsOf } from '../reply/compact/anchors-of.js';
import type { CompactAnswer, CompactTable } from '../reply/compact/answer.js';
import { readRow } from '../reply/compact/read-row.js';
import { joinFields } from './join-fields.js';
import { withoutFurniture } from './without-furniture.js';

/** What was read of some pages; its page numbers are those of the document. */
export interface WindowAnswer {
  readonly pages: readonly number[];
  readonly answer: CompactAnswer;
}

/**
 * The answers about all windows as one: each single field once, rows page by page. Where two answers are about the same page, a printed
 * row is one row, and what only the later one has found stands where it is printed.
 */
export function joinAnswers(answers: readonly WindowAnswer[], document: Document): CompactAnswer {
  const tables = answers.flatMap(({ answer }, window) => answer.tables.map((table) => ({ table, window })));
  const byPlace = Map.groupBy(tables, ({ table }) => `${nameOf(table)} ${table.page}`);
  const joined = [...byPlace.values()].flatMap((same) => {
    const windows = [...Map.groupBy(same, ({ window }) => window).values()].map((own) => own.map(({ table }) => table));
    const [first = [], ...others] = windows;
    return others.reduce<readonly CompactTable[]>((before, later) => joinTables(before, later, document), first);
  });
  return {
    fields: joinFields(answers.map(({ answer }) => answer)),
    tables: withoutFurniture(
      joined.toSorted((a, b) => a.page - b.page),
      document,
    ),
  };
}

const nameOf = ({ name }: CompactTable): string => name.trim().replace(/^\$\.|\[\]$/g, '');

/** The tables of one page from two answers. The first one's rows stay as they are; of the later one's those are added that it lacks. */
function joinTables(first: readonly CompactTable[], later: readonly CompactTable[], document: Document): readonly CompactTable[] {
  if (first.every(({ rows }) => rows.length === 0)) return later;
  return first.map((table, at) =>
    at < first.length - 1 ? table : withMissing(table, { taken: rowsAt(first, document), later }, document),
  );
}

type CompactRow = CompactTable['rows'][number];

interface PrintedRow {
  readonly row: CompactRow;
  /** The index of the printed row on its page; undefined where the page does not show it. */
  readonly at: number | undefined;
}

const printedRows = (table: CompactTable, document: Document): readonly PrintedRow[] =>
  anchorsOf(table, table.page, document).map((anchor, index) => ({ row: table.rows[index] ?? [], at: anchor?.at }));

const rowsAt = (tables: readonly CompactTable[], document: Document): ReadonlySet<number | undefined> =>
  new Set(tables.flatMap((table) => printedRows(table, document).map(({ at }) => at)));

function withMissing(
  table: CompactTable,
  { taken, later }: { readonly taken: ReadonlySet<number | undefined>; readonly later: readonly CompactTable[] },
  document: Document,
): CompactTable {
  const rows = [...printedRows(table, document)];
  for (const other of later) {
    for (const { row, at } of printedRows(other, document)) {
      if (at === undefined || taken.has(at) || !readRow(row, other.columns).fits) continue;
      const below = rows.findIndex((own) => own.at !== undefined && own.at > at);
      rows.splice(below < 0 ? rows.length : below, 0, { row: inColumns(row, other.columns, table.columns), at });
    }
  }
  return { ...table, rows: rows.map(({ row }) => row) };
}

/** A row with its values in the order of other columns. What is said of them by name stays at its end. */
function inColumns(row: CompactRow, from: readonly string[], to: readonly string[]): CompactRow {
  return [...to.map((column) => row[from.indexOf(column)] ?? null), ...row.slice(from.length)];
}
