import { type Document, ExtractionError, type Field, type Page } from '../../../core/index.js';
import { indexPage } from '../../../core/text.js';
import { type ContentTerms, layerText, type PromptContent, pageText } from './content.js';
import type { LearnedContext } from './learned.js';
import type { ProviderRequest } from './provider.js';
import { type Refused, RefusedRequest } from './refused.js';

export interface SizedRequest extends ProviderRequest {
  readonly pages: number;
  /** An answer with fewer tokens cannot hold what is asked for, be there a single row. */
  readonly leastTokens: number;
}

/** The size of a request about a document, or some pages of it. */
export const sizeOf = (document: Document, fields: readonly Field[]): Pick<SizedRequest, 'pages' | 'leastTokens'> => ({
  pages: document.pages.length,
  leastTokens: typicalAnswerTokens(fields, 1),
});

/**
 * About how many tokens a text takes, rather too many than too few for prose, tables of numbers and lists of fields. Letters come several to
 * a token, digits and marks hardly, and a gap that is wide or before a number is one. Measured with o200k and cl100k; test/plugins/models/llm/plan.test.ts has the bounds.
 */
export function estimatedTokens(text: string): number {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const latin = count(/\p{Script=Latin}/gu);
  const letters = count(/\p{L}/gu);
  return Math.ceil(
    latin / 4 + (letters - latin) / 1.1 + count(/\p{N}/gu) / 1.1 + count(/[\p{P}\p{S}]/gu) * 0.85 + count(/\s{2,}|\n|\s(?=\p{N})/gu),
  );
}

/** A page of a PDF as providers count it: its picture and its text (Claude some 2,400). */
const tokensOfPdfPage = 2_500;
/** The roles and marks around the messages of a request. */
const tokensOfFrame = 60;

/** A picture by its dots, as Anthropic counts it, for a page in the proportions of A4. */
const tokensOfPicture = (width = 1_100): number => Math.ceil((width * width * Math.SQRT2) / 750);

/** About how many tokens the input of a request takes. */
function inputTokensOf({ rules, fields, content, repair, pages }: SizedRequest, terms: ContentTerms): number {
  const texts = [rules, fields, repair?.reply ?? '', repair?.problems ?? ''];
  return texts.reduce((sum, text) => sum + estimatedTokens(text), tokensOfFrame + tokensOfContent(content, pages, terms));
}

const tokensOfContent = (content: PromptContent, pages: number, { pictureWidth }: ContentTerms): number =>
  content.kind === 'pdf'
    ? pages * tokensOfPdfPage
    : estimatedTokens(content.text) + (content.pictures?.length ?? 0) * tokensOfPicture(pictureWidth);

/** About how many tokens one page takes, as it will be shown. */
export function tokensOfPage(page: Page, { pdf, pictureWidth }: ContentTerms): number {
  if (pdf === 'native') return tokensOfPdfPage;
  return pdf === 'pictures' ? tokensOfPicture(pictureWidth) + estimatedTokens(layerText(page)) : estimatedTokens(pageText(page));
}

/** A model by its label, what it is known to hold, and how documents are shown to it. */
interface FitTerms extends ContentTerms {
  readonly label: string;
  readonly context: LearnedContext;
  /** The tokens of the input as the server has counted them; estimated when absent. */
  readonly inputTokens?: number | undefined;
}

/** Stands for a reply that the context has no room for: APIs refuse an empty message. */
const leftOut = '(left out, because it is too long)';

/** An estimate may be a little short, and servers count marks of their own. */
const spareTokens = 32;

/** The most tokens that are left for the answer to a request; infinite where nobody knows. */
export const roomFor = (request: SizedRequest, terms: FitTerms): number =>
  Math.min(terms.context.outputTokens, roomInContext(request, terms));

function roomInContext(request: SizedRequest, { context, inputTokens, ...terms }: FitTerms): number {
  if (context.contextTokens === Number.POSITIVE_INFINITY) return context.contextTokens;
  return context.contextTokens - (inputTokens ?? inputTokensOf(request, terms)) - spareTokens;
}

/**
 * The request with no more tokens of answer than there is room for. A reply that is to be repaired is left out where it takes the room.
 * @throws RefusedRequest where the least answer does not fit
 */
export function fitted(request: SizedRequest, terms: FitTerms): SizedRequest {
  const inContext = roomInContext(request, terms);
  if (inContext < request.leastTokens) {
    if (request.repair && request.repair.reply !== leftOut)
      return fitted({ ...request, repair: { ...request.repair, reply: leftOut } }, terms);
    throw tooLarge(request, terms, inContext);
  }
  const room = roomFor(request, terms);
  return room < request.limit ? { ...request, limit: Math.floor(room) } : request;
}

/**
 * The request as it may be taken after a refusal that says a limit; undefined where nothing would be different.
 * @throws RefusedRequest where the least answer does not fit
 */
export function refitted(request: SizedRequest, refused: Refused, terms: FitTerms): SizedRequest | undefined {
  const inputTokens = refused.what === 'context' ? refused.inputTokens : undefined;
  const again = fitted(request, { ...terms, inputTokens });
  return again.limit < request.limit ? again : undefined;
}

function tooLarge(request: SizedRequest, { label, context }: FitTerms, room: number): ExtractionError {
  const { contextTokens, source } = context;
  const needed = Math.ceil(contextTokens - room + request.leastTokens);
  return new RefusedRequest(
    `${label}: the context of ${contextTokens} tokens (${source}) is too small: what must be read at once takes some ${needed} with its answer; give the model a larger context and set context to it, or ask for fewer fields`,
    { ours: true },
    { what: 'context', limitTokens: contextTokens },
  );
}

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
