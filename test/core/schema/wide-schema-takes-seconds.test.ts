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

it('is refused for more fields than are read, however often they are required', () => {
  const often = { required: Array.from({ length: 5_000 }, (_, at) => `f${at % 1_200}`) };
  for (const text of [wide(2_500), wide(1_200, often)]) expect(() => parseSchema(text)).toThrow('it has more than 500 fields');
  expect(parseSchema(wide(1, { required: Array(8_000).fill('f0') })).fields).toMatchObject([{ path: '$.f0', required: true }]);
});
