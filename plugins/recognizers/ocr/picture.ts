import type { Box } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';

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

/** The grey that this share of the dots does not exceed. */
export function quantilesOf(dots: Uint8Array): (share: number) => number {
  const counts = new Uint32Array(256);
  for (const dot of dots) counts[dot] = (counts[dot] ?? 0) + 1;
  return (share) => {
    const wanted = Math.floor(share * (dots.length - 1));
    let [grey, passed] = [0, counts[0] ?? 0];
    while (passed <= wanted && grey < 255) passed += counts[++grey] ?? 0;
    return grey;
  };
}

/** The picture in another size. Shrinking takes the weighted mean of the covered dots, so that thin strokes become paler but do not vanish. */
export function resize(picture: GreyImage, width: number, height: number): GreyImage {
  const across = sharesOf(picture.width, width);
  const narrow = new Float32Array(width * picture.height);
  for (let y = 0; y < picture.height; y += 1) {
    const row = picture.dots.subarray(y * picture.width, (y + 1) * picture.width);
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const { from, part } of across[x] ?? []) sum += part * (row[from] ?? 0);
      narrow[y * width + x] = sum;
    }
  }
  const dots = new Float32Array(width * height);
  for (const [y, shares] of sharesOf(picture.height, height).entries()) {
    for (const { from, part } of shares) {
      for (let x = 0; x < width; x += 1) dots[y * width + x] = (dots[y * width + x] ?? 0) + part * (narrow[from * width + x] ?? 0);
    }
  }
  return { width, height, dots: Uint8Array.from(dots, Math.round) };
}

interface Share {
  readonly from: number;
  readonly part: number;
}

/** The old dots that make up each new dot of a row, weighted by a triangle filter two new dots wide. */
function sharesOf(before: number, after: number): readonly (readonly Share[])[] {
  const reach = Math.max(before / after, 1);
  return Array.from({ length: after }, (_, at) => {
    const centre = ((at + 0.5) * before) / after - 0.5;
    const shares: Share[] = [];
    for (let from = Math.ceil(centre - reach); from <= centre + reach; from += 1) {
      shares.push({ from: Math.min(Math.max(from, 0), before - 1), part: 1 - Math.abs(from - centre) / reach });
    }
    const sum = shares.reduce((total, { part }) => total + part, 0);
    return shares.map(({ from, part }) => ({ from, part: part / sum }));
  });
}

/** The quarter turns in a clockwise rotation in degrees: 91.5 → 1. */
export const quartersOf = (turn: number): number => (Math.round(turn / 90) + 4) % 4;

/** The largest skew, in radians, that is read without straightening, because straightening blurs the picture. */
export const maxUncorrectedSkew = 0.035;

/** The rest of a rotation after its quarter turns, as the skew to take out of the picture, in radians: 93 → -0.052, 90.5 → 0. */
export function skewIn(turn: number): number {
  const skew = -((turn - Math.round(turn / 90) * 90) * Math.PI) / 180;
  return Math.abs(skew) > maxUncorrectedSkew ? skew : 0;
}

/** Quarter turns and skew as one clockwise rotation in degrees. */
export const rotationOf = (quarters: number, skew: number): number => quarters * 90 - (skew * 180) / Math.PI;

/** Turns a picture clockwise by quarters. */
export function turnedBy(quarters: number, picture: PageBitmap): PageBitmap {
  if (quarters % 4 === 0) return picture;
  const { width, height, dots } = picture;
  const turned = new Uint8Array(dots.length);
  // What was the lower left corner becomes the upper left one.
  for (let y = 0; y < width; y += 1) {
    for (let x = 0; x < height; x += 1) turned[y * height + x] = dots[(height - 1 - x) * width + y] ?? 255;
  }
  return turnedBy(quarters - 1, { ...picture, width: height, height: width, dots: turned });
}

/** Rotates a picture about its centre, counter-clockwise, so that lines with this downward slope become level. New corners are white. */
export function straighten(picture: PageBitmap, radians: number): PageBitmap {
  const { width, height, dots } = picture;
  const turned = new Uint8Array(width * height).fill(255);
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  for (let y = 0; y < height; y += 1) {
    const dy = y - height / 2;
    for (let x = 0; x < width; x += 1) {
      const dx = x - width / 2;
      const fromX = width / 2 + dx * cos - dy * sin;
      const fromY = height / 2 + dx * sin + dy * cos;
      if (fromX < 0 || fromY < 0 || fromX >= width - 1 || fromY >= height - 1) continue;
      turned[y * width + x] = interpolated(dots, width, fromX, fromY);
    }
  }
  return { ...picture, dots: turned };
}

/** The grey between four dots, by bilinear interpolation. */
function interpolated(dots: Uint8Array, width: number, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const right = x - left;
  const down = y - top;
  const at = top * width + left;
  const upper = (dots[at] ?? 255) * (1 - right) + (dots[at + 1] ?? 255) * right;
  const lower = (dots[at + width] ?? 255) * (1 - right) + (dots[at + width + 1] ?? 255) * right;
  return Math.round(upper * (1 - down) + lower * down);
}

/** Where a box of a picture lies after `straighten`: its centre moves, its sides stay level. */
export function straightened(box: Box, { width, height }: Pick<PageBitmap, 'width' | 'height'>, radians: number): Box {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  const [dx, dy] = [box.x + box.width / 2 - width / 2, box.y + box.height / 2 - height / 2];
  return { ...box, x: width / 2 + dx * cos + dy * sin - box.width / 2, y: height / 2 - dx * sin + dy * cos - box.height / 2 };
}
