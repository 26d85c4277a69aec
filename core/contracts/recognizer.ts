import type { Document, Page, Word } from './document.js';

export interface RecognizeTask {
  readonly document: Document;
  /** The page whose picture is to be read. */
  readonly page: Page;
  /** Languages that pages before it turned out to be in, ISO 639-3, likeliest first; a hint. */
  readonly languages: readonly string[];
  readonly signal: AbortSignal;
}

/** What stands on the picture of a page. */
export interface OcrResult {
  /** In reading order, every one with its certainty; none where nothing is written. Their boxes are those of the page once it is turned. */
  readonly words: readonly Word[];
  /** How far the page has to be turned clockwise to be read upright, in degrees: 0, 90, 180 or 270, and a few more where it is askew. */
  readonly turn: number;
  /** The language it was read in, ISO 639-3, where the engine tells languages apart. */
  readonly language?: string;
}

/**
 * An OCR engine: reads the words of a page from its picture.
 * @throws ExtractionError EXTRACTION_FAILED when the page cannot be read; the message says why. A failure is never an empty page.
 */
export interface Recognizer {
  recognize(task: RecognizeTask): Promise<OcrResult>;
}
