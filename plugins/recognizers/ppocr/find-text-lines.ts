import { type GreyImage, resize } from '../ocr/picture.js';
import type { Network } from './models.js';
import { directionOf, type TextLine } from './text-line.js';

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

/** The certainty of text at each dot of a smaller copy of a picture. */
interface TextMap {
  readonly width: number;
  readonly height: number;
  /** 0..1 */
  readonly certainty: Float32Array;
  /** Dots of the picture per dot of the map. */
  readonly scaleX: number;
  readonly scaleY: number;
}

/** An A4 page at about 100 dpi. More dots find no more text of ordinary size, but cost time and memory. */
const maxDots = 1_000_000;

/** Sides are multiples of this number of dots, because the network halves the picture five times. */
const sideStep = 32;

/** Mean and deviation of the brightness in the network's training, by plane: those of ImageNet, as in PaddleOCR's `det` configuration. */
const training = [
  { mean: 0.485, deviation: 0.229 },
  { mean: 0.456, deviation: 0.224 },
  { mean: 0.406, deviation: 0.225 },
];

/** Finds where there is text. */
export async function detect(network: Network, picture: GreyImage): Promise<TextMap> {
  const scale = Math.min(1, Math.sqrt(maxDots / (picture.width * picture.height)));
  const side = (dots: number): number => Math.max(1, Math.round((dots * scale) / sideStep)) * sideStep;
  const { width, height, dots } = resize(picture, side(picture.width), side(picture.height));
  const { values } = await network(planesOf(dots), { width, height });
  return { width, height, certainty: values, scaleX: picture.width / width, scaleY: picture.height / height };
}

function planesOf(dots: Uint8Array): Float32Array {
  const planes = new Float32Array(dots.length * training.length);
  for (const [plane, { mean, deviation }] of training.entries()) {
    for (let at = 0; at < dots.length; at += 1) planes[plane * dots.length + at] = ((dots[at] ?? 0) / 255 - mean) / deviation;
  }
  return planes;
}

/** A connected component of the map: text dots that touch each other. */
interface MapComponent {
  readonly xs: Int32Array;
  readonly ys: Int32Array;
  /** The mean over its dots, 0..1. */
  readonly certainty: number;
}

/** The least certainty of a text dot: `thresh` of PaddleOCR's `DBPostProcess`. */
const minDotCertainty = 0.3;

function findComponents({ width, height, certainty }: TextMap): readonly MapComponent[] {
  /** Dots that belong to a component, and those that are no text. */
  const taken = Uint8Array.from(certainty, (value) => (value < minDotCertainty ? 1 : 0));
  const components: MapComponent[] = [];
  for (let start = 0; start < taken.length; start += 1) {
    if (taken[start]) continue;
    const dots: number[] = [];
    const take = (dot: number): void => {
      if (taken[dot]) return;
      taken[dot] = 1;
      dots.push(dot);
    };
    take(start);
    for (const dot of dots) forNeighbours(dot, { width, height }, take);
    components.push({
      xs: Int32Array.from(dots, (dot) => dot % width),
      ys: Int32Array.from(dots, (dot) => Math.floor(dot / width)),
      certainty: dots.reduce((sum, dot) => sum + (certainty[dot] ?? 0), 0) / dots.length,
    });
  }
  return components;
}

function forNeighbours(dot: number, { width, height }: Pick<TextMap, 'width' | 'height'>, visit: (dot: number) => void): void {
  const x = dot % width;
  const y = (dot - x) / width;
  const [left, right] = [Math.max(x - 1, 0), Math.min(x + 1, width - 1)];
  for (let row = Math.max(y - 1, 0); row <= Math.min(y + 1, height - 1); row += 1) {
    for (let column = left; column <= right; column += 1) visit(row * width + column);
  }
}
