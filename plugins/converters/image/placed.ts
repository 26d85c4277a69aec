import type { Image } from './image.js';

/** The shorter side of a page whose file does not say how large it is: that of A4. */
const shorterSide = 595;
/** What the shorter side of a page can be, in points: of a receipt, and of a plan. A photograph "of 72 dpi" is not two metres wide. */
const credible = { least: 120, most: 1_700 };

type Matrix = readonly [number, number, number, number, number, number];

export interface PlacedImage {
  /** Of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  /** Puts the unit square of the picture upright on the page, in the coordinates of PDF: y grows upwards. */
  readonly matrix: [number, number, number, number, number, number];
}

/** The page that shows a picture upright, as large as the file says where that can be true. */
export function placed({ width, height, orientation, density }: Pick<Image, 'width' | 'height' | 'orientation' | 'density'>): PlacedImage {
  const said = density === undefined ? undefined : 72 / density;
  const shorter = Math.min(width, height);
  const isCredible = said !== undefined && shorter * said >= credible.least && shorter * said <= credible.most;
  const pointsPerDot = isCredible ? said : shorterSide / shorter;
  const [across, up] = orientation >= 5 ? [height, width] : [width, height];
  const [w, h] = [across * pointsPerDot, up * pointsPerDot];
  const [a, b, c, d, e, f] = orientations[orientation - 1] ?? upright;
  return { width: w, height: h, matrix: [a * w, b * h, c * w, d * h, e * w, f * h] };
}

const upright: Matrix = [1, 0, 0, 1, 0, 0];

/** The place of the unit square by Exif's orientation, 1 to 8. The picture's first row is at the top of its square. */
const orientations: readonly Matrix[] = [
  upright,
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];
