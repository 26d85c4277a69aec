import type { GreyImage } from '../ocr/picture.js';
import type { Network } from './models.js';
import { resize } from './resize.js';

/** How sure the network is, 0..1, at each dot of a smaller copy of a picture that text stands there. */
export interface TextMap {
  readonly width: number;
  readonly height: number;
  readonly certainty: Float32Array;
  /** Dots of the picture in one of the map. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** An A4 page at about 100 dpi. More finds no more text of ordinary size; time and memory grow with it. */
const mostDots = 1_000_000;

/** Sides are multiples of this, for the network halves the picture five times. */
const step = 32;

/** Mean and deviation of the brightness that the network learned with, plane by plane: ImageNet's, as in PaddleOCR's `det` configuration. */
const learned = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
];

/** Looks where text stands. */
export async function detect(network: Network, picture: GreyImage): Promise<TextMap> {
  const scale = Math.min(1, Math.sqrt(mostDots / (picture.width * picture.height)));
  const side = (dots: number): number => Math.max(1, Math.round((dots * scale) / step)) * step;
  const { width, height, dots } = resize(picture, side(picture.width), side(picture.height));
  const { values } = await network(planesOf(dots), { width, height });
  return { width, height, certainty: values, scaleX: picture.width / width, scaleY: picture.height / height };
}

function planesOf(dots: Uint8Array): Float32Array {
  const planes = new Float32Array(dots.length * learned.length);
  for (const [plane, { mean, deviation }] of learned.entries()) {
    for (let at = 0; at < dots.length; at += 1) planes[plane * dots.length + at] = ((dots[at] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}
