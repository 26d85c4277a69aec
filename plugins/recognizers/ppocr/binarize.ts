import type { GreyImage } from '../ocr/picture.js';

/** Where a level line has ink. */
export interface BinaryImage {
  /** 1 where a column has some. */
  readonly columns: Uint8Array;
  /** The first row that has some, and the one after the last. */
  readonly top: number;
  readonly bottom: number;
}

/** A row that is ink from end to end is no row of letters but a rule that was drawn. */
const rule = 0.8;

export function binarize({ width, height, dots }: GreyImage): BinaryImage {
  const inked = Uint8Array.from(dots, inkTest(dots));
  const columns = new Uint8Array(width);
  const rows: number[] = [];
  for (let row = 0; row < height; row += 1) {
    const line = inked.subarray(row * width, (row + 1) * width);
    const count = line.reduce((sum, dot) => sum + dot, 0);
    if (count === 0 || count > rule * width) continue;
    rows.push(row);
    for (const [column, dot] of line.entries()) if (dot) columns[column] = 1;
  }
  return { columns, top: rows[0] ?? 0, bottom: (rows.at(-1) ?? height - 1) + 1 };
}

/** Paper is what most dots are like, dark or light; ink differs from it by more than a third of all the contrast there is. */
function inkTest(dots: Uint8Array): (dot: number) => 0 | 1 {
  const sorted = dots.toSorted();
  const share = (part: number): number => sorted[Math.floor(part * (sorted.length - 1))] ?? 0;
  const [darkest, middle, lightest] = [share(0.02), share(0.5), share(0.98)];
  const third = (lightest - darkest) / 3;
  return lightest - middle <= middle - darkest ? (dot) => (dot < lightest - third ? 1 : 0) : (dot) => (dot > darkest + third ? 1 : 0);
}
