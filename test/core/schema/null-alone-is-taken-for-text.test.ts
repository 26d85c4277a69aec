import { expect, it } from 'vitest';
import { parseSchema } from '../../../core/index.js';

const parse = (field: string) => parseSchema(`{"type":"object","properties":{"a":${field}}}`);

it.each(['{"type":"null"}', '{"type":["null"]}'])('a field that may only be null has an unsupported type: %s', (field) => {
  expect(() => parse(field)).toThrow(
    'Invalid JSON schema: $.a has an unsupported type; allowed are string, number, integer, boolean, array, object',
  );
});

it('a type beside null is that type', () => {
  expect(parse('{"type":["null","number"]}').fields[0]?.type).toBe('number');
});
