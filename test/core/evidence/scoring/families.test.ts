import { describe, expect, it } from 'vitest';
import { documentFamily, fieldFamily } from '../../../../core/evidence/scoring/families.js';
import { parseSchema } from '../../../../core/index.js';
import { day, money, pageOf, text } from '../../builders.js';

describe('a document', () => {
  const native = pageOf('Total 120.00');
  const cover = pageOf('');
  const scan = pageOf('Total 120.00', 2, { textLayer: 'ocr' });

  it('is native when its own text is all there is to read', () => {
    expect([[native], [cover, native]].map(documentFamily)).toEqual(['native', 'native']);
  });
  it('is scanned when a page is, or none has text', () => {
    expect([[native, scan], [cover], []].map(documentFamily)).toEqual(['scanned', 'scanned', 'scanned']);
  });
});

it('fields are grouped by how they go wrong', () => {
  const properties = {
    total: money,
    due_date: day,
    invoice_number: text,
    currency: text,
    iban: text,
    seller_name: text,
    notes: text,
    reverse_charge: { type: 'boolean' },
    line_items: { type: 'array', items: { type: 'object', properties: { amount: money, description: text } } },
  };
  const { fields } = parseSchema(JSON.stringify({ type: 'object', properties }));
  expect(fields.map(fieldFamily)).toEqual(['money', 'date', 'id', 'id', 'id', 'name', 'text', 'text', 'line', 'line']);
});
