import { describe, expect, it } from 'vitest';
import { cell, day, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../builders.js';

const nullIn = async (page: string, field: string) => {
  const outcome = await run({
    document: documentOf(page),
    fields: { [field]: text },
    tiers: [scriptedModel('reader', [cell(`$.${field}`, null)])],
  });
  return entryOf(outcome, `$.${field}`);
};

it('doubts a null where the schema requires a value and allows no null, in every row as well', async () => {
  const nullable = { type: ['string', 'null'] };
  const row = { type: 'object', properties: { code: text, remark: nullable, note: text }, required: ['code', 'remark'] };
  const properties = { name: text, gate: { anyOf: [text, { type: 'null' }] }, seat: { type: 'string', nullable: true }, dock: text };
  const outcome = await run({
    document: documentOf('Nordfrakt\n\nBox A   12\nBox B   14'),
    fields: { ...properties, rows: { type: 'array', items: row } },
    required: ['name', 'gate', 'seat', 'rows'],
    given: {
      data: {
        name: null,
        gate: null,
        seat: null,
        dock: null,
        rows: [
          { code: null, remark: null, note: 'Box A' },
          { code: null, remark: null, note: 'Box B' },
        ],
      },
    },
  });
  const doubted = metaOf(outcome).field_confidence.filter(({ score }) => score < 0.85);
  const names = doubted.map(({ field }) => field).filter((field) => !field.endsWith('.note'));
  expect(names).toEqual(['$.name', '$.rows[0].code', '$.rows[1].code']);
  expect(doubted[0]?.reason).toBe('Not present: required, but not found in the document');
});

it('doubts a null where words that would answer it are covered', async () => {
  const [page, other] = documentOf('Invoice 42\nIBAN IE29 AIBK 9311 5212 3456 78\n\nThank you').pages.map((one) => {
    const covered = one.words.filter(({ text }) => !/Invoice|42$|Thank|you|IBAN/.test(text));
    return { ...one, words: one.words.filter((word) => !covered.includes(word)), hidden: covered };
  });
  const nullOf = async (field: string) =>
    entryOf(
      await run({
        document: { ...documentOf(''), pages: [page, other].flatMap((one) => one ?? []) },
        fields: { [field]: text },
        tiers: [scriptedModel('reader', [cell(`$.${field}`, null)])],
      }),
      `$.${field}`,
    );
  expect(await nullOf('iban')).toMatchObject({ reason: 'Not present: yet something covers words of the page that may be it' });
  expect((await nullOf('iban')).score).toBeLessThan(0.85);
  expect((await nullOf('bic')).score).toBeGreaterThanOrEqual(0.85);
});

describe('doubts a null where the page prints what no value of the reading is', () => {
  const page = `Visit 4711, 3 May 2024
Seen again 17.06.2024
Treatment     120.00
Medicine       35.50
Added          19 %`;
  const fields = { visited: day, revisita: day, treatment: money, farmaci: money, aumento_pct: money, chip_no: text };
  const said = {
    visited: cell('$.visited', '3 May 2024'),
    revisita: cell('$.revisita', '17.06.2024'),
    treatment: cell('$.treatment', '120.00'),
    farmaci: cell('$.farmaci', '35.50'),
    aumento_pct: cell('$.aumento_pct', '19 %'),
    chip_no: cell('$.chip_no', null),
  };
  const scoreOfNull = async (name: keyof typeof said, more = '') => {
    const cells = Object.entries(said).map(([own, given]) => (own === name ? cell(`$.${name}`, null) : given));
    return entryOf(await run({ document: documentOf(page + more), fields, tiers: [scriptedModel('reader', cells)] }), `$.${name}`);
  };

  it.each([
    ['revisita', '17.06.2024'],
    ['farmaci', '35.50'],
    ['aumento_pct', '19 %'],
  ] as const)('a day, an amount or a percentage: %s', async (name, printed) => {
    const { score, reason } = await scoreOfNull(name);
    expect([score < 0.85, reason]).toEqual([true, `Not present: but "${printed}" on page 1 is no other value of the answer`]);
  });

  it('but not where all are claimed, or where it prints many that nobody asks for', async () => {
    expect((await scoreOfNull('chip_no')).score).toBeGreaterThanOrEqual(0.85);
    const many = ['41.10', '42.10', '43.10', '44.10', '45.10'].map((amount) => `\nOther     ${amount}`).join('');
    expect((await scoreOfNull('farmaci', many)).score).toBeGreaterThanOrEqual(0.85);
  });

  it('or the words of a yes-or-no field', async () => {
    const asked = async (text: string) => {
      const flag = { chain_of_custody: { type: ['boolean', 'null'] } };
      const tiers = [scriptedModel('reader', [cell('$.chain_of_custody', null)])];
      return entryOf(await run({ document: documentOf(text), fields: flag, tiers }), '$.chain_of_custody').score;
    };
    expect(await asked('Sample 7\nChain of custody kept')).toBeLessThan(0.85);
    expect(await asked('Sample 7')).toBeGreaterThanOrEqual(0.85);
  });
});

describe('gives a null a low score', () => {
  it('when a heading stands over the name in one of several columns', async () => {
    const page = `From                Bill to               Invoice number   F2024
Acme Ltd            Beta Interiors plc    Invoice date     08/10/2024
Station Parade 56   Station Parade 34     Due date         10/11/2024
Bristol BS1 6XQ     Bristol BS1 6XQ`;
    expect(await nullIn(page, 'buyer_name')).toMatchObject({
      score: 0.4,
      reason: 'Not present: but "Bill to" stands beside "Beta Interiors plc" on page 1',
    });
  });

  it.each([
    'FROM: Company ABC        TO: John Doe\nuser@example.com         john@example.com',
    'BILLED TO       FROM            PURCHASE ORDER\nJohn Doe        Some Company    2',
  ])('when a name follows a heading: %s', async (page) => {
    expect((await nullIn(page, 'buyer_name')).score).toBe(0.4);
  });

  it('when a heading of the party is printed, whatever stands under it', async () => {
    expect(await nullIn('Bill to address    Invoice\n                   Date: 3 April', 'buyer_name')).toMatchObject({
      score: 0.4,
      reason: 'Not present: but the heading "Bill to address" stands on page 1',
    });
  });

  it.each([
    ['Invoice number    Invoice date    Your order\nF20258546         19/02/2025      4555985', 'F20258546'],
    ['Customer number   Invoice number\n53480             F20258546', 'F20258546'],
    ['Kind of invoice to a customer of ours   Invoice no   F20258546', 'F20258546'],
    ['Receipt 1828964      22 October 2025', '1828964'],
    ['Quittung INV-7719-A      11.09.2025', 'INV-7719-A'],
  ])('when the document number is printed: %s', async (page, number) => {
    const { score, reason } = await nullIn(page, 'invoice_number');
    expect({ score, named: reason.includes(`"${number}"`) }).toEqual({ score: 0.4, named: true });
  });
});

describe('accepts a null', () => {
  /** A receipt of a till may do without a number and a buyer. */
  const paid = '\nCash  20.00';
  it.each([
    ['when a title stands before a date', 'Invoice 22/10/2025'],
    ['when no number stands under the label', 'Invoice number    Customer\n                  Beta'],
    ['when no label is printed', 'Thank you for your order'],
  ])('%s', async (_, page) => {
    expect((await nullIn(`${page}${paid}`, 'invoice_number')).score).toBe(0.9);
  });

  it.each([
    ['seller_tax_id', 'Remit address:\nWXYZ-TV 4711'],
    ['buyer_name', 'Your till was opened\nLog online to\nand fill out a form about us'],
    ['buyer_name', 'Business client on 2019\nmail to sales 7.50'],
    ['buyer_tax_id', 'Bill to address:\nInvoice 4711'],
  ])('when words stand under others that are no heading of theirs: %s', async (field, page) => {
    expect((await nullIn(`${page}${paid}`, field)).score).toBe(0.9);
  });

  it('when a word such as To stands over no name', async () => {
    expect(
      (await nullIn(`To          Net     Tax     Total     Unit\nthe left    10.00   2.00    12.00     kg${paid}`, 'buyer_name')).score,
    ).toBe(0.9);
  });
});

describe('an array without rows', () => {
  const lines = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const receipt = `CORNER SHOP
Coffee                      7.00
Cake                        4.20
TOTAL                      11.20
Cash                       20.00`;

  const emptyIn = async (page: string) =>
    entryOf(await run({ document: documentOf(page), fields: { lines }, tiers: [scriptedModel('reader', [])] }), '$.lines');

  it('gets a low score when rows come to a printed sum', async () => {
    expect(await emptyIn(receipt)).toMatchObject({
      score: 0.4,
      reason: 'Not present: but 2 rows from "Coffee 7.00" on page 1 come to 11.2',
    });
  });

  it('is doubtful when no rows come to a sum, for every invoice lists what it charges', async () => {
    expect((await emptyIn(receipt.replace('4.20', '4.30'))).score).toBe(0.8);
  });
});

describe('a null where a value of that very shape is printed', () => {
  const page = `Acme Trading Ltd

Bill to
Beta Stores GmbH
50667 Köln
VAT ID DE136695976
office@stores.example

Total   42.00
Sparkasse DE89 3704 0044 0532 0130 00`;
  const nested = async (path: string) => {
    const [party = '', name = ''] = path.slice(2).split('.');
    const fields = { [party]: { type: 'object', properties: { [name]: text } } };
    return entryOf(await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', [cell(path, null)])] }), path);
  };

  it.each([
    ['iban', 'DE89 3704 0044 0532 0130 00'],
    ['email', 'office@stores.example'],
    ['account_iban', 'DE89 3704 0044 0532 0130 00'],
  ])('is doubtful: %s', async (field, value) => {
    const { score, reason } = await nullIn(page, field);
    expect({ score, named: reason.includes(`"${value}"`) }).toEqual({ score: 0.4, named: true });
  });

  it('is doubtful for a part of the address that is printed under the name of that party', async () => {
    expect(await nested('$.buyer.city')).toMatchObject({
      score: 0.8,
      reason: 'Not present: but "50667 Köln" on page 1 is of this address',
    });
    expect((await nested('$.buyer.postal_code')).score).toBe(0.8);
    expect((await nested('$.seller.city')).score).toBe(0.9);
    expect((await nested('$.buyer.country')).score).toBe(0.9);
  });

  it('is doubtful for the party whose it is, and only for that one', async () => {
    expect((await nested('$.buyer.email')).score).toBe(0.4);
    expect((await nested('$.seller.email')).score).toBe(0.9);
    expect((await nested('$.seller.iban')).score).toBe(0.4);
    expect((await nested('$.buyer.iban')).score).toBe(0.9);
  });

  it('is doubtful beside what has the form of an IBAN, though its check digits are wrong, and of a BIC in its line', async () => {
    const foot = 'Sparkasse DE89 3704 0044 0532 0130 01, COBADEFFXXX';
    expect(await nullIn(foot, 'iban')).toMatchObject({
      score: 0.4,
      reason: 'Not present: but "DE89 3704 0044 0532 0130 01" on page 1 may be an IBAN',
    });
    expect(await nullIn(foot, 'bic')).toMatchObject({ score: 0.4, reason: 'Not present: but "COBADEFFXXX" on page 1 may be a BIC' });
    expect((await nullIn('COBADEFFXXX', 'bic')).score).toBe(0.9);
    expect((await nullIn('Order DE89 3704 0044', 'iban')).score).toBe(0.9);
  });

  it.each(['Order BN5001.021 ERGONOMIC SILK CHAIR 3 55.52', 'Invoice NO 123456789'])('is accepted beside %s', async (other) => {
    expect((await nullIn(other, 'iban')).score).toBe(0.9);
    expect((await nullIn(other, 'vat_id')).score).toBe(0.9);
  });
});

describe('a required value that is missing', () => {
  const issuesOf = async (page: string) =>
    metaOf(
      await run({
        document: documentOf(page),
        fields: { total: money },
        required: ['total'],
        tiers: [scriptedModel('reader', [cell('$.total', null, { confidence: 'unsure' })])],
      }),
    ).issues;

  it.each([
    ['Coffee 7.00', '; yet every invoice states it'],
    ['Coffee 7.00\nTotal 7.00', '; but "Total" stands beside "7.00" on page 1'],
  ])('is told in one issue, with what speaks against the null: %s', async (page, why) => {
    expect(await issuesOf(page)).toEqual([`$.total: required, but not found in the document${why}`]);
  });
});

it('says of a null that it is not present, also when the reader was not certain', async () => {
  const outcome = await run({
    document: documentOf('Thank you'),
    fields: { note: text },
    tiers: [scriptedModel('reader', [cell('$.note', null, { confidence: 'likely' })])],
  });
  expect(entryOf(outcome, '$.note').reason).toBe('Not present: the reader was not certain (likely)');
});

it('doubts a null where the page answers the question', async () => {
  const outcome = await run({
    document: documentOf('Reverse charge does not apply'),
    fields: { reverse_charge: { type: 'boolean' } },
    tiers: [scriptedModel('reader', [cell('$.reverse_charge', null)])],
  });
  expect(entryOf(outcome, '$.reverse_charge')).toMatchObject({
    score: 0.4,
    reason: expect.stringContaining('"Reverse charge does not apply"'),
  });
});

describe('an empty array of rows of no known kind', () => {
  const rows = (name: string, ...columns: readonly string[]) => ({
    [name]: { type: 'array', items: { type: 'object', properties: Object.fromEntries(columns.map((column) => [column, text])) } },
  });
  const items = `Description      Quantity   Unit price   Amount
Drill bits       2          10.00        20.00
Hammer           1          15.00        15.00`;
  const calls = `Number           Began              Minutes
Main line        04.03.2025         12
Second line      05.03.2025         7`;
  const emptyIn = async (
    page: string,
    fields: Readonly<Record<string, unknown>>,
    path: string,
    cells: Parameters<typeof scriptedModel>[1] = [],
  ) => entryOf(await run({ document: documentOf(page), fields, tiers: [scriptedModel('reader', cells)] }), path);

  it.each([
    ['charges', items],
    ['stays', calls],
  ])('is doubtful where a table is printed: %s', async (name, page) => {
    expect(await emptyIn(page, rows(name, 'kind', 'period'), `$.${name}`)).toMatchObject({
      score: 0.6,
      reason: expect.stringMatching(/^Not present: but a table ".*" begins on page 1, and nothing holds it$/),
    });
  });

  it('is accepted where another array holds the table', async () => {
    const read = [cell('$.lines[0].description', 'Drill bits'), cell('$.lines[1].description', 'Hammer')];
    const fields = { ...rows('lines', 'description', 'unit_price'), ...rows('charges', 'kind', 'period') };
    expect((await emptyIn(items, fields, '$.charges', read)).score).toBe(0.9);
  });

  it.each([
    ['no table', 'Thank you'],
    [
      'only addresses in columns',
      'From               Bill to            Ship to\nMill Lane 1        Ringstrasse 12     Hafen 7\n1000 Bristol       50667 Köln         20457 Hamburg',
    ],
  ])('is accepted where the page has %s', async (_, page) => {
    expect((await emptyIn(page, rows('stays', 'kind', 'period'), '$.stays')).score).toBe(0.9);
  });
});

describe('a null of a field that needs no label of its own', () => {
  const party = { type: 'object', properties: { vat_id: text } };
  const nullOf = async (page: string, path: string) =>
    entryOf(
      await run({
        document: documentOf(page),
        fields: { vat_rate: money, bic: text, buyer: party },
        tiers: [scriptedModel('reader', [cell(path, null)])],
      }),
      path,
    ).score;

  it('is doubtful for a rate where a page names a tax and prints a percentage', async () => {
    expect(await nullOf('Item    VAT\nTea     22%\nMilk    22%', '$.vat_rate')).toBe(0.4);
    expect(await nullOf('Item    Off\nTea     22%\nMilk    22%', '$.vat_rate')).toBe(0.9);
  });

  it('is doubtful for a BIC right after its label, wherever in the row', async () => {
    expect(await nullOf('Bank transfer: IBAN GB82 WEST 1234 5698 7654 32, SWIFT BNPAFRPPXXX', '$.bic')).toBe(0.4);
    expect(await nullOf('Bank transfer: IBAN GB82 WEST 1234 5698 7654 32, PLEASURE', '$.bic')).toBe(0.9);
  });

  it('is doubtful for a tax number of Canada or India, which needs no label', async () => {
    expect(await nullOf('Bill to\nLakeshore Bindery\n77310 2284 RT0001', '$.buyer.vat_id')).toBe(0.4);
    expect(await nullOf('Bill to\nLakeshore Bindery\n27AAPFU0939F1ZV', '$.buyer.vat_id')).toBe(0.4);
    expect(await nullOf('Bill to\nLakeshore Bindery\n77310 2284 RX0001', '$.buyer.vat_id')).toBe(0.9);
  });

  it('is doubtful for the buyer where nobody’s block holds two tax numbers', async () => {
    expect(await nullOf('DE136695976\n\nFR83404833048', '$.buyer.vat_id')).toBe(0.4);
    expect(await nullOf('DE136695976\n\nDE136695976', '$.buyer.vat_id')).toBe(0.9);
  });
});

describe('doubts a null where such a number is printed, though nothing proves it', () => {
  it.each([
    ['iban', 'Bank transfer: IBAN FR76 1234 5678 9012 3456 7890 123'],
    ['customer_number', 'Asiakas: 1234567-8'],
    ['customer_number', 'Customer: 4711'],
    ['buyer_vat_id', 'Acme\nP.IVA: 0000000000\n\nTel 06 0000   P.IVA: 123456789'],
  ])('%s: %s', async (field, page) => {
    expect((await nullIn(page, field)).score).toBe(0.4);
  });

  it.each([
    ['customer_number', 'Customer: Beta Ltd'],
    ['buyer_vat_id', 'Acme\nVAT ID: DE123456789\nTax number: 12/345/67890'],
  ])('but not %s: %s', async (field, page) => {
    expect((await nullIn(page, field)).score).toBeGreaterThanOrEqual(0.85);
  });
});
