import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, run, scriptedModel, text } from '../../builders.js';
import { accepted, held } from '../verdicts.js';

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

it('takes no header of a day that has words of its own for the day of the document', async () => {
  const labelOf = async (header: string) => {
    const outcome = await run({
      document: documentOf(`Biglietto\nPartenza        ${header}\nComo Nord       28/08/2025\nTreno 2417`),
      fields: { issue_date: day },
      tiers: [scriptedModel('reader', [cell('$.issue_date', '28/08/2025')])],
    });
    return entryOf(outcome, '$.issue_date').reason;
  };
  expect(await labelOf('Data viaggio')).not.toContain('label "Data"');
  expect(await labelOf('Data / Orario')).toContain('label "Data"');
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

const ask = async (page: string, printed: string, field = 'invoice_date') => {
  const quote = page.split('\n').find((row) => row.includes(printed)) ?? printed;
  const tiers = [scriptedModel('reader', [cell(`$.${field}`, printed, { quote: quote.trim() })])];
  return entryOf(await run({ document: documentOf(page), fields: { [field]: day }, tiers }), `$.${field}`);
};

describe('a date without a label is the date of the document', () => {
  it.each([
    ['beside the title', 'Invoice 1002              22 February 2019\nACME Ltd\nDelivered 3 March 2019'],
    ['under the title', 'INVOICE I/00000\n22 February 2019\nACME Ltd\nDelivered 3 March 2019'],
    ['after a town and a comma', 'ACME Ltd\n12345 Springfield\nShipped 3 March 2019\nSpringfield, 22 February 2019'],
    ['after the town of an address', 'ACME Ltd\n12345 Springfield\nShipped 3 March 2019\nSpringfield 22 February 2019'],
    ['before the time of day', 'ACME Ltd\nShipped 3 March 2019\n22 February 2019 14:32'],
    ['alone in the upper half of the page', 'ACME Ltd\nShipped 3 March 2019\nHill Road 1                       22 February 2019'],
  ])('%s', async (_, page) => {
    expect((await ask(page, '22 February 2019')).score).toEqual(accepted);
    expect((await ask(page, '3 March 2019')).score).toEqual(held);
  });

  it('but not when two dates stand alone', async () => {
    const page = 'ACME Ltd\nHill Road 1                       22 February 2019\n\n\n\nLakeside                          3 March 2019';
    expect((await ask(page, '22 February 2019')).score).toEqual(held);
  });

  it('but a labelled date wins', async () => {
    const page = 'Invoice date: 22 February 2019\nTill 4    3 March 2019 14:32';
    expect((await ask(page, '22 February 2019')).score).toEqual(accepted);
  });
});

it.each([
  'Born 02.03.1985',
  'Geboren  02.03.1985',
  'Meter reading     02.03.1985',
  'Pickup 02.03.1985 14:30',
  'Concert Saturday, 02.03.1985',
  'Room Berlin, 02.03.1985',
  'Contract signed Berlin, 02.03.1985',
])('counts an unknown word before a date as a label: %s', async (row) => {
  expect((await ask(`ACME Ltd\n12345 Springfield\n${row}`, '02.03.1985')).score).toEqual(held);
});

describe('the only day of a receipt', () => {
  const paid = '\nTotal  14.10\nCash  20.00\nChange  5.90';

  it.each([
    ['with the time after it', 'REG 02 CASHIER 18-03-2018 11:23'],
    ['with the time before it', 'Till 4 16:14 18-03-2018'],
    ['alone with the time before it', '16:14 18-03-2018'],
    ['with the time under it', 'Dale: 18-03-2018\nTime: 10:18:00'],
  ])('is the day of sale %s, whatever opens its row', async (_, rows) => {
    expect(await ask(`ACME Ltd\n${rows}${paid}`, '18-03-2018')).toMatchObject({
      score: accepted,
      reason: 'Inferred from header: by its place as the only day of a receipt, with the time',
    });
  });

  it.each([
    ['no time stands nearby', `Till 4 18-03-2018${paid}`],
    ['another day is printed', `Till 4 18-03-2018 11:23\nOffer ends 31-03-2018${paid}`],
    ['nothing says how it was paid', 'Till 4 18-03-2018 11:23\nTotal  14.10'],
  ])('is not the day of sale when %s', async (_, rows) => {
    expect((await ask(`ACME Ltd\n${rows}`, '18-03-2018')).score).toEqual(held);
  });
});

describe('the days of a period', () => {
  it.each(['from 01.04.2014 to 30.06.2014', 'vom 01.04.2014 bis zum 30.06.2014', 'du 01.04.2014 au 30.06.2014', '01.04.2014 - 30.06.2014'])(
    'are not dates of the document: %s',
    async (period) => {
      const page = `ACME Ltd\nService ${period}`;
      expect([(await ask(page, '01.04.2014')).score, (await ask(page, '30.06.2014')).score]).toEqual([held, held]);
    },
  );

  it('do not affect a labelled date nearby', async () => {
    const page = 'Invoice date 02.07.2014\nService 01.04.2014 - 30.06.2014';
    expect((await ask(page, '02.07.2014')).score).toEqual(accepted);
  });
});

it("does not take the date of the next invoice for this one's", async () => {
  const page = 'INVOICE 17\nThank you. Your next invoice date is March 22, 2019';
  expect((await ask(page, 'March 22, 2019')).score).toEqual(held);
});
