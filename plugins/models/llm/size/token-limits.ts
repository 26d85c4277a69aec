import type { Document, Field, Page } from '../../../../core/index.js';
import { indexPage } from '../../../../core/text.js';
import type { ProviderRequest } from '../provider.js';

/** A field takes 12 tokens and a value of a row 8 (means of 310 recorded readings, o200k); other scripts and long texts take more. */
const tokensPerField = 40;
const tokensPerCell = 20;
/** Tokens for thinking before the answer; providers count these as output. */
const thinkingTokens = 6_000;
const typicalTokensPerField = 12;
/** The mean of those readings: what a row of so many columns will take. */
export const typicalTokens = (columns: number): number => 8 * columns;
/** What an answer typically takes: single fields, and rows of the columns. */
export function typicalAnswerTokens(fields: readonly Field[], rows: number): number {
  const columns = fields.filter(({ path }) => path.includes('[]')).length;
  return typicalTokensPerField * (fields.length - columns) + typicalTokens(columns) * rows;
}
/** The assumed rows of a page without a text layer. */
const assumedRows = 40;

/** How many tokens an answer may need: one cell for every single field, and one for every column of every printed row with a digit. */
export function outputTokenLimit(document: Document, fields: readonly Field[], most: number): number {
  const columns = fields.filter((field) => field.path.includes('[]')).length;
  const rows = columns === 0 ? 0 : document.pages.reduce((sum, page) => sum + possibleRows(page), 0);
  return Math.min(thinkingTokens + tokensPerField * (fields.length - columns) + tokensPerCell * columns * rows, most);
}

/** The printed rows that may be rows of a table: those with a digit. */
export const possibleRows = (page: Page): number =>
  page.words.length === 0 ? assumedRows : indexPage(page).rows.filter((row) => /\d/.test(row.text)).length;

/** Providers count both the text and the picture of a page; Anthropic names up to 3,000 tokens for the text alone. */
const tokensPerPage = 5_000;
/** Fewer than in any script: English usually has four characters a token. */
const charactersPerToken = 2;

/** The most tokens that a reading can use: a first request, and a second one with the first answer and twice the output limit. */
export function maxTokensOfReading({ rules, fields, content, limit }: ProviderRequest, pages: number, maxOutputTokens: number): number {
  const text = rules.length + fields.length + (content.kind === 'text' ? content.text.length : 0);
  const input = Math.ceil(text / charactersPerToken) + (content.kind === 'pdf' ? pages : (content.pictures?.length ?? 0)) * tokensPerPage;
  return 2 * input + 2 * limit + Math.min(2 * limit, maxOutputTokens);
}
