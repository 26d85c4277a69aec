import { expect, it } from 'vitest';
import { parseSchema } from '../../../../core/index.js';
import { conceptOf } from '../../../../core/text.js';

const conceptIn = (container: string, name: string) => {
  const inner = { type: 'object', properties: { [name]: { type: 'number' } } };
  const [field] = parseSchema(JSON.stringify({ type: 'object', properties: { [container]: inner } })).fields;
  return field && conceptOf(field);
};

it.each(['summary', 'invoice_summary', 'financials', 'footer', 'totals'])('the total in "%s" is the total', (container) => {
  expect([conceptIn(container, 'grand_total'), conceptIn(container, 'subtotal')]).toEqual(['total', 'subtotal']);
});

it('the total in a container that could be about something else is none we know', () => {
  expect(conceptIn('previous_year', 'total')).toBeUndefined();
});
