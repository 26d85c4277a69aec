import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, run, scriptedModel, text } from '../../../builders.js';
import { accepted } from '../../verdicts.js';

const numberIn = async (page: string, value: string) => {
  const outcome = await run({
    document: documentOf(page),
    fields: { invoice_number: text },
    tiers: [scriptedModel('reader', [cell('$.invoice_number', value)])],
  });
  return entryOf(outcome, '$.invoice_number');
};

describe('the title of a document labels the number after it', () => {
  it('even if a VAT id stands above', async () => {
    const page = 'VAT No. GB 675 0058 36\nReceipt 1828964      22 October 2025';
    expect((await numberIn(page, '1828964')).score).toEqual(accepted);
  });

  it('but not inside a sentence', async () => {
    expect((await numberIn('Korrektur unserer Rechnung 1828964', '1828964')).score).toEqual(accepted);
  });
});

it('takes the header that a wide value begins under, though it reaches under the next one', async () => {
  const page = 'Klant            Order\nSCONL0303006280999\nTotaal   12.00';
  const outcome = await run({
    document: documentOf(page),
    fields: { customer_number: text },
    tiers: [scriptedModel('reader', [cell('$.customer_number', 'SCONL0303006280999')])],
  });
  expect(entryOf(outcome, '$.customer_number').reason).not.toContain('printed under "Order"');
});

it('joins the two lines of a header that is one label', async () => {
  const page = 'Shipment\nDate\n02/17/26\nTotal   12.00';
  const outcome = await run({
    document: documentOf(page),
    fields: { delivery_date: day },
    tiers: [scriptedModel('reader', [cell('$.delivery_date', '02/17/26')])],
  });
  expect(entryOf(outcome, '$.delivery_date').reason).not.toContain('printed under "Date"');
});
