import { findComponents, type MapComponent } from './components.js';
import type { TextMap } from './detect.js';
import type { TextLine } from './text-line.js';
import { directionOf } from './text-line.js';

/** The least certainty of a component that is text: `box_thresh` of PaddleOCR's `DBPostProcess`. */
const minCertainty = 0.6;

/** A line at least this many times longer than thick shows its own direction; a shorter one takes that of the page. */
const longRatio = 3;

/** In dots of the map; anything thinner is a speck. */
const minThickness = 3;

/** Finds the lines of text in the picture. */
export function findTextLines(map: TextMap): readonly TextLine[] {
  const components = findComponents(map).filter(({ certainty }) => certainty >= minCertainty);
  const own = components.map((component) => lineAround(component, axisOf(component)));
  const isLong = ({ length, thickness }: TextLine): boolean => length > longRatio * thickness;
  const direction = directionOf(own.filter(isLong));
  return components
    .map((component, at) => own.slice(at, at + 1).find(isLong) ?? lineAround(component, direction))
    .filter(({ thickness, length }) => Math.min(thickness, length) >= minThickness)
    .map((line) => inPicture(unclipped(line), map));
}

/** The direction in which its dots spread most, by their second moments. Vertical text is taken to run up. */
function axisOf({ xs, ys }: MapComponent): number {
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

/** The rectangle around a component at this angle. */
function lineAround({ xs, ys }: MapComponent, angle: number): TextLine {
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

/** PaddleOCR's `unclip_ratio`, and the extra length as a share of the thickness: half a digit at an end would be read as another digit. */
const unclipRatio = 1.5;
const extraLength = 0.4;

/** The map shows the core of a line; the line extends area × ratio / perimeter further on every side (Liao et al., DB, 2020, §3.5). */
function unclipped(line: TextLine): TextLine {
  const { length, thickness } = line;
  const margin = (length * thickness * unclipRatio) / (2 * (length + thickness));
  const full = thickness + 2 * margin;
  return { ...line, length: length + 2 * margin + extraLength * full, thickness: full };
}

/** Scales a line from the map to the picture; the two scales may differ a little. */
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
