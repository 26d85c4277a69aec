import type { Document, Field, Page } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';
import type { ProviderRequest } from '../provider.js';

/** A cell takes 35 to 43 tokens, its quote included (measured on the cell schema); a quote of a whole table row, some more. */
const tokensPerCell = 50;
/** What a model may think before it writes; providers count it as output. */
const headroom = 6_000;
/** Rows of a page that no text layer tells of. */
const rowsOfSilentPage = 40;

/** How many tokens an answer may need: a cell for every single field, and one a column for every printed row that holds a digit. */
export function outputTokenLimit(document: Document, fields: readonly Field[], most: number): number {
  const columns = fields.filter((field) => field.path.includes('[]')).length;
  const rows = columns === 0 ? 0 : document.pages.reduce((sum, page) => sum + possibleRows(page), 0);
  return Math.min(headroom + tokensPerCell * (fields.length - columns + columns * rows), most);
}

const possibleRows = (page: Page): number =>
  page.words.length === 0 ? rowsOfSilentPage : indexPage(page).rows.filter((row) => /\d/.test(row.text)).length;

/** Providers count the text and the picture of a page; Anthropic names up to 3,000 for the text alone. */
const tokensPerPage = 5_000;
/** Short of what any script takes; four characters a token are usual in English. */
const charactersPerToken = 2;

/** The most that a reading can use: its first request, and a second one with the first answer and twice the room. */
export function maxTokensOfReading({ rules, fields, content, limit }: ProviderRequest, pages: number, maxOutputTokens: number): number {
  const text = rules.length + fields.length + (content.kind === 'text' ? content.text.length : 0);
  const input = Math.ceil(text / charactersPerToken) + (content.kind === 'pdf' ? pages * tokensPerPage : 0);
  return 2 * input + 2 * limit + Math.min(2 * limit, maxOutputTokens);
}
