import type { Document, Picture, SourceFile } from './document.js';

/** Turns a file of one format into pages of words. */
export interface Converter {
  /** The name of the format in messages to the caller: 'PDF', 'DOCX'. */
  readonly format: string;
  /** Decides by the bytes, never by the name, and does not parse the file. */
  accepts(file: SourceFile): boolean;
  /** @throws ExtractionError EXTRACTION_FAILED when the file cannot be read; the message says why. */
  convert(file: SourceFile, signal: AbortSignal): Promise<Document>;
  /**
   * Draws a page, counted from 1, as a picture; absent if the format has no pages. `width` is in dots; without one it suits a screen, and it
   * is less where the picture would become too large. @throws ExtractionError as `convert` does.
   */
  draw?(file: SourceFile, page: number, signal: AbortSignal, width?: number): Promise<Picture>;
  /** A file of the same format with only these pages, counted from 1, in this order. @throws ExtractionError as `convert` does. */
  excerpt?(file: SourceFile, pages: readonly number[], signal: AbortSignal): Promise<Uint8Array>;
}
