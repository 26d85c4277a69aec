import type { Box, Document, OcrLine, Page, Word } from './document.js';

export interface RecognizeTask {
  readonly document: Document;
  /** The page whose picture is to be read. */
  readonly page: Page;
  /** Languages of earlier pages as a hint, ISO 639-3, likeliest first. */
  readonly languages: readonly string[];
  /** Parts of the page that are not to be read, such as those of words that are known; none when absent. */
  readonly leaveOut?: readonly Box[];
  readonly signal: AbortSignal;
}

/** The words that OCR found on the picture of a page. */
export interface OcrResult {
  /** In reading order, each with its certainty; empty if nothing is written. The boxes refer to the page after turning. */
  readonly words: readonly Word[];
  /** How far the page must be turned clockwise to be upright, in degrees: 0, 90, 180 or 270, plus a few if it is askew. */
  readonly turn: number;
  /** The language of the text, ISO 639-3, if the engine can tell. */
  readonly language?: string;
  /** What the engine saw before it decided, line by line, so that a text can be checked that it did not read. For engines that can tell. */
  readonly lines?: readonly OcrLine[];
}

/**
 * An OCR engine: reads the words of a page from its picture.
 * @throws ExtractionError EXTRACTION_FAILED when the page cannot be read; the message says why. A failure is never an empty page.
 */
export interface Recognizer {
  recognize(task: RecognizeTask): Promise<OcrResult>;
  /** Whether what it reads does not depend on the turn and the languages that another one has found, so that it may read a page beside it. */
  readonly independent?: boolean;
}
