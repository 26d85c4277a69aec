import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseSchema } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import local from '../../../plugins/models/local.js';
import { drawn, lines, number, text } from './local/page.js';

const schema = parseSchema(
  JSON.stringify({
    type: 'object',
    properties: {
      invoice_number: text,
      issue_date: text,
      total: number,
      tax: number,
      seller_name: text,
      buyer_name: text,
      currency: text,
      items: lines,
      other: text,
    },
  }),
);
const context = { secret: () => '', log: () => undefined, report: () => undefined, onProbe: () => undefined, onClose: () => undefined };
const read = (pages: readonly string[], signal = new AbortController().signal) =>
  local.create({ effort: 'normal' }, context).read({ document: drawn(...pages), fields: schema.fields, signal });

const word = fc.constantFrom(
  'Invoice', 'No.', 'Total', 'Rechnung', 'Datum:', '12,50', '1.234', '€', '03/04/2025', 'A-17', 'Menge', 'Preis', 'Betrag', 'Acme', 'GmbH', 'To:', '1', '  ', '\n', '%', 'x',
); // biome-ignore format: a table

describe('the local reader', () => {
  it('answers every field that is no column, and quotes what stands on the page', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(word, { maxLength: 60 }), async (words) => {
        const page = words.join(' ');
        const { cells } = await read([page]);
        expect(new Set(cells.map(({ path }) => path)).size).toBe(cells.length);
        expect(cells.filter(({ path }) => !path.includes('[')).length).toBe(schema.fields.filter(({ path }) => !path.includes('[')).length);
        for (const { value, quote } of cells) if (value !== null) expect(squash(quote ?? '')).toContain(squash(value));
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('gives the same answer twice', async () => {
    const page = 'Invoice No. 7\nDate: 3.4.2025\nTotal 12,50 €';
    expect(await read([page])).toEqual(await read([page]));
  });

  it('stops when nobody waits any longer', async () => {
    await expect(read(['Invoice 1'], AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('reads a hundred full pages', async () => {
    const row = 'Description of goods      Qty    Price     Total     Invoice No. A-17   Total net 100.00   Date: 3.4.2025\n';
    const page = (row + 'Widget with some words     2     5.00     10.00     and more\n'.repeat(40)).repeat(1);
    const { cells } = await read(Array.from({ length: 100 }, () => page));
    expect(cells.find(({ path }) => path === '$.invoice_number')?.value).toBe('A-17');
  });
});
