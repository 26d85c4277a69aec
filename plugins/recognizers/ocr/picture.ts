import type { Box } from '../../../core/index.js';

/** A page, or a part of one, as a greyscale image. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** From 0 (black) to 255 (white), row by row. */
  readonly dots: Uint8Array;
}

/** A word as an OCR engine read it. */
export interface OcrWord {
  readonly text: string;
  /** In dots of the image. */
  readonly box: Box;
  /** 0..1 */
  readonly certainty: number;
  /** The number of its line, counted from the top. */
  readonly line: number;
}
