import type { GreyImage } from './picture.js';

/** Marks lower than this, in dots, are dust and dots of i; marks higher than this share of the picture are frames. */
const lowest = 4;
const highest = 1 / 6;
/** A letter is neither a rule nor a beam. */
const slimmest = 0.15;
const widest = 4;

/** How high the letters of a picture are, in dots: the median of its connected marks. Undefined where hardly anything is written. */
export function textHeight(picture: GreyImage): number | undefined {
  const heights = marks(picture)
    .filter(
      ({ width, height }) =>
        height >= lowest && height <= picture.height * highest && width >= slimmest * height && width <= widest * height,
    )
    .map(({ height }) => height)
    .sort((a, b) => a - b);
  return heights.length < 20 ? undefined : heights[heights.length >> 1];
}

interface Mark {
  readonly width: number;
  readonly height: number;
}

/** The dark marks of a picture: what hangs together by side or corner, run by run of each row. */
function marks({ width, height, dots }: GreyImage): readonly Mark[] {
  const limit = darkness(dots);
  const found: { left: number; right: number; top: number; bottom: number; into: number }[] = [];
  const root = (index: number): number => {
    let at = index;
    for (let next = found[at]?.into ?? at; next !== at; next = found[at]?.into ?? at) at = next;
    return at;
  };
  let above: readonly (readonly [from: number, to: number, mark: number])[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: [number, number, number][] = [];
    let passed = 0;
    for (let x = 0; x < width; x += 1) {
      if ((dots[y * width + x] ?? 255) >= limit) continue;
      const from = x;
      while (x < width && (dots[y * width + x] ?? 255) < limit) x += 1;
      const mark = found.push({ left: from, right: x, top: y, bottom: y + 1, into: found.length }) - 1;
      while ((above[passed]?.[1] ?? Infinity) < from) passed += 1;
      for (let at = passed; (above[at]?.[0] ?? Infinity) <= x; at += 1) merge(found, root(above[at]?.[2] ?? mark), root(mark));
      row.push([from, x, mark]);
    }
    above = row;
  }
  return found
    .filter(({ into }, index) => into === index)
    .map(({ left, right, top, bottom }) => ({ width: right - left, height: bottom - top }));
}

function merge(found: { left: number; right: number; top: number; bottom: number; into: number }[], one: number, other: number): void {
  const [a, b] = [found[one], found[other]];
  if (!a || !b || a === b) return;
  b.into = one;
  a.left = Math.min(a.left, b.left);
  a.right = Math.max(a.right, b.right);
  a.top = Math.min(a.top, b.top);
  a.bottom = Math.max(a.bottom, b.bottom);
}

/** Where ink ends and paper begins: halfway between the darkest twentieth and the most frequent light grey. */
function darkness(dots: Uint8Array): number {
  const counts = new Uint32Array(256);
  for (const dot of dots) counts[dot] = (counts[dot] ?? 0) + 1;
  let sum = 0;
  let dark = 0;
  while (dark < 255 && sum < dots.length / 50) sum += counts[dark++] ?? 0;
  let paper = 255;
  for (let grey = 128; grey < 256; grey += 1) if ((counts[grey] ?? 0) > (counts[paper] ?? 0)) paper = grey;
  return (dark + paper) / 2;
}
