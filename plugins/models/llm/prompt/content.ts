import { randomBytes } from 'node:crypto';
import { type Document, ExtractionError, type Page, type Word } from '../../../../core/index.js';
import { gapBetween, indexPage } from '../../../../core/text.js';

/** What a provider sees of a document: the file itself, or its text. */
export type PromptContent =
  | { readonly kind: 'pdf'; readonly base64: string }
  | { readonly kind: 'text'; readonly text: string; readonly notes: readonly string[] };

/** How the host wants a PDF to be sent. */
export type PdfMode = 'native' | 'text';

/**
 * Chooses what is sent: a PDF unchanged where the provider takes one, Markdown where the converter made it, else the text of the pages.
 * @throws ExtractionError when there is no text to send: a document is never dropped silently.
 */
export function contentOf(document: Document, pdf: PdfMode): PromptContent {
  if (document.format.toLowerCase() === 'pdf' && pdf === 'native')
    return { kind: 'pdf', base64: Buffer.from(document.file.bytes).toString('base64') };
  if (document.markdown !== undefined) return { kind: 'text', text: fenced(document.markdown), notes: [] };
  const unread = document.pages.filter((page) => page.words.length === 0).map((page) => page.number);
  if (unread.length === document.pages.length) {
    throw new ExtractionError('LLM_ERROR', 'The document has no text layer, and the model is set to be shown text only (pdf: text)');
  }
  const text = document.pages.map((page) => `--- page ${page.number} of ${document.pages.length} ---\n${pageText(page)}`).join('\n\n');
  return {
    kind: 'text',
    text: fenced(text),
    notes: unread.length === 0 ? [] : [`Not shown to the model, because no text was found there: page ${unread.join(', ')}`],
  };
}

/** Encloses untrusted text between two random marks, which it cannot know and so cannot close. */
function fenced(text: string): string {
  const mark = randomBytes(12).toString('hex');
  return `The document, between two lines that carry the same random mark:\n<document ${mark}>\n${text}\n</document ${mark}>`;
}

/** A wider gap, in line heights, is shown wide because a column ends there. */
const maxWordGapHeights = 1.2;

/** The visible words of a page as rows of text, from the top, each from left to right. Gaps between columns become three spaces. */
export const pageText = (page: Page): string =>
  indexPage(page)
    .rows.map(({ words }) => words.map((word, at) => space(words[at - 1], word) + word.text).join(''))
    .join('\n');

const space = (left: Word | undefined, right: Word): string =>
  left === undefined ? '' : gapBetween(left, right) > maxWordGapHeights ? '   ' : ' ';
