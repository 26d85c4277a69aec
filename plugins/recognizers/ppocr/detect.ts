import type { GreyImage } from '../ocr/picture.js';
import { resize } from '../ocr/resize.js';
import type { Network } from './models.js';

/** The certainty of text at each dot of a smaller copy of a picture. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  /** 0..1 */
  readonly certainty: Float32Array;
  /** Dots of the picture per dot of the map. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** An A4 page at about 100 dpi. More dots find no more text of ordinary size, but cost time and memory. */
const maxDots = 1_000_000;

/** Sides are multiples of this number of dots, because the network halves the picture five times. */
const sideStep = 32;

/** Mean and deviation of the brightness in the network's training, by plane: those of ImageNet, as in PaddleOCR's `det` configuration. */
const training = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
];

/** Finds where there is text. */
export async function detect(network: Network, picture: GreyImage): Promise<TextMap> {
  const scale = Math.min(1, Math.sqrt(maxDots / (picture.width * picture.height)));
  const side = (dots: number): number => Math.max(1, Math.round((dots * scale) / sideStep)) * sideStep;
  const { width, height, dots } = resize(picture, side(picture.width), side(picture.height));
  const { values } = await network(planesOf(dots), { width, height });
  return { width, height, certainty: values, scaleX: picture.width / width, scaleY: picture.height / height };
}

function planesOf(dots: Uint8Array): Float32Array {
  const planes = new Float32Array(dots.length * training.length);
  for (const [plane, { mean, deviation }] of training.entries()) {
    for (let at = 0; at < dots.length; at += 1) planes[plane * dots.length + at] = ((dots[at] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}
