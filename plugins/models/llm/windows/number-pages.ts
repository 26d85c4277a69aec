import type { Document } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';
import { anchorsOf } from '../reply/compact/anchors-of.js';
import type { AnsweredField, CompactAnswer, CompactTable } from '../reply/compact/answer.js';
import { bare, placesOf } from '../reply/compact/printed-line.js';

/**
 * The answer about a window with the page numbers of the document. A model may count the pages that it sees from 1; where the print shows
 * that it did, its numbers are translated, else they are believed. A table of no page of the window belongs to the one that shows most of it.
 */
export function numberPages(answer: CompactAnswer, pages: readonly number[], document: Document): CompactAnswer {
  const counted = (page: number): number | undefined => pages[page - 1];
  const said = (page: number): number | undefined => (pages.includes(page) ? page : undefined);
  const shown = (number: (page: number) => number | undefined): number =>
    answer.tables.reduce((sum, table) => sum + rowsShown(table, number(table.page), document), 0);
  const areCounted =
    answer.tables.some(({ page }) => counted(page) !== undefined && counted(page) !== page) && shown(counted) > shown(said);
  const number = areCounted ? counted : said;
  return {
    fields: answer.fields.map((field) => withPage(field, pages, document)),
    tables: answer.tables.map((table) => onPage(table, number(table.page) ?? likeliest(table, pages, document))),
  };
}

const onPage = (table: CompactTable, page: number): CompactTable => (table.page === page ? table : { ...table, page });

/** How many rows of a table a page prints. */
const rowsShown = (table: CompactTable, page: number | undefined, document: Document): number =>
  page === undefined ? 0 : anchorsOf(table, page, document).filter((anchor) => anchor !== undefined).length;

function likeliest(table: CompactTable, pages: readonly number[], document: Document): number {
  const [first = table.page] = pages.toSorted((a, b) => rowsShown(table, b, document) - rowsShown(table, a, document));
  return first;
}

/** A field's page: as said if the value is printed there, else as counted from 1 if it is printed there. */
function withPage(field: AnsweredField, pages: readonly number[], document: Document): AnsweredField {
  const [path = '', value, page, ...rest] = field;
  const said = Number(page);
  const counted = pages[said - 1];
  if (value === undefined || value === null || !Number.isInteger(said) || counted === undefined || counted === said) return field;
  const isCounted = !pages.includes(said) || (!prints(said, String(value), document) && prints(counted, String(value), document));
  return isCounted ? [path, value, counted, ...rest] : field;
}

function prints(page: number, value: string, document: Document): boolean {
  const shown = document.pages.find(({ number }) => number === page);
  return shown !== undefined && indexPage(shown).rows.some((row) => placesOf(bare(value), row).length > 0);
}
