import type { Document, Field, Page } from '../../../../core/index.js';
import { type ContentTerms, layerText, type PromptContent, pageText } from '../prompt/content.js';
import type { ProviderRequest } from '../provider.js';
import { typicalAnswerTokens } from './token-limits.js';

/** A request, and what is known of its size. */
export interface SizedRequest extends ProviderRequest {
  /** The number of pages that it shows. */
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
 * a token, digits and marks hardly, and a gap that is wide or before a number is one. Measured with o200k and cl100k; test/plugins/models/llm/size has the bounds.
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
export function inputTokensOf({ rules, fields, content, repair, pages }: SizedRequest, terms: ContentTerms): number {
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
