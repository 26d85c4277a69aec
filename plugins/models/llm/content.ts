import { randomBytes } from 'node:crypto';
import { type Document, ExtractionError, type Page, type Picture, type ReadTask, type Word } from '../../../core/index.js';
import { gapBetween, indexPage } from '../../../core/text.js';

/** What a provider sees of a document: the file itself, or its text, and with it the pictures of pages. */
export type PromptContent =
  | { readonly kind: 'pdf'; readonly base64: string }
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly notes: readonly string[];
      /** In the order of the pages; absent where the model is shown text only. */
      readonly pictures?: readonly PagePicture[];
    };

interface PagePicture {
  /** Counted from 1. */
  readonly page: number;
  readonly mediaType: Picture['mediaType'];
  readonly base64: string;
}

/** Stands before the picture of a page. */
export const pictureHeading = (page: number): string => `Picture of page ${page}:`;

/** A document as parts of a message: a PDF as it is, else its text, and each picture behind a word that says its page. */
export const contentParts = <P>(
  content: PromptContent,
  part: { pdf(base64: string): P; text(text: string): P; picture(picture: PagePicture): P },
): readonly P[] =>
  content.kind === 'pdf'
    ? [part.pdf(content.base64)]
    : [
        part.text(content.text),
        ...(content.pictures ?? []).flatMap((picture) => [part.text(pictureHeading(picture.page)), part.picture(picture)]),
      ];

/** How the host wants a PDF to be sent. */
type PdfMode = 'native' | 'pictures' | 'text';

export interface ContentTerms {
  readonly pdf: PdfMode;
  /** In dots; what suits a screen when absent. */
  readonly pictureWidth?: number;
  /** The most pictures in one call; all pages when absent. */
  readonly picturesPerCall?: number;
}

/** The document, or some pages of it, and where their pictures come from. */
interface DrawnTask extends Pick<ReadTask, 'document' | 'pages'> {
  /** The number of all pages, where these are not all. */
  readonly ofPages?: number;
}

/** What is sent of a document, its pictures drawn. @throws ExtractionError as `contentOf` does, and when a page cannot be drawn */
export async function drawnContent({ document, pages, ofPages }: DrawnTask, terms: ContentTerms): Promise<PromptContent> {
  const draw = pages?.draw;
  if (terms.pdf === 'pictures' && isPdf(document) && !draw)
    throw new ExtractionError('LLM_ERROR', 'The converter cannot draw the pages that the model is to be shown as pictures (pdf: pictures)');
  const content = contentOf(document, terms, ofPages);
  if (content.kind !== 'text' || !draw) return content;
  const pictures: PagePicture[] = [];
  for (const page of picturedPages(document, terms)) {
    const { mediaType, bytes } = await draw(page, terms.pictureWidth);
    pictures.push({ page, mediaType, base64: Buffer.from(bytes).toString('base64') });
  }
  return pictures.length === 0 ? content : { ...content, pictures };
}

/** The pages that a model is shown as pictures: the first ones, if they are not all. */
export const picturedPages = (document: Document, { pdf, picturesPerCall = document.pages.length }: ContentTerms): readonly number[] =>
  pdf === 'pictures' && isPdf(document) ? document.pages.slice(0, picturesPerCall).map(({ number }) => number) : [];

export const isSentAsFile = (document: Document, { pdf }: ContentTerms): boolean => isPdf(document) && pdf === 'native';

/**
 * Chooses what is sent: a PDF unchanged where the provider takes one, Markdown where the converter made it, else the text of the pages. Of
 * a page with a picture only the text layer is text: what OCR read of it must not sway a model that is to be compared with it.
 * Of a part of a document, `ofPages` is the number of all pages.
 * @throws ExtractionError when there is nothing to send: a document is never dropped silently.
 */
export function contentOf(document: Document, terms: ContentTerms, ofPages = pagesOfFile(document)): PromptContent {
  if (isSentAsFile(document, terms)) return { kind: 'pdf', base64: Buffer.from(document.file.bytes).toString('base64') };
  if (document.markdown !== undefined) return { kind: 'text', text: fenced(document.markdown), notes: [] };
  const pictured = new Set(picturedPages(document, terms));
  const unread = document.pages.filter((page) => !pictured.has(page.number) && page.words.length === 0).map((page) => page.number);
  if (unread.length === document.pages.length) {
    throw new ExtractionError('LLM_ERROR', 'The document has no text layer, and the model is set to be shown text only (pdf: text)');
  }
  const text = document.pages.map(
    (page) => `--- page ${page.number} of ${ofPages} ---\n${pictured.has(page.number) ? layerText(page) : pageText(page)}`,
  );
  return { kind: 'text', text: fenced(text.join('\n\n')), notes: notesOn(unread, beyond(document, pictured)) };
}

export const pagesOfFile = ({ ofPages, pages }: Document): number => ofPages ?? pages.length;

const isPdf = ({ format }: Document): boolean => format.toLowerCase() === 'pdf';

/** The pages with text that a call has no room for as pictures. */
const beyond = ({ pages }: Document, pictured: ReadonlySet<number>): readonly number[] =>
  pictured.size === 0 ? [] : pages.filter((page) => !pictured.has(page.number) && page.words.length > 0).map(({ number }) => number);

const notesOn = (unread: readonly number[], textOnly: readonly number[]): readonly string[] => [
  ...(unread.length === 0 ? [] : [`Not shown to the model, because no text was found there: page ${unread.join(', ')}`]),
  ...(textOnly.length === 0 ? [] : [`Shown to the model as text, because one call takes no more pictures: page ${textOnly.join(', ')}`]),
];

/** The words of a page that its file states, beside a picture of it. */
export const layerText = (page: Page): string => {
  const words = page.words.filter(({ ocr }) => !ocr);
  return words.length === 0 ? '(Its picture follows.)' : pageText({ ...page, words });
};

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
