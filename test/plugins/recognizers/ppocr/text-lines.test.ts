import { expect, it } from 'vitest';
import { textLinesIn } from '../../../../plugins/recognizers/ppocr/text-lines.js';

/** A map on which these dots are text. */
function map(width: number, height: number, isText: (x: number, y: number) => boolean, scale = 1) {
  const certainty = Float32Array.from({ length: width * height }, (_, dot) => (isText(dot % width, Math.floor(dot / width)) ? 0.9 : 0));
  return { width, height, certainty, scaleX: scale, scaleY: scale };
}
const within = (value: number, from: number, to: number): boolean => value >= from && value < to;
/** Dots of a bar around the middle of the map, turned by an angle. */
const bar = (middle: number, length: number, thickness: number, angle: number) => (x: number, y: number) => {
  const [dx, dy] = [x + 0.5 - middle, y + 0.5 - middle];
  const [u, v] = [dx * Math.cos(angle) + dy * Math.sin(angle), dy * Math.cos(angle) - dx * Math.sin(angle)];
  return Math.abs(u) < length / 2 && Math.abs(v) < thickness / 2;
};

it('are wider than the cores that the map shows, and longer, for a digit at the end must be whole', () => {
  const [strip] = textLinesIn(map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24)));
  expect(strip).toMatchObject({ x: 50, y: 20, angle: 0 });
  expect(strip?.thickness).toBeCloseTo(8 + (60 * 8 * 1.5) / (60 + 8));
  expect(strip?.length).toBeGreaterThan(60 + 10);
});

it('lie in the picture that the map is a smaller copy of', () => {
  const [strip] = textLinesIn(map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24), 2));
  expect(strip).toMatchObject({ x: 100, y: 40 });
});

it('lie askew with their text', () => {
  const [strip] = textLinesIn(map(120, 120, bar(60, 90, 9, 0.1)));
  expect(strip?.angle).toBeCloseTo(0.1, 2);
});

it('run up where the text is taller than wide', () => {
  const [strip] = textLinesIn(map(120, 120, bar(60, 90, 9, Math.PI / 2)));
  expect(strip?.angle).toBeCloseTo(-Math.PI / 2, 1);
});

it('take the direction of the long ones when they are too short to have one', () => {
  const strips = textLinesIn(map(120, 120, (x, y) => bar(60, 90, 9, 0.1)(x, y) || (within(x, 10, 20) && within(y, 100, 112))));
  expect(strips.map(({ angle }) => angle.toFixed(1))).toEqual(['0.1', '0.1']);
});

it('are none where there is a speck, or a place of which the map is not sure', () => {
  expect(textLinesIn(map(40, 40, (x, y) => x === 20 && y === 20))).toEqual([]);
  const { certainty, ...doubtful } = map(100, 40, (x, y) => within(x, 20, 80) && within(y, 16, 24));
  expect(textLinesIn({ ...doubtful, certainty: certainty.map((one) => one / 2) })).toEqual([]);
});
