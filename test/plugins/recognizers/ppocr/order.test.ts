import { expect, it } from 'vitest';
import { directionOf, inOrder } from '../../../../plugins/recognizers/ppocr/order.js';

const line = (name: string, x: number, y: number, angle = 0, length = 100) => ({ name, strip: { x, y, length, thickness: 20, angle } });
const names = (lines: readonly { readonly name: string }[]): string => lines.map(({ name }) => name).join(' ');

it('goes through a row before the next, though its lines stand a little higher or lower', () => {
  expect(names(inOrder([line('d', 300, 44), line('b', 300, 6), line('a', 100, 10), line('c', 100, 40)], 0))).toBe('a b c d');
});

it('follows the direction of the page', () => {
  expect(names(inOrder([line('a', 100, 40), line('b', 100, 10)], Math.PI))).toBe('a b');
  expect(names(inOrder([line('b', 40, 100), line('a', 10, 100)], -Math.PI / 2))).toBe('a b');
});

it('is the direction of most text, however much stands across it', () => {
  const strips = [line('a', 0, 0, 0.02, 300), line('b', 0, 0, 0.01, 200), line('c', 0, 0, -Math.PI / 2, 400)].map(({ strip }) => strip);
  expect(directionOf(strips)).toBe(0.01);
  expect(directionOf([])).toBe(0);
});
