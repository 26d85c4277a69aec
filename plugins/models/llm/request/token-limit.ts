import type { Document, Field, Page } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';

/** A cell takes 35 to 43 tokens, its quote included (measured on the cell schema); a quote of a whole table row, some more. */
const tokensPerCell = 50;
/** What a model may think before it writes; providers count it as output. */
const headroom = 6_000;
/** Rows of a page that no text layer tells of. */
const rowsOfSilentPage = 40;

/** How many tokens an answer may need: a cell for every single field, and one a column for every printed row that holds a digit. */
export function tokenLimit(document: Document, fields: readonly Field[], most: number): number {
  const columns = fields.filter((field) => field.path.includes('[]')).length;
  const rows = columns === 0 ? 0 : document.pages.reduce((sum, page) => sum + possibleRows(page), 0);
  return Math.min(headroom + tokensPerCell * (fields.length - columns + columns * rows), most);
}

const possibleRows = (page: Page): number =>
  page.words.length === 0 ? rowsOfSilentPage : indexPage(page).rows.filter((row) => /\d/.test(row.text)).length;
