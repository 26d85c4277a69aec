import type { Document, Page } from '../contracts/document.js';
import type { OcrResult, Recognizer } from '../contracts/recognizer.js';
import type { Grounded } from '../evidence/grounded.js';
import { areConfirmed, confirmWords } from '../evidence/ocr/confirm-words.js';
import type { Deadline } from '../flow/deadline.js';

/** Pages that OCR looks at for one document at most, and the share of the remaining time that it may take. */
const maxPages = 4;
const maxShareOfTime = 0.3;

/**
 * Has OCR look at pages where values rest on words whose print does not look like them. What it reads alike proves a value like any word; the
 * rest is hidden text. The same document where no value rests on such words, which is nearly always.
 */
export async function confirmPrint(
  document: Document,
  cells: readonly Grounded[],
  { recognizers, deadline }: { readonly recognizers: readonly Recognizer[]; readonly deadline: Deadline },
): Promise<Document> {
  const wanted = document.pages.filter(hasUnconfirmed).filter((page) => cells.some((cell) => restsOnUnconfirmed(cell, page)));
  if (wanted.length === 0) return document;
  const signal = AbortSignal.any([deadline.signal, AbortSignal.timeout(Math.ceil(deadline.remainingMs() * maxShareOfTime))]);
  const confirmed = new Map<Page, Page>();
  for (const page of wanted) {
    const results = confirmed.size < maxPages ? await look({ document, page, languages: [], signal }, recognizers, deadline) : [];
    confirmed.set(page, confirmWords(page, results));
  }
  return { ...document, pages: document.pages.map((page) => confirmed.get(page) ?? page) };
}

/** Whether a document has words that prove nothing by themselves. */
export const hasUnconfirmedWords = ({ pages }: Document): boolean => pages.some(hasUnconfirmed);
const hasUnconfirmed = ({ words }: Page): boolean => words.some(({ unconfirmed }) => unconfirmed);

/** The value, its label and what else stands in its rows. */
const restsOnUnconfirmed = ({ evidence, value }: Grounded, { number }: Page): boolean =>
  value !== null &&
  evidence !== undefined &&
  evidence.page === number &&
  (evidence.lines.some((words) => words.some(({ unconfirmed }) => unconfirmed)) ||
    evidence.spans.some(({ row }) => row.words.some(({ unconfirmed }) => unconfirmed)));

/** Asks one engine after the other until all is confirmed. A page that an engine cannot read is not confirmed by it. */
async function look(
  task: Parameters<Recognizer['recognize']>[0],
  recognizers: readonly Recognizer[],
  deadline: Deadline,
): Promise<readonly OcrResult[]> {
  const results: OcrResult[] = [];
  for (const recognizer of recognizers) {
    if (areConfirmed(task.page, results) || task.signal.aborted) break;
    try {
      results.push(await deadline.race(recognizer.recognize(task)));
    } catch {
      deadline.signal.throwIfAborted();
    }
  }
  return results;
}
