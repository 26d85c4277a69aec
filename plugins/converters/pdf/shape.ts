import type { Box } from '../../../core/index.js';
import type { PageBitmap } from '../../pdfium/render-grey.js';

/** What is drawn in a box, brought to one size, so that two glyphs can be compared whatever their size and colour. */
export interface GlyphShape {
  /** The ink of `columns` × `rows` cells, from the top left; their mean is 0 and the sum of their squares 1, or all 0 for a filled box. */
  readonly cells: Float32Array;
  /** The width of the ink, in heights. */
  readonly aspect: number;
  /** The height of the ink in dots. */
  readonly height: number;
}

const columns = 8;
const rows = 10;

/** Less ink, of 255, is none; a line of dots with a smaller share of the most is the edge of a neighbour or blur. */
const minInk = 24;
const edgeShare = 0.25;

/** The least difference between cells, as a share of their sum: ordinary letters have some 0.05 and more. */
const minContrast = 0.015;

/** A larger glyph is a picture. It would take long to compare. */
const maxDots = 40_000;

/**
 * The shapes that the ink in a box may have: with the dots whose middle is in the box, and with all around it, because glyphs are drawn on
 * whole dots. None where there is no ink, or too much. `turn` is the writing direction in quarter turns clockwise.
 */
export function* shapesIn(bitmap: PageBitmap, box: Box, turn = 0): Generator<GlyphShape> {
  for (const margin of [0, 0.5]) {
    const ink = inkOf(bitmap, box, margin);
    const shape = ink && scaled(turned(ink, turn));
    if (shape) yield shape;
  }
}

/** Ink per dot, from 0 (the ground) up. */
interface Ink {
  readonly width: number;
  readonly height: number;
  readonly dots: Float32Array;
}

/** The dots of a box. The ground is what most dots around it show. */
function inkOf(bitmap: PageBitmap, box: Box, margin: number): Ink | undefined {
  const { density } = bitmap;
  const left = Math.max(0, Math.round(box.x * density - margin));
  const top = Math.max(0, Math.floor(box.y * density - 0.5));
  const width = Math.min(bitmap.width, Math.max(Math.round((box.x + box.width) * density + margin), left + 1)) - left;
  const height = Math.min(bitmap.height, Math.ceil((box.y + box.height) * density + 0.5)) - top;
  if (width < 1 || height < 1 || width * height > maxDots) return undefined;
  const ground = groundAround(bitmap, left, top, { width, height });
  const dots = new Float32Array(width * height);
  for (let y = 0, to = 0; y < height; y += 1) {
    const from = (top + y) * bitmap.width + left;
    for (let x = 0; x < width; x += 1, to += 1) dots[to] = Math.abs((bitmap.dots[from + x] ?? 0) - ground);
  }
  return { width, height, dots };
}

/** How far above and below a box its ground is looked for, in dots; beside it are its neighbours. */
const reach = 3;

/** The brightness that is most frequent in a box and above and below it, in steps of 16. */
function groundAround(bitmap: PageBitmap, left: number, top: number, { width, height }: Pick<Ink, 'width' | 'height'>): number {
  const counts = new Uint32Array(16);
  const sums = new Uint32Array(16);
  for (let y = Math.max(0, top - reach); y < Math.min(bitmap.height, top + height + reach); y += 1)
    for (let at = y * bitmap.width + left; at < y * bitmap.width + left + width; at += 1) {
      const dot = bitmap.dots[at] ?? 0;
      counts[dot >> 4] = (counts[dot >> 4] ?? 0) + 1;
      sums[dot >> 4] = (sums[dot >> 4] ?? 0) + dot;
    }
  let most = 15;
  for (let step = 0; step < 16; step += 1) if ((counts[step] ?? 0) > (counts[most] ?? 0)) most = step;
  return (sums[most] ?? 0) / Math.max(counts[most] ?? 0, 1);
}

