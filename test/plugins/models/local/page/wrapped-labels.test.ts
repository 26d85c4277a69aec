import { expect, it } from 'vitest';
import { text, valuesOf } from '../page.js';

const fields = { invoice_number: text, due_date: { type: 'string', format: 'date' } };

it('reads under captions that wrap, with a hyphen and without', async () => {
  const german = `
Rechnungs-     Kunden-     Zahlbar
nummer         nummer      bis
RE-4711        88          26.03.2026`;
  expect(await valuesOf(german, { ...fields, customer_number: text })).toMatchObject({ invoice_number: 'RE-4711', customer_number: '88' });
  const english = `
Invoice                  Payment
number                   due
F-4711                   26 March 2026`;
  expect(await valuesOf(english, fields)).toMatchObject({ invoice_number: 'F-4711', due_date: '26 March 2026' });
});

it('joins no caption with a value, nor with one beside it', async () => {
  expect(await valuesOf('Invoice 17\nnumber\nF-4711', fields)).not.toMatchObject({ invoice_number: 'F-4711' });
  expect(await valuesOf('Invoice\n                    number\n                    F-4711', fields)).not.toMatchObject({
    invoice_number: 'F-4711',
  });
});
