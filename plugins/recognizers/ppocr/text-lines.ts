import { type Component, componentsIn } from './components.js';
import type { TextMap } from './detect.js';
import { directionOf } from './order.js';
import type { TextLine } from './text-line.js';

/** An island is text where the map is this sure of it: `box_thresh` of PaddleOCR's `DBPostProcess`. */
const sure = 0.6;

/** A strip shows its own direction when it is this many times longer than thick; a shorter one lies as the page does. */
const long = 3;

/** Dots of the map; anything thinner is a speck. */
const thinnest = 3;

/** Where in the picture the lines of text are. */
export function textLinesIn(map: TextMap): readonly TextLine[] {
  const islands = componentsIn(map).filter(({ certainty }) => certainty >= sure);
  const own = islands.map((island) => stripOf(island, axisOf(island)));
  const isLong = ({ length, thickness }: TextLine): boolean => length > long * thickness;
  const direction = directionOf(own.filter(isLong));
  return islands
    .map((island, at) => own.slice(at, at + 1).find(isLong) ?? stripOf(island, direction))
    .filter(({ thickness, length }) => Math.min(thickness, length) >= thinnest)
    .map((strip) => inPicture(grown(strip), map));
}

/** The direction in which its dots spread most, by their second moments. Text that runs up or down is taken to run up. */
function axisOf({ xs, ys }: Component): number {
  const [meanX, meanY] = [mean(xs), mean(ys)];
  let [xx, xy, yy] = [0, 0, 0];
  for (const [at, x] of xs.entries()) {
    const [dx, dy] = [x - meanX, (ys[at] ?? 0) - meanY];
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const angle = Math.atan2(2 * xy, xx - yy) / 2;
  return angle > Math.PI / 4 ? angle - Math.PI : angle;
}

const mean = (values: Int32Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;

function stripOf({ xs, ys }: Component, angle: number): TextLine {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const [along, across] = [extent(), extent()];
  for (const [at, x] of xs.entries()) {
    const [middleX, middleY] = [x + 0.5, (ys[at] ?? 0) + 0.5];
    along.add(middleX * cos + middleY * sin);
    across.add(middleY * cos - middleX * sin);
  }
  const [u, v] = [along.middle(), across.middle()];
  return { x: u * cos - v * sin, y: u * sin + v * cos, length: along.size() + 1, thickness: across.size() + 1, angle };
}

function extent() {
  let [from, to] = [Infinity, -Infinity];
  return {
    add: (value: number): void => {
      from = Math.min(from, value);
      to = Math.max(to, value);
    },
    middle: (): number => (from + to) / 2,
    size: (): number => to - from,
  };
}

/** `unclip_ratio`, and how much of its thickness a strip gains in length, half of it on each end: a last digit cut in half reads as another. */
const growth = 1.5;
const ends = 0.4;

/** The map shows the core of a line; the line is by area × growth / perimeter wider on every side (Liao et al., DB, 2020, §3.5). */
function grown(strip: TextLine): TextLine {
  const { length, thickness } = strip;
  const margin = (length * thickness * growth) / (2 * (length + thickness));
  const full = thickness + 2 * margin;
  return { ...strip, length: length + 2 * margin + ends * full, thickness: full };
}

/** The map may be narrowed a little more than it is lowered. */
function inPicture({ x, y, length, thickness, angle }: TextLine, { scaleX, scaleY }: TextMap): TextLine {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return {
    x: x * scaleX,
    y: y * scaleY,
    length: length * Math.hypot(cos * scaleX, sin * scaleY),
    thickness: thickness * Math.hypot(sin * scaleX, cos * scaleY),
    angle: Math.atan2(sin * scaleY, cos * scaleX),
  };
}
