import type { Document, Picture, SourceFile } from './document.js';

/** Turns a file of one format into pages of words. */
export interface Converter {
  /** The name of the format in messages to the caller: 'PDF', 'DOCX'. */
  readonly format: string;
  /** Decides by the bytes, never by the name, and does not parse the file. */
  accepts(file: SourceFile): boolean;
  /** @throws ExtractionError EXTRACTION_FAILED when the file cannot be read; the message says why. */
  convert(file: SourceFile, signal: AbortSignal): Promise<Document>;
  /** Draws a page, counted from 1, as a picture for a person; absent if the format has no pages. @throws ExtractionError as `convert` does. */
  draw?(file: SourceFile, page: number, signal: AbortSignal): Promise<Picture>;
}
