import { expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import { conceptOf } from '../../../../core/text.js';

const conceptIn = (container: string, name: string) => {
  const inner = { type: 'object', properties: { [name]: { type: 'number' } } };
  const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { [container]: inner } })).fields;
  return field && conceptOf(field);
};

it.each(['summary', 'invoice_summary', 'financials', 'footer', 'totals'])('reads the total in "%s" as the total', (container) => {
  expect([conceptIn(container, 'grand_total'), conceptIn(container, 'subtotal')]).toEqual(['total', 'subtotal']);
});

it('does not know the total in a container that may have another subject', () => {
  expect(conceptIn('previous_year', 'total')).toBeUndefined();
});
