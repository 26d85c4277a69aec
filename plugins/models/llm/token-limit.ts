import type { Document, Field } from '../../../core/index.js';
import { rowsOf } from './page-text.js';

/** A cell takes 35 to 43 tokens, its quote included (measured on the cell schema); a quote of a whole table row, some more. */
const tokensPerCell = 50;
/** What a model may think before it writes; providers count it as output. */
const headroom = 6_000;
/** Rows of a page that no text layer tells of. */
const rowsPerBlankPage = 40;

/** How many tokens an answer may need: a cell for every single field, and one a column for every printed row that holds a digit. */
export function tokenLimit(document: Document, fields: readonly Field[], most: number): number {
  const columns = fields.filter((field) => field.path.includes('[]')).length;
  const cells = fields.length - columns + columns * possibleRows(document);
  return Math.min(headroom + tokensPerCell * cells, most);
}

const possibleRows = (document: Document): number =>
  document.pages.reduce((sum, page) => sum + (page.words.length === 0 ? rowsPerBlankPage : rowsOf(page).filter(holdsDigit).length), 0);

const holdsDigit = (row: readonly { readonly text: string }[]): boolean => row.some((word) => /\d/.test(word.text));
