import type { PDFDocument, PDFPage } from 'pdf-lib';

/** A picture as its file describes it, and how it gets into a PDF. */
export interface Image {
  /** In dots, before it is turned. */
  readonly width: number;
  readonly height: number;
  /** How it lies: 1 is upright, 6 wants a quarter turn clockwise. Source: Exif 2.32, tag 274 (Orientation), 1..8. */
  readonly orientation: number;
  /** Dots per inch; undefined where the file does not say it. */
  readonly density?: number;
  /** Adds the dots to a PDF and says under what reference. @throws where they are broken */
  embed(pdf: PDFDocument): Promise<Embedded>;
}

export type Embedded = Parameters<PDFPage['node']['newXObject']>[1];
