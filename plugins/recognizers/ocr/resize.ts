import type { GreyImage } from './picture.js';

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
