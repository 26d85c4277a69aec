import { type Document, memoizeByObject } from '../../../core/index.js';
import { fold, indexPage, type Row } from '../../../core/text.js';
import { anchorsOf, bare, placesOf } from './printed-rows.js';
import { readRow } from './read-row.js';
import type { AnsweredField, CompactAnswer, CompactTable } from './reply.js';

/**
 * The answers about all windows, with the page numbers of the document, as one: each single field once, rows page by page. Where two answers are about the same page, a printed
 * row is one row, and what only the later one has found stands where it is printed.
 */
export function joinAnswers(answers: readonly CompactAnswer[], document: Document): CompactAnswer {
  const tables = answers.flatMap((answer, window) => answer.tables.map((table) => ({ table, window })));
  const byPlace = Map.groupBy(tables, ({ table }) => `${nameOf(table)} ${table.page}`);
  const joined = [...byPlace.values()].flatMap((same) => {
    const windows = [...Map.groupBy(same, ({ window }) => window).values()].map((own) => own.map(({ table }) => table));
    const [first = [], ...others] = windows;
    return others.reduce<readonly CompactTable[]>((before, later) => joinTables(before, later, document), first);
  });
  return {
    fields: joinFields(answers),
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

/** A row with its values in the order of other columns. Doubts, which name their column, stay at its end. */
function inColumns(row: CompactRow, from: readonly string[], to: readonly string[]): CompactRow {
  return [...to.map((column) => row[from.indexOf(column)] ?? null), ...row.slice(from.length)];
}

/**
 * The fields that stand once, of answers about different pages. A value counts before its absence; where answers differ, the first one is
 * taken and marked as one of several.
 */
function joinFields(answers: readonly CompactAnswer[]): readonly AnsweredField[] {
  const answered = answers.filter(({ fields }) => fields.length > 0);
  if (answered.length < 2) return answered.flatMap(({ fields }) => fields);
  return [
    ...Map.groupBy(
      answered.flatMap(({ fields }) => fields),
      pathOf,
    ).values(),
  ].map(oneOf);
}

const pathOf = ([path]: AnsweredField): string =>
  String(path ?? '')
    .trim()
    .replace(/^\$\./, '');
const printedIn = ([, value]: AnsweredField): string => String(value ?? '').trim();

function oneOf(same: readonly AnsweredField[]): AnsweredField {
  const stated = same.filter((field) => printedIn(field) !== '');
  const [first = same[0] ?? []] = stated;
  if (stated.every((field) => printedIn(field) === printedIn(first)) || first.length > 4) return first;
  const [path = '', value = '', page = null, words = ''] = first;
  return [path, value, page, words, 'likely multiple'];
}

/**
 * The tables without rows that are the furniture of every page, such as a bank account in its foot: one answer about the whole document
 * would have them once, and each window has them again. The first one stays.
 */
function withoutFurniture(tables: readonly CompactTable[], document: Document): readonly CompactTable[] {
  const seen = new Set<string>();
  return tables.map((table) => {
    const printed = document.pages.find(({ number }) => number === table.page);
    const anchors = printed ? anchorsOf(table, table.page, document) : [];
    const rows = table.rows.filter((values, at) => {
      const anchor = anchors[at];
      const row = printed && anchor && indexPage(printed).rows[anchor.at];
      if (!row || !isFurniture(row, document)) return true;
      const key = JSON.stringify([table.name, values]);
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    });
    return rows.length === table.rows.length ? table : { ...table, rows };
  });
}

/** Whether a row stands on nearly every page in the same place: no row of a table does. */
export const isFurniture = (row: Row, document: Document): boolean =>
  (placesByPage(document).get(placeOf(row))?.size ?? 0) >= Math.max(minPages, minShare * document.pages.length);

const minPages = 3;
/** The first page and the last one often look different. */
const minShare = 0.6;

const placesByPage = memoizeByObject((document: Document): ReadonlyMap<string, ReadonlySet<number>> => {
  const pages = new Map<string, Set<number>>();
  for (const page of document.pages)
    for (const row of indexPage(page).rows) {
      const known = pages.get(placeOf(row));
      if (known) known.add(page.number);
      else pages.set(placeOf(row), new Set([page.number]));
    }
  return pages;
});

/** Its text and its height on the page, to four points. */
const placeOf = ({ text, box }: Row): string => `${Math.round(box.y / 4)} ${fold(text)}`;

/**
 * The answer about a window with the page numbers of the document. A model may count the pages that it sees from 1; where the print shows
 * that it did, its numbers are translated, else they are believed. A table of no page of the window belongs to the one that shows most of it.
 */
export function numberPages(answer: CompactAnswer, pages: readonly number[], document: Document): CompactAnswer {
  const counted = (page: number): number | undefined => pages[page - 1];
  const own = (page: number): number | undefined => (pages.includes(page) ? page : undefined);
  const shown = (number: (page: number) => number | undefined): number =>
    answer.tables.reduce((sum, table) => sum + rowsShown(table, number(table.page), document), 0);
  const areCounted = answer.tables.some(({ page }) => counted(page) !== undefined && counted(page) !== page) && shown(counted) > shown(own);
  const number = areCounted ? counted : own;
  return {
    fields: answer.fields.map((field) => withPage(field, pages, document)),
    tables: answer.tables.map((table) => onPage(table, number(table.page) ?? likeliest(table, pages, document))),
  };
}

const onPage = (table: CompactTable, page: number): CompactTable => (table.page === page ? table : { ...table, page });

const rowsShown = (table: CompactTable, page: number | undefined, document: Document): number =>
  page === undefined ? 0 : anchorsOf(table, page, document).filter((anchor) => anchor !== undefined).length;

function likeliest(table: CompactTable, pages: readonly number[], document: Document): number {
  const [first = table.page] = pages.toSorted((a, b) => rowsShown(table, b, document) - rowsShown(table, a, document));
  return first;
}

/** A field's page: as stated if the value is printed there, else as counted from 1 if it is printed there. */
function withPage(field: AnsweredField, pages: readonly number[], document: Document): AnsweredField {
  const [path = '', value, page, ...rest] = field;
  const stated = Number(page);
  const counted = pages[stated - 1];
  if (value === undefined || value === null || !Number.isInteger(stated) || counted === undefined || counted === stated) return field;
  const isCounted = !pages.includes(stated) || (!prints(stated, String(value), document) && prints(counted, String(value), document));
  return isCounted ? [path, value, counted, ...rest] : field;
}

function prints(page: number, value: string, document: Document): boolean {
  const shown = document.pages.find(({ number }) => number === page);
  return shown !== undefined && indexPage(shown).rows.some((row) => placesOf(bare(value), row).length > 0);
}
