import type { Document, Picture, SourceFile } from './document.js';

/** Turns a file of one format into pages of words. */
export interface Converter {
  /** How the format is called in messages to the caller: 'PDF', 'DOCX'. */
  readonly format: string;
  /** Looks at the bytes, never at the name; parses nothing. */
  accepts(file: SourceFile): boolean;
  /** @throws ExtractionError EXTRACTION_FAILED when the file cannot be read; the message says why. */
  convert(file: SourceFile, signal: AbortSignal): Promise<Document>;
  /** Draws a page, counted from 1, for a person to look at; absent where the format has no pages. @throws ExtractionError as `convert` does. */
  draw?(file: SourceFile, page: number, signal: AbortSignal): Promise<Picture>;
}
