import { availableParallelism } from 'node:os';
import type { Document, Page, Word } from '../contracts/document.js';
import { ExtractionError } from '../contracts/errors.js';
import type { OcrResult, Recognizer, RecognizeTask } from '../contracts/recognizer.js';
import { combine } from '../evidence/ocr/combine.js';
import { decideBySums } from '../evidence/ocr/decide-by-sums.js';
import { joinSplitAmounts } from '../evidence/ocr/split-amounts.js';
import { quartersOf, turned } from '../evidence/ocr/turned.js';
import { squash } from '../evidence/print/normalise.js';
import type { Deadline } from '../flow/deadline.js';
import { faultOf } from '../flow/fault.js';
import { flawInWord } from './convert.js';

/** The share of the remaining time that OCR may take; the rest is for the readers. */
const maxShareOfTime = 0.5;

/**
 * The looks at the pictures of documents. Nearly every picture gets a second one, so an engine that needs nothing from the first begins beside it,
 * where one page is to be read, there are several processors, and no other look is under way. It reads the same whenever it begins.
 */
export class Looks {
  #underWay = 0;
  /** Second looks that have begun, by the files that they are of. */
  readonly #begun = new WeakMap<Uint8Array, BegunLook>();

  constructor(private readonly recognizers: readonly Recognizer[]) {}

  /** Begins the second look, for a document that will be read. */
  begin(document: Document, deadline: Deadline): void {
    const [, second] = this.recognizers;
    const [page, ...others] = document.pages.filter(isPictureIn(document));
    if (!second?.independent || !page || others.length > 0 || this.#underWay > 0 || availableParallelism() === 1) return;
    const task = { document, page, languages: [], signal: deadline.share(maxShareOfTime) };
    const result = this.#counted(async () => second.recognize(task));
    // Nobody may ever ask for it.
    result.catch(() => undefined);
    this.#begun.set(document.file.bytes, { pageNumber: page.number, result });
  }

  first(document: Document, deadline: Deadline): Promise<Document> {
    const [first] = this.recognizers;
    return this.#counted(() => recognizePages(document, first, deadline));
  }

  second(document: Document, deadline: Deadline): Promise<Document> {
    const [, second] = this.recognizers;
    const recognizer = second && { recognize: (task: RecognizeTask) => this.#begunOr(task, () => second.recognize(task)) };
    return this.#counted(() => recognizePages(document, recognizer, deadline));
  }

  /** The result of a look that has begun; of a new one where none has, or where it has failed. */
  #begunOr({ document, page }: RecognizeTask, look: () => Promise<OcrResult>): Promise<OcrResult> {
    const { bytes } = document.file;
    const begun = this.#begun.get(bytes);
    if (begun?.pageNumber !== page.number) return look();
    this.#begun.delete(bytes);
    return begun.result.catch(look);
  }

  async #counted<T>(look: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    try {
      return await look();
    } finally {
      this.#underWay -= 1;
    }
  }
}

interface BegunLook {
  readonly pageNumber: number;
  readonly result: Promise<OcrResult>;
}

/**
 * Has an OCR engine read the pages that are pictures. If a page already has words from its picture, both results are combined, and sums
 * decide where they can. A page that cannot be read says why and never fails the document; without pictures the document is returned as it is.
 */
export async function recognizePages(document: Document, recognizer: Recognizer | undefined, deadline: Deadline): Promise<Document> {
  const [first, ...others] = document.pages.filter(isPictureIn(document));
  if (!recognizer || !first) return document;
  const signal = deadline.share(maxShareOfTime);
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

async function ocrOf(task: RecognizeTask, recognizer: Recognizer, deadline: Deadline): Promise<PageOcr> {
  try {
    const result = await deadline.race(recognizer.recognize(task));
    const flaw = flawInOcr(result);
    return flaw === undefined ? result : { unread: `the OCR engine failed: ${flaw}` };
  } catch (error) {
    deadline.signal.throwIfAborted();
    if (task.signal.aborted) return { unread: 'no time was left for its picture' };
    return { unread: error instanceof ExtractionError ? error.message : `its picture could not be read (${faultOf(error)})` };
  }
}

/** What is wrong with what an OCR engine answers, which no compiler tells the author of one in JavaScript; undefined where nothing is. */
export function flawInOcr(result: OcrResult): string | undefined {
  const { words, turn } = Object(result) as OcrResult;
  if (!Array.isArray(words)) return 'recognize() gives no list of "words"';
  if (!Number.isFinite(turn)) return '"turn" is no number';
  const flaw = words.map(flawInWord).find((found) => found !== undefined);
  return flaw === undefined ? undefined : `a word ${flaw}`;
}

function withOcr(page: Page, result: PageOcr | undefined): Page {
  if (!result) return page;
  // A second engine says no more than the first where neither could read the page.
  if ('unread' in result) return { ...page, unread: page.unread ?? result.unread };
  const { unread: _, ...rest } = { ...page, ...(result.language !== undefined && { language: result.language }) };
  const quarters = quartersOf(result.turn) - quartersOf(page.turn ?? 0);
  // Where two engines turn a page differently, the one that has read less has read noise.
  if (page.turn !== undefined && quarters !== 0 && amountOf(result.words) <= amountOf(page.words)) return page;
  const turnedPage = turned(page, quarters);
  // What another engine read while the page lay wrong is noise; a text layer that came with the file is not.
  const known =
    page.turn === undefined || quarters === 0 ? turnedPage.words : turnedPage.words.filter(({ certainty }) => certainty === undefined);
  const words = combine(joinSplitAmounts(result.words), known);
  const lines = result.lines ?? turnedPage.lines;
  return {
    ...rest,
    width: turnedPage.width,
    height: turnedPage.height,
    textLayer: words.length > 0 ? 'ocr' : 'none',
    words,
    ...(lines && { lines }),
    turn: result.turn,
  };
}

/** How much OCR has read, and how certainly: letters and digits, each weighted by the squared certainty of its word. */
const amountOf = (words: readonly Word[]): number =>
  words.reduce((sum, { text, certainty = 0 }) => sum + certainty ** 2 * squash(text).length, 0);
