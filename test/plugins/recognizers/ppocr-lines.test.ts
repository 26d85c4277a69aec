import { expect, it } from 'vitest';
import { type GreyImage, resize } from '../../../plugins/recognizers/ocr/picture.js';
import { findTextLines } from '../../../plugins/recognizers/ppocr/find-text-lines.js';
import { boxAround, cropLine, directionOf, inOrder } from '../../../plugins/recognizers/ppocr/text-line.js';

/** A map with these dots of text. */
function map(width: number, height: number, isText: (x: number, y: number) => boolean, scale = 1) {
  const certainty = Float32Array.from({ length: width * height }, (_, dot) => (isText(dot % width, Math.floor(dot / width)) ? 0.9 : 0));
  return { width, height, certainty, scaleX: scale, scaleY: scale };
}
const within = (value: number, from: number, to: number): boolean => value >= from && value < to;
/** The dots of a rotated bar around the centre of the map. */
const bar = (middle: number, length: number, thickness: number, angle: number) => (x: number, y: number) => {
  const [dx, dy] = [x + 0.5 - middle, y + 0.5 - middle];
  const [u, v] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  return Math.abs(u) < length / 2 && Math.abs(v) < thickness / 2;
};

it('lines are wider than the cores on the map, and longer, because a digit at the end must be whole', () => {
  const [line] = findTextLines(map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24)));
  expect(line).toMatchObject({ x: 50, y: 20, angle: 0 });
  expect(line?.thickness).toBeCloseTo(8 + (60 * 8 * 1.5) / (60 + 8));
  expect(line?.length).toBeGreaterThan(60 + 10);
});

it('lines are in coordinates of the picture, which the map is a smaller copy of', () => {
  const [line] = findTextLines(map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24), 2));
  expect(line).toMatchObject({ x: 100, y: 40 });
});

it('lines have the angle of their text', () => {
  const [line] = findTextLines(map(120, 120, bar(60, 90, 9, 0.1)));
  expect(line?.angle).toBeCloseTo(0.1, 2);
});

it('lines run up where the text is taller than wide', () => {
  const [line] = findTextLines(map(120, 120, bar(60, 90, 9, Math.PI / 2)));
  expect(line?.angle).toBeCloseTo(-Math.PI / 2, 1);
});

it('short lines take the direction of the long ones', () => {
  const lines = findTextLines(map(120, 120, (x, y) => bar(60, 90, 9, 0.1)(x, y) || (within(x, 10, 20) && within(y, 100, 112))));
  expect(lines.map(({ angle }) => angle.toFixed(1))).toEqual(['0.1', '0.1']);
});

it('specks and uncertain text make no lines', () => {
  expect(findTextLines(map(40, 40, (x, y) => x === 20 && y === 20))).toEqual([]);
  const { certainty, ...doubtful } = map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24));
  expect(findTextLines({ ...doubtful, certainty: certainty.map((one) => one / 2) })).toEqual([]);
});

const named = (name: string, x: number, y: number, angle = 0, length = 100) => ({ name, line: { x, y, length, thickness: 20, angle } });
const names = (lines: readonly { readonly name: string }[]): string => lines.map(({ name }) => name).join(' ');

it('the box around a line that runs down is upright', () => {
  const box = boxAround({ x: 50, y: 40, length: 60, thickness: 10, angle: Math.PI / 2 });
  expect([box.x, box.y, box.width, box.height].map(Math.round)).toEqual([45, 10, 10, 60]);
});

it('lines are read row by row, though those of a row differ a little in height', () => {
  expect(names(inOrder([named('d', 300, 44), named('b', 300, 6), named('a', 100, 10), named('c', 100, 40)], 0))).toBe('a b c d');
});

it('the reading order follows the direction of the page', () => {
  expect(names(inOrder([named('a', 100, 40), named('b', 100, 10)], Math.PI))).toBe('a b');
  expect(names(inOrder([named('b', 40, 100), named('a', 10, 100)], -Math.PI / 2))).toBe('a b');
});

it('the main direction is that of most text, even with long text across it', () => {
  const lines = [named('a', 0, 0, 0.02, 300), named('b', 0, 0, 0.01, 200), named('c', 0, 0, -Math.PI / 2, 400)].map(({ line }) => line);
  expect(directionOf(lines)).toBe(0.01);
  expect(directionOf([])).toBe(0);
});

const picture = (width: number, height: number, dot: (x: number, y: number) => number): GreyImage => ({
  width,
  height,
  dots: Uint8Array.from({ length: width * height }, (_, at) => dot(at % width, Math.floor(at / width))),
});

it('levels a line that runs up the page', () => {
  const brighterUpwards = picture(100, 200, (_, y) => 200 - y);
  const { width, height, dots } = cropLine(brighterUpwards, { x: 50, y: 100, length: 96, thickness: 48, angle: -Math.PI / 2 });
  expect([width, height]).toEqual([96, 48]);
  expect([dots[0], dots[95]]).toEqual([53, 148]);
});

it('repeats the last dots beyond the edge', () => {
  const { dots } = cropLine(
    picture(10, 10, () => 77),
    { x: 0, y: 0, length: 96, thickness: 48, angle: 0 },
  );
  expect(new Set(dots)).toEqual(new Set([77]));
});

it('shrinking makes a thin stroke paler but does not lose it', () => {
  const { dots } = resize(
    picture(64, 64, (x) => (x === 30 ? 0 : 255)),
    16,
    16,
  );
  expect(dots.some((dot) => dot < 230)).toBe(true);
  expect(dots[0]).toBe(255);
});

it('resizing to the same size changes nothing', () => {
  const same = picture(8, 8, (x, y) => x * y);
  expect(resize(same, 8, 8)).toEqual(same);
});
