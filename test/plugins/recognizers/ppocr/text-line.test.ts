import { expect, it } from 'vitest';
import { boxAround, directionOf, inOrder } from '../../../../plugins/recognizers/ppocr/text-line.js';

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
