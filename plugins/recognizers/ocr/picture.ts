import type { Box } from '../../../core/index.js';

/** A page, or a part of one, in grey dots. */
export interface GreyImage {
  readonly width: number;
  readonly height: number;
  /** Grey, 0 = black, row by row. */
  readonly dots: Uint8Array;
}

/** A word as an engine sees it. */
export interface OcrWord {
  readonly text: string;
  /** In dots of the picture. */
  readonly box: Box;
  /** 0..1 */
  readonly certainty: number;
  /** The line of print it stands in, numbered from the top. */
  readonly line: number;
}
