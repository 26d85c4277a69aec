import type { Document, Page } from '../contracts/document.js';
import { ExtractionError } from '../contracts/errors.js';
import type { OcrResult, Recognizer } from '../contracts/recognizer.js';
import { combine } from '../evidence/ocr/combine.js';
import { decideBySums } from '../evidence/ocr/decide-by-sums.js';
import { joinSplitAmounts } from '../evidence/ocr/split-amounts.js';
import { quartersOf, turned } from '../evidence/ocr/turned.js';
import type { Deadline } from '../flow/deadline.js';

/** The share of the time left that looking may take: the rest is for the readers. */
const maxShareOfTime = 0.5;

/**
 * Has the pages that are pictures read by an OCR engine; a page that has words from a picture already, hidden under it or of an earlier look,
 * keeps what both agree on, and doubts the rest; where a sum can decide, it does. Returns the document itself where there is nothing to look at.
 * A page that cannot be read says why; it never fails the document.
 */
export async function recognizePages(document: Document, recognizer: Recognizer | undefined, deadline: Deadline): Promise<Document> {
  const [first, ...others] = document.pages.filter(isPicture);
  if (!recognizer || !first) return document;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.ceil(deadline.remainingMs() * maxShareOfTime))]);
  const see = (page: Page, language = page.language) =>
    ocrOf({ document, page, languages: language === undefined ? [] : [language], signal }, recognizer, deadline);
  // The language of the first page saves the others a look.
  const sight = await see(first);
  const sights = [sight, ...(await Promise.all(others.map((page) => see(page, page.language ?? languageOf(sight)))))];
  const seen = new Map([first, ...others].map((page, index) => [page, sights[index]]));
  return decideBySums({ ...document, pages: document.pages.map((page) => withOcr(page, seen.get(page))) });
}

/** A page of text is one, too, where little is said beside a picture that fills it: a scan with a stamp or a header of its own. */
const isPicture = (page: Page): boolean => page.pictured === true;

/** What was seen, or why nothing could be. */
type PageOcr = OcrResult | { readonly unread: string };

const languageOf = (sight: PageOcr): string | undefined => ('language' in sight ? sight.language : undefined);

async function ocrOf(task: Parameters<Recognizer['recognize']>[0], recognizer: Recognizer, deadline: Deadline): Promise<PageOcr> {
  try {
    return await deadline.race(recognizer.recognize(task));
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (task.signal.aborted) return { unread: 'no time was left for its picture' };
    return { unread: error instanceof ExtractionError ? error.message : 'its picture could not be read' };
  }
}

function withOcr(page: Page, sight: PageOcr | undefined): Page {
  if (!sight) return page;
  if ('unread' in sight) return { ...page, unread: sight.unread };
  const { unread: _, ...known } = { ...page, ...(sight.language !== undefined && { language: sight.language }) };
  const lies = turned(page, quartersOf(sight.turn) - quartersOf(page.turn ?? 0));
  const words = combine(joinSplitAmounts(sight.words), lies.words);
  return { ...known, width: lies.width, height: lies.height, textLayer: words.length > 0 ? 'ocr' : 'none', words, turn: sight.turn };
}
