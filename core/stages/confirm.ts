import type { Document, Page, Word } from '../contracts/document.js';
import type { OcrResult, Recognizer, RecognizeTask } from '../contracts/recognizer.js';
import type { Grounded } from '../evidence/grounded.js';
import { areConfirmed, confirmWords } from '../evidence/ocr/confirm-words.js';
import { wordsOf } from '../evidence/page/page-index.js';
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
  { recognizers, deadline }: ConfirmTerms,
): Promise<Document> {
  const wanted = new Set(hasUnconfirmedWords(document) ? cells.flatMap(unconfirmedOf) : []);
  if (wanted.size === 0) return document;
  const signal = deadline.share(maxShareOfTime);
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
