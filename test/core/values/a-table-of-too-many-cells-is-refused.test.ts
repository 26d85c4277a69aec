import { expect, it } from 'vitest';
import { cell, documentOf, run, scriptedModel, text } from '../builders.js';

const columns = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, column) => [`column_${column}`, text]));
const rows = (count: number) => Array.from({ length: count }, (_, row) => cell(`$.lines[${row}].column_0`, 'Apple', { quote: 'Apple' }));

const read = (asked: { columns: number; rows: number }) =>
  run({
    document: documentOf('Apple'),
    fields: { lines: { type: 'array', items: { type: 'object', properties: columns(asked.columns) } } },
    tiers: [scriptedModel('a', rows(asked.rows))],
  });

it('refuses a schema and a table that multiply to more cells than one process should hold', async () => {
  const { object, error } = await read({ columns: 200, rows: 251 });
  expect(object).toBeNull();
  expect(error).toEqual({
    code: 'EXTRACTION_FAILED',
    message:
      "The schema's fields and the document's rows make 50,200 cells, more than 50,000; ask for fewer fields of each row, or split the document",
  });
});

it('reads as many rows of fewer columns', async () => {
  const { object } = await read({ columns: 4, rows: 251 });
  expect(object?.['lines']).toHaveLength(251);
});
