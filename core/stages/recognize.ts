import type { Document, Page, Word } from '../contracts/document.js';
import { ExtractionError } from '../contracts/errors.js';
import type { OcrResult, Recognizer, RecognizeTask } from '../contracts/recognizer.js';
import type { Grounded } from '../evidence/grounded.js';
import { combine } from '../evidence/ocr/combine.js';
import { areConfirmed, confirmWords } from '../evidence/ocr/confirm-words.js';
import { decideBySums } from '../evidence/ocr/decide-by-sums.js';
import { joinSplitAmounts } from '../evidence/ocr/split-amounts.js';
import { quartersOf, turned } from '../evidence/ocr/turned.js';
import { wordsOf } from '../evidence/page/page-index.js';
import type { Deadline } from '../flow/deadline.js';

/** The share of the remaining time that OCR may take; the rest is for the readers. */
const maxShareOfTime = 0.5;

/**
 * Has an OCR engine read the pages that are pictures. If a page already has words from its picture, both results are combined, and sums
 * decide where they can. A page that cannot be read says why and never fails the document; without pictures the document is returned as it is.
 */
export async function recognizePages(document: Document, recognizer: Recognizer | undefined, deadline: Deadline): Promise<Document> {
  const [first, ...others] = document.pages.filter(isPictureIn(document));
  if (!recognizer || !first) return document;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.ceil(deadline.remainingMs() * maxShareOfTime))]);
  const recognize = (page: Page, language = page.language) =>
    ocrOf({ document, page, languages: language === undefined ? [] : [language], signal }, recognizer, deadline);
  // The other pages are probably in the language of the first one.
  const result = await recognize(first);
  const results = [result, ...(await Promise.all(others.map((page) => recognize(page, page.language ?? languageOf(result)))))];
  const resultOf = new Map([first, ...others].map((page, index) => [page, results[index]]));
  return decideBySums({ ...document, pages: withinSteps(document.pages.map((page) => withOcr(page, resultOf.get(page)))) });
}

/** Steps of all lines that a document keeps, at most: twenty pages of print, some 30 MB. What OCR saw on later pages is not kept. */
const maxSteps = 60_000;

function withinSteps(pages: readonly Page[]): readonly Page[] {
  let steps = 0;
  return pages.map((page) => {
    const { lines = [], ...others } = page;
    steps += lines.reduce((sum, line) => sum + line.steps.length, 0);
    return steps > maxSteps ? others : page;
  });
}

/**
 * A page with little text beside a picture that fills it counts as a picture: a scan with a stamp or a header. So does one without words where
 * the converter has handed over pictures of its pages and does not say otherwise.
 */
const isPictureIn =
  ({ pictures }: Document) =>
  ({ pictured, words }: Page): boolean =>
    pictured ?? (pictures !== undefined && words.length === 0);

/** What OCR found on a page, or why it could not be read. */
type PageOcr = OcrResult | { readonly unread: string };

const languageOf = (result: PageOcr): string | undefined => ('language' in result ? result.language : undefined);

async function ocrOf(task: Parameters<Recognizer['recognize']>[0], recognizer: Recognizer, deadline: Deadline): Promise<PageOcr> {
  try {
    return await deadline.race(recognizer.recognize(task));
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (task.signal.aborted) return { unread: 'no time was left for its picture' };
    return { unread: error instanceof ExtractionError ? error.message : 'its picture could not be read' };
  }
}

function withOcr(page: Page, result: PageOcr | undefined): Page {
  if (!result) return page;
  if ('unread' in result) return { ...page, unread: result.unread };
  const { unread: _, ...known } = { ...page, ...(result.language !== undefined && { language: result.language }) };
  const turnedPage = turned(page, quartersOf(result.turn) - quartersOf(page.turn ?? 0));
  const words = combine(joinSplitAmounts(result.words), turnedPage.words);
  const lines = result.lines ?? turnedPage.lines;
  return {
    ...known,
    width: turnedPage.width,
    height: turnedPage.height,
    textLayer: words.length > 0 ? 'ocr' : 'none',
    words,
    ...(lines && { lines }),
    turn: result.turn,
  };
}

/** Pages that OCR looks at for one document at most, and the share of the remaining time that it may take. */
const maxPages = 4;
const maxConfirmShareOfTime = 0.3;

/**
 * Has OCR look at pages where values rest on words whose print does not look like them. What it reads alike proves a value like any word; the
 * rest is hidden text. The same document where no value rests on such words, which is nearly always.
 */
export async function confirmPrint(
  document: Document,
  cells: readonly Grounded[],
  { recognizers, deadline }: ConfirmTerms,
): Promise<Document> {
  const wanted = new Set(cells.flatMap(unconfirmedOf));
  if (wanted.size === 0) return document;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.ceil(deadline.remainingMs() * maxConfirmShareOfTime))]);
  const confirmed = new Map<Page, Page>();
  for (const page of document.pages) {
    const own = new Set(page.words.filter((word) => wanted.has(word)));
    if (own.size === 0) continue;
    const results = confirmed.size < maxPages ? await look({ document, page, languages: [], signal }, own, { recognizers, deadline }) : [];
    confirmed.set(page, confirmWords(page, results, own));
  }
  return { ...document, pages: document.pages.map((page) => confirmed.get(page) ?? page) };
}

/** Who reads, and until when. */
interface ConfirmTerms {
  readonly recognizers: readonly Recognizer[];
  readonly deadline: Deadline;
}

/** Whether a document has words that prove nothing by themselves. */
export const hasUnconfirmedWords = ({ pages }: Document): boolean => pages.some(hasUnconfirmed);
const hasUnconfirmed = ({ words }: Page): boolean => words.some(({ unconfirmed }) => unconfirmed);

/** The words of the value itself, and what stands beside it but numbers: its label may lie, too. */
function unconfirmedOf({ evidence, value }: Grounded): readonly Word[] {
  if (value === null || !evidence) return [];
  const own = evidence.spans.flatMap(wordsOf);
  const beside = [...evidence.lines.flat(), ...evidence.spans.flatMap(({ row }) => row.words)].filter(({ text }) => !/\p{Nd}/u.test(text));
  return [...own, ...beside].filter(({ unconfirmed }) => unconfirmed);
}

/** Asks one engine after the other until all is confirmed. A page that an engine cannot read is not confirmed by it. */
async function look(
  task: RecognizeTask,
  wanted: ReadonlySet<Word>,
  { recognizers, deadline }: ConfirmTerms,
): Promise<readonly OcrResult[]> {
  const results: OcrResult[] = [];
  for (const recognizer of recognizers) {
    if (areConfirmed(task.page, results, wanted) || task.signal.aborted) break;
    try {
      results.push(await deadline.race(recognizer.recognize(task)));
    } catch {
      deadline.signal.throwIfAborted();
    }
  }
  return results;
}