/** Turned back, so that the writing runs to the right. */
function turned(ink: Ink, turn: number): Ink {
  const quarters = ((turn % 4) + 4) % 4;
  if (quarters === 0) return ink;
  const { width, height } = quarters === 2 ? ink : { width: ink.height, height: ink.width };
  const dots = new Float32Array(width * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      const [fromX, fromY] =
        quarters === 1 ? [ink.width - 1 - y, x] : quarters === 2 ? [width - 1 - x, height - 1 - y] : [y, ink.height - 1 - x];
      dots[y * width + x] = ink.dots[fromY * ink.width + fromX] ?? 0;
    }
  return { width, height, dots };
}

function scaled(ink: Ink): GlyphShape | undefined {
  const across = edgesOf(darkestOf(ink, 'columns'));
  const down = edgesOf(darkestOf(ink, 'rows'));
  if (!across || !down) return undefined;
  const cells = cellsOf(ink, across, down);
  const [width, height] = [across.to - across.from, down.to - down.from];
  normalise(cells);
  return { cells, aspect: width / height, height };
}

/** The most ink in each column or row. */
function darkestOf({ width, height, dots }: Ink, lines: 'columns' | 'rows'): Float32Array {
  const most = new Float32Array(lines === 'columns' ? width : height);
  for (let y = 0, at = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, at += 1) {
      const line = lines === 'columns' ? x : y;
      const dot = dots[at] ?? 0;
      if (dot > (most[line] ?? 0)) most[line] = dot;
    }
  return most;
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Where ink begins and ends, in parts of a dot: a line half as dark as the darkest is half covered. */
function edgesOf(most: Float32Array): Extent | undefined {
  let darkest = 0;
  for (const dot of most) if (dot > darkest) darkest = dot;
  if (darkest < minInk) return undefined;
  let first = 0;
  let last = most.length - 1;
  while ((most[first] ?? 0) < edgeShare * darkest) first += 1;
  while ((most[last] ?? 0) < edgeShare * darkest) last -= 1;
  if (first === last) return { from: first, to: first + 1 };
  return { from: first + 1 - (most[first] ?? 0) / darkest, to: last + (most[last] ?? 0) / darkest };
}

/** The mean ink of each cell: first along the rows of dots, then down the columns. */
function cellsOf({ width, height, dots }: Ink, across: Extent, down: Extent): Float32Array {
  const narrowed = new Float32Array(columns * height);
  spread(across, columns, width, (column, x, share) => {
    for (let y = 0; y < height; y += 1) {
      const at = y * columns + column;
      narrowed[at] = (narrowed[at] ?? 0) + share * (dots[y * width + x] ?? 0);
    }
  });
  const cells = new Float32Array(columns * rows);
  spread(down, rows, height, (row, y, share) => {
    for (let column = 0; column < columns; column += 1) {
      const at = row * columns + column;
      cells[at] = (cells[at] ?? 0) + share * (narrowed[y * columns + column] ?? 0);
    }
  });
  return cells;
}

/** Tells for each cell of a length which dots it covers, and how much of it each of them is. */
function spread({ from, to }: Extent, count: number, length: number, add: (cell: number, dot: number, share: number) => void): void {
  const size = (to - from) / count;
  for (let cell = 0; cell < count; cell += 1) {
    const start = from + cell * size;
    const end = start + size;
    for (let dot = Math.floor(start); dot < end && dot < length; dot += 1)
      add(cell, dot, (Math.min(dot + 1, end) - Math.max(dot, start)) / size);
  }
}

/** Brings the cells to mean 0 and length 1. A filled box is like nothing: its cells are 0, but for blurred edges. */
function normalise(cells: Float32Array): void {
  let sum = 0;
  for (const cell of cells) sum += cell;
  const mean = sum / cells.length;
  let squares = 0;
  for (const cell of cells) squares += (cell - mean) ** 2;
  const length = Math.sqrt(squares);
  for (let at = 0; at < cells.length; at += 1) cells[at] = length < minContrast * sum ? 0 : ((cells[at] ?? 0) - mean) / length;
}

/** How alike two shapes are: 1 for the same, 0 for nothing in common. Source: Pearson's correlation of the cells. */
export function likeness(one: GlyphShape, other: GlyphShape): number {
  let sum = 0;
  for (let at = 0; at < one.cells.length; at += 1) sum += (one.cells[at] ?? 0) * (other.cells[at] ?? 0);
  return sum;
}
