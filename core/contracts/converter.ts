import type { Document, Picture, SourceFile } from './document.js';
import type { Region } from './draft.js';

/** Kinds of file by the names that people and programs have for them. */
export interface FileTypes {
  /** For messages: ['PDF', 'DOCX']. */
  readonly formats: readonly string[];
  /** In lower case, with the dot: ['.pdf', '.docx']. */
  readonly extensions: readonly string[];
  readonly mediaTypes: readonly string[];
}

/** Turns a file of one format into pages of words. */
export interface Converter {
  /** The name of the format in messages to the caller: 'PDF', 'DOCX'. */
  readonly format: string;
  /** The kinds of file that it accepts, for messages, file choosers and folders. When absent it is `format`, which is then also the extension. */
  readonly reads?: FileTypes;
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
  /** The file with these marks as annotations; what is on its pages stays. @throws ExtractionError as `convert` does. */
  annotate?(file: SourceFile, marks: readonly Mark[], signal: AbortSignal): Promise<Uint8Array>;
  /** The file with this invoice in CII inside, as a Factur-X. @throws ExtractionError as `convert` does. */
  addInvoice?(file: SourceFile, xml: Uint8Array, signal: AbortSignal): Promise<Uint8Array>;
}

/** A rectangle to be drawn on a page. */
export interface Mark extends Region {
  /** Red, green and blue, 0 to 255. */
  readonly colour: readonly [number, number, number];
  /** Digits and points beside the rectangle; none when absent. */
  readonly tag?: string;
  /** What a viewer shows of it. */
  readonly says: string;
}

/** Says where the documents of a file begin. */
export interface Splitter {
  /**
   * The numbers of the pages on which documents begin, in any order; the first page of the file always counts. None or one: the file is one
   * document. A wrong start tears a document apart, so that a page in doubt belongs to the document before it.
   * @throws ExtractionError EXTRACTION_FAILED when it cannot tell; the message says why.
   */
  starts(document: Document, signal: AbortSignal): Promise<readonly number[]>;
}
