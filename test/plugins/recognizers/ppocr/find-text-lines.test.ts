import { expect, it } from 'vitest';
import { findTextLines } from '../../../../plugins/recognizers/ppocr/find-text-lines.js';

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
