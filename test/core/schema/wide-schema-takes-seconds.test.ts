import { expect, it } from 'vitest';
import { parseSchema } from '../../../core/schema/parse.js';

const wide = (count: number, more: object = {}): string =>
  JSON.stringify({
    type: 'object',
    properties: Object.fromEntries(Array.from({ length: count }, (_, at) => [`f${at}`, { type: 'string' }])),
    ...more,
  });

it('gives all fields of an object one list of their names, not each its own', () => {
  const [first, ...others] = parseSchema(wide(500)).fields;
  expect(others.every(({ beside }) => beside === first?.beside)).toBe(true);
});

it.each([
  ['more fields than are read', wide(2_500)],
  ['more required names than fields', wide(1, { required: Array.from({ length: 8_000 }, () => 'f0') })],
  ['many of both', wide(1_200, { required: Array.from({ length: 5_000 }, (_, at) => `f${at % 1_200}`) })],
])('is read or refused at once: %s', (_name, text) => {
  const times = [1, 2, 3].map(() => {
    const started = performance.now();
    try {
      parseSchema(text);
    } catch {
      // A refusal is an answer, too.
    }
    return performance.now() - started;
  });
  expect(Math.min(...times)).toBeLessThan(50);
});
