import type { Box } from '../../../core/index.js';
import type { GreyImage } from './picture.js';

/** The boxes of the connected components of those dots of a picture whose grey is ink, by sides and corners, found run by run of each row. */
export function componentsOf({ width, height, dots }: GreyImage, isInk: (dot: number) => boolean): readonly Box[] {
  const found: ComponentSides[] = [];
  const root = (index: number): number => {
    let at = index;
    for (let next = found[at]?.into ?? at; next !== at; next = found[at]?.into ?? at) at = next;
    return at;
  };
  let above: readonly (readonly [from: number, to: number, component: number])[] = [];
  for (let y = 0; y < height; y += 1) {
    const row: [number, number, number][] = [];
    let passed = 0;
    for (let x = 0; x < width; x += 1) {
      if (!isInk(dots[y * width + x] ?? 0)) continue;
      const from = x;
      while (x < width && isInk(dots[y * width + x] ?? 0)) x += 1;
      const component = found.push({ left: from, right: x, top: y, bottom: y + 1, into: found.length }) - 1;
      while ((above[passed]?.[1] ?? Infinity) < from) passed += 1;
      for (let at = passed; (above[at]?.[0] ?? Infinity) <= x; at += 1) merge(found, root(above[at]?.[2] ?? component), root(component));
      row.push([from, x, component]);
    }
    above = row;
  }
  return found
    .filter(({ into }, index) => into === index)
    .map(({ left, right, top, bottom }) => ({ x: left, y: top, width: right - left, height: bottom - top }));
}

interface ComponentSides {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** The index of the component that it belongs to; its own where it is one. */
  into: number;
}

function merge(found: readonly ComponentSides[], one: number, other: number): void {
  const [a, b] = [found[one], found[other]];
  if (!a || !b || a === b) return;
  b.into = one;
  a.left = Math.min(a.left, b.left);
  a.right = Math.max(a.right, b.right);
  a.top = Math.min(a.top, b.top);
  a.bottom = Math.max(a.bottom, b.bottom);
}
