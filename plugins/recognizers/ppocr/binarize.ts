import type { GreyImage } from '../ocr/picture.js';

/** Where the crop of a line has foreground dots, which are those of characters. */
export interface BinaryImage {
  /** 1 where a column has foreground dots. */
  readonly columns: Uint8Array;
  /** The first row with foreground dots, and the row after the last one. */
  readonly top: number;
  readonly bottom: number;
}

/** A row with a larger share of foreground is a printed rule rather than a row of letters. */
const maxRowShare = 0.8;

/** Separates characters from their background, dark or light. */
export function binarize({ width, height, dots }: GreyImage): BinaryImage {
  const isForeground = foregroundTest(dots);
  const columns = new Uint8Array(width);
  const rows: number[] = [];
  for (let row = 0; row < height; row += 1) {
    const line = dots.subarray(row * width, (row + 1) * width).map(isForeground);
    const count = line.reduce((sum, dot) => sum + dot, 0);
    if (count === 0 || count > maxRowShare * width) continue;
    rows.push(row);
    for (let column = 0; column < width; column += 1) columns[column] ||= line[column] ?? 0;
  }
  return { columns, top: rows[0] ?? 0, bottom: (rows.at(-1) ?? height - 1) + 1 };
}

/** The background is the extreme nearer to the median; foreground differs from it by more than a third of the contrast. */
function foregroundTest(dots: Uint8Array): (dot: number) => 0 | 1 {
  const share = quantilesOf(dots);
  const [darkest, middle, lightest] = [share(0.02), share(0.5), share(0.98)];
  const third = (lightest - darkest) / 3;
  return lightest - middle <= middle - darkest ? (dot) => (dot < lightest - third ? 1 : 0) : (dot) => (dot > darkest + third ? 1 : 0);
}

/** The grey that this share of the dots does not exceed. */
function quantilesOf(dots: Uint8Array): (share: number) => number {
  const counts = new Uint32Array(256);
  for (const dot of dots) counts[dot] = (counts[dot] ?? 0) + 1;
  return (share) => {
    const wanted = Math.floor(share * (dots.length - 1));
    let [grey, passed] = [0, counts[0] ?? 0];
    while (passed <= wanted && grey < 255) passed += counts[++grey] ?? 0;
    return grey;
  };
}
