import { describe, expect, it } from 'vitest';
import { type Cell, parseSchema } from '../../../core/index.js';
import { encode } from './encode.js';
import { countReading, report } from './figures.js';
import { plainOf } from './plain.js';

const cell = (path: string, value: string | null, changes: Partial<Cell> = {}): Cell => ({
  path,
  value,
  page: value === null ? null : 1,
  quote: value === null ? null : `Total ${value}`,
  confidence: 'certain',
  reason: 'exact',
  ...changes,
});

const schema = {
  type: 'object',
  properties: {
    total: { type: 'number' },
    due: { type: 'string' },
    lines: { type: 'array', items: { type: 'object', properties: { text: { type: 'string' }, amount: { type: 'number' } } } },
  },
};
const { fields } = parseSchema(JSON.stringify(schema));
const header = [cell('$.total', '1.234,50 €', { confidence: 'likely', reason: 'multiple' }), cell('$.due', null)];
const row = (at: number): readonly Cell[] => [
  cell(`$.lines[${at}].text`, `Rope ${at}`, { page: at < 2 ? 1 : 2 }),
  cell(`$.lines[${at}].amount`, '12,50', { page: at < 2 ? 1 : 2, ...(at === 1 ? { confidence: 'unsure' as const } : {}) }),
];

describe('recorded cells', () => {
  it('are said as a model is asked to answer, a table once a page', () => {
    expect(encode([...header, ...row(0), ...row(1), ...row(2)])).toEqual({
      fields: [['total', '1.234,50 €', '1', 'Total', 'likely multiple'], ['due']],
      tables: [
        {
          name: 'lines',
          page: 1,
          columns: ['text', 'amount'],
          rows: [
            ['Rope 0', '12,50'],
            ['Rope 1', '12,50', 'amount: unsure'],
          ],
        },
        { name: 'lines', page: 2, columns: ['text', 'amount'], rows: [['Rope 2', '12,50']] },
      ],
    });
  });

  it('are said as plain JSON, numbers as numbers', () => {
    expect(plainOf([...header, ...row(0)], fields)).toEqual({ total: 1234.5, due: null, lines: [{ text: 'Rope 0', amount: 12.5 }] });
  });
});

it('the report has all readings, and long tables by themselves', () => {
  const long = Array.from({ length: 30 }, (_, at) => row(at)).flat();
  const text = report([countReading('short', header, fields), countReading('long', [...header, ...long], fields)]);
  expect(text).toMatch(/^overall +2 /m);
  expect(text).toMatch(/^tables of more than 20 rows +1 .* long$/m);
  expect(text).toMatch(/overall \d\.\d\d x, tables of more than 20 rows \d\.\d\d x, against plain JSON$/);
});
