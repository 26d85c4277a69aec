import type { Document, Page } from '../contracts/document.js';
import { mendWords } from '../evidence/ocr/mend-words.js';
import { eventLoopYielder } from '../flow/event-loop.js';
import { answered, type ModelResult } from './read.js';

/** Texts that are looked for in the pictures of one document, at most: of longer readings the first. */
const maxTexts = 2_000;

/**
 * Puts right what OCR misread of the values and quotes of readers, as far as the pictures show these. The same document where nothing is to be
 * mended.
 */
export async function mendMisread(document: Document, results: readonly ModelResult[], signal: AbortSignal): Promise<Document> {
  if (!document.pages.some(({ lines }) => lines)) return document;
  const yieldToEventLoop = eventLoopYielder(signal);
  const texts = claimsOf(results);
  const pages: Page[] = [];
  for (const page of document.pages) {
    let mended = page;
    for (const text of page.lines ? texts : []) {
      await yieldToEventLoop();
      mended = mendWords(mended, text);
    }
    pages.push(mended);
  }
  return pages.every((page, at) => page === document.pages[at]) ? document : { ...document, pages };
}

/** The longest first: a value within a quote is found with it, as the page cuts it into words. */
function claimsOf(results: readonly ModelResult[]): readonly string[] {
  const cells = results.filter(answered).flatMap(({ reading }) => reading.cells);
  const claimed = cells.flatMap(({ value, quote }) => [value, quote].filter((text) => text !== null));
  return [...new Set(claimed)].slice(0, maxTexts).toSorted((a, b) => b.length - a.length);
}
