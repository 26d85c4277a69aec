import { describe, expect, it } from 'vitest';
import { cell, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';

const invoice = (number: string, date: string, total: string, more = '') => `Acme Trading Ltd
1 Mill Lane, Bristol BS1 6XQ

INVOICE
Invoice number: ${number}
Invoice date: ${date}
Bill to
Beta Stores GmbH

Description     Quantity   Unit price   Amount
Drill bits      1          ${total}     ${total}
Total EUR ${total}
${more}`;

const first = invoice('F2024-118', '2025-03-04', '35.00');

const read = (...pages: readonly string[]) =>
  run({
    document: documentOf(...pages),
    fields: {
      seller_name: text,
      total: money,
      note: text,
      payments: { type: 'array', items: { type: 'object', properties: { paid: money } } },
    },
    tiers: [
      scriptedModel('reader', [
        cell('$.seller_name', 'Acme Trading Ltd'),
        cell('$.total', '35.00', { quote: 'Total EUR 35.00' }),
        cell('$.note', null),
      ]),
    ],
  });

describe('a file with two invoices', () => {
  const pages = [first, invoice('F2024-119', '2025-03-05', '48.00')];

  it('says so', async () => {
    expect(metaOf(await read(...pages)).issues).toContain(
      'Several documents: the file holds 2, another one begins on page 2 ("F2024-119")',
    );
  });

  it('has no value that is accepted, nulls and empty arrays included', async () => {
    expect(metaOf(await read(...pages)).field_confidence.filter(({ score }) => score >= 0.85)).toEqual([]);
  });

  it('is recognised behind further pages of the first', async () => {
    const [one = '', two = ''] = pages;
    const outcome = await read(one, 'Page 2 of 2\nInvoice number: F2024-118\nTerms of sale', two);
    expect(metaOf(outcome).issues).toContain('Several documents: the file holds 2, another one begins on page 3 ("F2024-119")');
  });

  it('is recognised without numbers by date and total', async () => {
    const receipt = (date: string, total: string) => `CORNER SHOP\nRECEIPT\nDate: ${date}\nCoffee   ${total}\nTotal   ${total}`;
    expect(metaOf(await read(receipt('2025-03-04', '35.00'), receipt('2025-03-06', '7.20'))).issues).toContainEqual(
      expect.stringContaining('Several documents'),
    );
  });
});

describe('a file that may hold two invoices', () => {
  const other = 'Beta Works GmbH\nDocument 771\nDate: 2025-03-09\nSaw blades 12.00 12.00\nTotal EUR 12.00';

  it.each([
    ['a page without a title has another number and total', [first, 'Terms of sale\nInvoice number: F2024-119\nTotal 9.00']],
    ['a page without a title or a number has another date and total', [first, other]],
    [
      'a second page has the number of another',
      [`${first}\nPage 1 of 2`, 'Page 2 of 2\nInvoice number: F2024-119\nIBAN DE89370400440532013000'],
    ],
    [
      'a second page names another account',
      [`${first}\nIBAN GB29NWBK60161331926819`, 'Page 2 of 2\nPlease pay within 14 days\nIBAN DE89370400440532013000'],
    ],
    [
      'a second page has the tax number of another seller, and says other things',
      [
        `${first}\nVAT number: DE123456789\nPage 1 of 2`,
        'Page 2 of 2\nBeta Works GmbH, Graz\nVAT number: ATU67551302\nIBAN DE89370400440532013000',
      ],
    ],
    [
      'a second page has the letterhead of another company',
      [`${first}\nPage 1 of 2`, 'Gamma Works GmbH\nPage 2 of 2\nIBAN DE89370400440532013000'],
    ],
    [
      'a second page has the letterhead of somebody by the name of a site',
      [`${first}\nPage 1 of 2`, 'Brightwater\nPage 2 of 2\nTotal EUR 9.00\nwww.brightwater.example'],
    ],
    [
      'a page with the same number has another date, total and sender',
      [`${first}\nVAT number: DE123456789`, `${invoice('F2024-118', '2023-01-09', '91.00')}\nVAT number: ATU67551302`],
    ],
    ['a titled page has the same number, but another date and another total', [first, invoice('F2024-118', '2025-06-05', '91.00')]],
    ['a page has a title and a total of its own', [first, 'INVOICE\nBeta Works GmbH\nTotal EUR 12.00']],
  ])('says so and accepts no value where %s', async (_, pages) => {
    const { issues, field_confidence: fields } = metaOf(await read(...pages));
    expect(issues).toContainEqual(expect.stringContaining('Several documents: another one may begin on page 2'));
    expect(fields.filter(({ score }) => score >= 0.85)).toEqual([]);
  });

  it('says so where the third page has another number than the second, and the first has none', async () => {
    const pages = [
      'Acme Trading Ltd\nThank you for your order',
      'Page 2 of 3\nInvoice number: F2024-118\nTotal EUR 35.00',
      'Page 3 of 3\nInvoice number: F2024-119',
    ];
    expect(metaOf(await read(...pages)).issues).toContainEqual(expect.stringContaining('another one may begin on page 3'));
  });

  it('says so where a page counts from one again and has amounts, among other words', async () => {
    const pages = [
      'Page 1 of 1\nAcme Trading Bristol delivers drills, hammers, screws, nails, planks, beams,\nhinges, bolts, brackets, paint, brushes, varnish, glue, sanders, ladders, gloves',
      'Page 1 of 1\nBeta Works Hamburg rents cranes, lifts, scaffolds, fences, mixers, pumps,\ntents, toilets, generators, lamps, cables, barriers, trailers, radios, signs, mats\n1.00 2.00 3.00',
    ];
    expect(metaOf(await read(...pages)).issues).toContainEqual(expect.stringContaining('another one may begin on page 2'));
  });

  it('says so where a titled page with a total is of another size', async () => {
    const [one, two] = documentOf(first, 'INVOICE\nTotal EUR 35.00').pages;
    if (!one || !two) throw new Error('two pages were asked for');
    const outcome = await run({
      document: { ...documentOf(first), pages: [one, { ...two, width: two.width * 1.1 }], chargedPages: 2 },
      fields: { total: money },
      tiers: [scriptedModel('reader', [cell('$.total', '35.00', { quote: 'Total EUR 35.00' })])],
    });
    expect(metaOf(outcome).issues).toContainEqual(expect.stringContaining('another one may begin on page 2'));
  });
});

describe('one document are', () => {
  it.each([
    ['an invoice and its copy', [first, invoice('F2024-118', '2025-03-04', '35.00', 'COPY')]],
    ['a bill and how its total came about', [first, 'YOUR INVOICE EXPLAINED\nWater total EUR 21.00\nTotal EUR 35.00']],
    [
      'a bill that counts two pages, of which the second has no number, but days, sums and words of its own',
      [
        `${first}\nPage 1 of 2`,
        'Meter reading\nDate 2025-02-28   Total of units EUR 9.12\nTariff comfort, valid without end, period of notice one month, ' +
          'network operator and point of delivery as known, emissions are shared by steps between owners and tenants',
      ],
    ],
    ['a statement and its titled second sheet', [`${first}\nSheet 1 of 2`, 'INVOICE DETAILS\nSheet 2 of 2\nTotal of fees EUR 4.00']],
    [
      "a policy whose second page, of the same insurer, names the payer's account",
      [`${first}\nIBAN GB29NWBK60161331926819`, 'Acme Trading Ltd\nPage 2 of 2\nPremium EUR 4.00\nIBAN DE89370400440532013000'],
    ],
    ['an invoice and a titled page that counts', [first, 'INVOICE\nTotal units 61\nRate 0.35']],
    [
      'an invoice and a page with another mailbox of its sender',
      [`${first}\nhello@beta.example`, 'Complaints: desk@acmetrading.example\nTotal of claims EUR 4.00'],
    ],
    ['an invoice and its terms of sale', [first, 'Terms of sale\nInvoice number: F2024-118\nTotal claims are limited to 9.00']],
    ['an invoice that repeats its title', [first, 'INVOICE\nInvoice number: F2024-118\nCarried forward 35.00\nTotal EUR 48.00']],
    [
      'an invoice and its terms, which count their own pages',
      [`${first}\nPage 1 of 1`, 'Terms of sale\nPage 1 of 1\nWhoever pays late owes interest, and the goods remain ours until then.'],
    ],
    [
      'an invoice and its copy, which count their pages alike',
      [`${first}\nPage 1 of 1`, `${invoice('F2024-118', '2025-03-04', '35.00', 'COPY')}\nPage 1 of 1`],
    ],
    [
      'an invoice and its second page, which repeats its number, its account or a tax number in other letters',
      [
        `${first}\nIBAN GB29 NWBK 6016 1331 9268 19\nVAT number: DE123456789`,
        'Page 2 of 2\nInvoice number: F2024118\nIBAN GB29NWBK60161331926819 or DE89370400440532013000\nVAT number: DE 123 456 789',
      ],
    ],
    ['an invoice and the terms of another company', [first, 'Gamma Works GmbH\nTerms of delivery\nClaims end after thirty days.']],
    [
      'an invoice and its second page under the letterhead of the same company, or of its group',
      [first, 'Acme Trading Ltd\nPage 2\nCarried forward 35.00', 'Acme Holding plc\nPage 3\nIBAN GB29NWBK60161331926819'],
    ],
    [
      'an invoice and the form of a bank to pay it with',
      [`${first}\nIBAN GB29 NWBK 6016 1331 9268 19`, 'Gamma Bank AG\nCredit transfer\nIBAN GB29 NWBK 6016 1331 9268 19\nEUR 35.00'],
    ],
    ['an invoice and its delivery note', [first, 'DELIVERY NOTE\nDelivery note number: 7781\nDrill bits   1']],
    [
      'a statement of several invoices',
      [
        'STATEMENT\nInvoice number   Date         Amount\nF2024-118        2025-03-04   35.00\nF2024-119        2025-03-05   48.00',
        'STATEMENT\nInvoice number   Date         Amount\nF2024-120        2025-03-06   35.00\nF2024-121        2025-03-07   48.00\nTotal   166.00',
      ],
    ],
  ])('%s', async (_, pages) => {
    const outcome = await read(...pages);
    expect(metaOf(outcome).issues).not.toContainEqual(expect.stringContaining('Several documents'));
    expect(entryOf(outcome, '$.note').score).toBe(0.9);
  });
});
