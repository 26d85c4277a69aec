import { describe, expect, it } from 'vitest';
import type { Cap, Document, JsonObject } from '../../../../core/index.js';
import { day, documentOf, money, pageOf, run, text } from '../../builders.js';

/** The paths of data that came without quotes against which nothing speaks; that a value is printed in several places does not. */
async function undoubted(page: string, fields: Readonly<Record<string, unknown>>, data: JsonObject): Promise<readonly string[]> {
  const { draft } = await run({ document: documentOf(page), fields, given: { data } });
  const isPlain = ({ name, value }: Cap): boolean => value >= 0.75 || name.startsWith('evidence.among');
  return (
    draft?.fields
      .filter(({ caps, value, score }) => (value === null ? score >= 0.85 : caps.every(isPlain)))
      .map(({ path }) => path.slice(2)) ?? []
  );
}

const letter = `INVOICE

Northwind Traders
Invoice number 4711
Invoice date 3 March 2026 at 09:41
Freight                         $20.00
Sales tax                        $1.60
Total                           $21.60

Thank you for your business!
Please note our opening hours: 08:00 to 17:30`;

describe('what a value is says whose it is, without a label', () => {
  it('for the title of a document, its thanks, the name of a tax and the sign of a currency', async () => {
    const fields = { doc_title: text, closing_line: text, tax_name: text, currency_symbol: text };
    const right = { doc_title: 'INVOICE', closing_line: 'Thank you for your business!', tax_name: 'Sales tax', currency_symbol: '$' };
    expect(await undoubted(letter, fields, right)).toEqual(Object.keys(fields));
    const wrong = { doc_title: 'Freight', closing_line: 'Northwind Traders', tax_name: 'Freight', currency_symbol: '€' };
    expect(await undoubted(letter, fields, wrong)).toEqual([]);
  });

  it('for the number of pages, as they are counted where the format has pages, with the last words as what shows it', async () => {
    const pagesOf = async (page_count: number, { pages, ...more }: Partial<Document>) => {
      const document: Document = { ...documentOf(letter), ...(pages && { pages }), ...more };
      const { draft } = await run({ document, fields: { page_count: { type: 'integer' } }, given: { data: { page_count } } });
      return draft?.fields.map(({ caps, page, text: words }) => ({
        named: caps.some(({ name }) => name === 'label.place'),
        page,
        text: words,
      }));
    };
    const two = [...documentOf(letter).pages, pageOf('The end', 2)];
    expect(await pagesOf(2, { pages: two, format: 'PDF' })).toEqual([{ named: true, page: 2, text: 'The end' }]);
    for (const [count, more] of [
      [1, { pages: two, format: 'PDF' }],
      [1, { format: 'DOCX' }],
      [1, { format: 'PDF', leftOut: ['page 2'] }],
    ] as const)
      expect(await pagesOf(count, more)).toMatchObject([{ named: false }]);
  });

  it('for the time right behind the date of the document, and for no other one', async () => {
    const fields = { invoice_date: day, time: text };
    expect(await undoubted(letter, fields, { invoice_date: '2026-03-03', time: '09:41' })).toEqual(Object.keys(fields));
    expect(await undoubted(letter, fields, { invoice_date: '2026-03-03', time: '08:00' })).toEqual(['invoice_date']);
  });
});

describe('a sentence names its number', () => {
  const terms = `Overdue accounts are subject to a service charge of 1% per month.
The total is due in 15 days. 2 % are taken off within 10 days.`;

  it('by all words of the field, or by most of its description', async () => {
    const fields = {
      service_charge_pct_per_month: money,
      payment_days: { ...money, description: 'Number of days in which the total is due' },
    };
    const right = { service_charge_pct_per_month: 1, payment_days: 15 };
    expect(await undoubted(terms, fields, right)).toEqual(Object.keys(fields));
  });
});

it('a percentage is named by a caption that says in another language what is a percentage of', async () => {
  const page = 'Zwischensumme   100,00\nRabatt (5 %)      5,00\nSumme            95,00';
  expect(await undoubted(page, { discount_pct: money }, { discount_pct: 5 })).toEqual(['discount_pct']);
});

describe('a yes or a no in the words of the law', () => {
  it.each([
    ['kleinunternehmer', 'Gemäß § 19 UStG wird keine Umsatzsteuer berechnet.', true],
    ['is_copy', 'Kopie Rechnung', true],
    ['is_copy', 'Original', false],
    ['prices_incl_vat', 'Prijzen zijn inclusief BTW', true],
    ['rev_charge', 'Reverse charge: No', false],
  ])('%s: %s', async (name, line, answer) => {
    const page = `${line}\n\nTotal 20.00`;
    const fields = { [name]: { type: 'boolean' } };
    expect(await undoubted(page, fields, { [name]: answer })).toEqual([name]);
    expect(await undoubted(page, fields, { [name]: !answer })).toEqual([]);
  });
});

describe('the town and its postal code', () => {
  const page = `Café Vindruvan
Linnégatan 19
Göteborg 413 04 Sverige

Acme Ltd
1 High Street
Bayview, CA 90210`;
  const part = { type: 'object', properties: { name: text, street: text, cityStateZip: text } };

  it('are one value where a field asks for both, and none without a code', async () => {
    const fields = { billTo: part };
    const billTo = { name: 'Acme Ltd', street: '1 High Street', cityStateZip: 'Bayview, CA 90210' };
    expect(await undoubted(page, fields, { billTo })).toContain('billTo.cityStateZip');
    expect(await undoubted(page, fields, { billTo: { ...billTo, cityStateZip: 'Bayview' } })).not.toContain('billTo.cityStateZip');
    expect(await undoubted(page, fields, { billTo: { ...billTo, cityStateZip: 'Göteborg 413 04 Sverige' } })).not.toContain(
      'billTo.cityStateZip',
    );
  });

  it('may stand the other way round, each in its own field', async () => {
    const fields = { kund: { type: 'object', properties: { namn: text, gata: text, postnummer: text, ort: text } } };
    const kund = { namn: 'Café Vindruvan', gata: 'Linnégatan 19', postnummer: '413 04', ort: 'Göteborg' };
    expect(await undoubted(page, fields, { kund })).toContain('kund.postnummer');
  });
});

describe('whose an address or a contact is', () => {
  it('is not said by a label that anybody’s has, nor by the sender over another company’s block', async () => {
    const page = `Seller:   Tech Components AB
Address:  Industry Road 14, 211 24 Malmö

Buyer:    Import & Handel GmbH
Address:  Hauptstrasse 22, 10115 Berlin`;
    const fields = { buyer: { type: 'object', properties: { company: text, address: text } } };
    const buyer = { company: 'Import & Handel GmbH', address: 'Hauptstrasse 22, 10115 Berlin' };
    expect(await undoubted(page, fields, { buyer })).toContain('buyer.address');
  });

  it('is not the customer’s where the sender’s field has it as well, and it is printed once, in nobody’s block', async () => {
    const page = `Client: Boatworks Ltd\n\nTotal 20.00\n\nLakeshore Bindery Inc. Email: info@lakeshorebinde.example`;
    const contact = { type: 'object', properties: { name: text, email: text } };
    const email = 'info@lakeshorebinde.example';
    const data = { company: { name: 'Lakeshore Bindery Inc.', email }, client: { name: 'Boatworks Ltd', email } };
    const found = await undoubted(page, { company: contact, client: contact }, data);
    expect(found).toContain('company.email');
    expect(found).not.toContain('client.email');
  });
});

describe('a null', () => {
  const emptyForm = `BIC:      IBAN:
Order no      Salesperson:
Customer      Real Duck`;

  it('is believed where a caption stands beside its caption', async () => {
    expect(await undoubted(emptyForm, { bic: text, bank: text }, { bic: null, bank: null })).toContain('bic');
  });
});

describe('rows without columns', () => {
  const till = `Noise-cancelling headphones
AUDIO-5521 1 @ $349.99
$349.99
Adapter with seven ports
ACC-8834 2 @ $79.99
$159.98
Portable disk of two terabytes
STOR-21 1 @ $289.00
$289.00
Mouse without a cable
ACC-9 3 @ $5.00
$15.00`;
  const items = { type: 'object', properties: { name: text, sku: text, qty: money, unit_price: money, line_total: money } };
  const rows = [
    ['Noise-cancelling headphones', 'AUDIO-5521', 1, 349.99, 349.99],
    ['Adapter with seven ports', 'ACC-8834', 2, 79.99, 159.98],
    ['Portable disk of two terabytes', 'STOR-21', 1, 289, 289],
    ['Mouse without a cable', 'ACC-9', 3, 5, 15],
  ].map(([name = '', sku = '', qty = 0, unit_price = 0, line_total = 0]) => ({ name, sku, qty, unit_price, line_total }));

  it('have their values at the same words of each item', async () => {
    const found = await undoubted(till, { items: { type: 'array', items } }, { items: rows });
    expect(found.filter((path) => /sku|qty/.test(path))).toHaveLength(8);
  });

  it('and not where one row has it from elsewhere', async () => {
    const wrong = rows.map((row, at) => (at === 1 ? { ...row, sku: 'Adapter' } : row));
    expect(await undoubted(till, { items: { type: 'array', items } }, { items: wrong })).not.toContain('items[1].sku');
  });
});

describe('items side by side', () => {
  const page = `Payment terms
20.12.2026  100.00     21.12.2026  100.00     22.12.2026  90.00`;
  const plan = { plan: { type: 'array', items: { type: 'object', properties: { due: day, amount: money } } } };
  const instalment = (due: string, amount: number) => ({ due, amount });
  const first = instalment('2026-12-20', 100);

  it('share a row where each has values of its own', async () => {
    const all = [first, instalment('2026-12-21', 100), instalment('2026-12-22', 90)];
    expect((await undoubted(page, plan, { plan: all })).filter((path) => /\[[12]\]/.test(path))).toHaveLength(4);
  });

  it('and not where another one’s stand between them', async () => {
    const crossed = [first, instalment('2026-12-22', 100), instalment('2026-12-21', 90)];
    expect((await undoubted(page, plan, { plan: crossed })).filter((path) => /\[2\]/.test(path))).toEqual([]);
  });
});

describe('a row that no item has', () => {
  const page = `Rate A   500.00
Rate B    20.00
Booking    7.00
Rate C   600.00
Total  1,127.00`;
  const rates = { type: 'array', items: { type: 'object', properties: { rate: text, amount: money } } };
  const rows = [
    { rate: 'Rate A', amount: 500 },
    { rate: 'Rate B', amount: 20 },
    { rate: 'Rate C', amount: 600 },
  ];

  it('is not missing where another field has its amount', async () => {
    const { draft } = await run({
      document: documentOf(page),
      fields: { rates, booking: money },
      given: { data: { rates: rows, booking: 7 } },
    });
    expect(draft?.fields.flatMap(({ caps }) => caps.map(({ name }) => name)).filter((name) => name.startsWith('arithmetic.rows'))).toEqual(
      [],
    );
    const { draft: without } = await run({ document: documentOf(page), fields: { rates }, given: { data: { rates: rows } } });
    expect(without?.fields.some(({ caps }) => caps.some(({ name }) => name.startsWith('arithmetic.rows')))).toBe(true);
  });
});

it('a time is whole before a bracket, and a text is not', async () => {
  const page = `Air time              Spot
04:11 pm (Mo)         BFP48 half
04:19 pm (Tu)         BFP39 half
04:40 pm (We)         BFP39 half`;
  const items = { type: 'object', properties: { air_time: text, spot: text } };
  const spots = ['04:11 pm', '04:19 pm', '04:40 pm'].map((air_time, at) => ({ air_time, spot: at === 0 ? 'BFP48 half' : 'BFP39 half' }));
  const found = await undoubted(page, { spots: { type: 'array', items } }, { spots });
  expect(found.filter((path) => path.endsWith('air_time'))).toHaveLength(3);
});

describe('no value is named by its form', () => {
  it.each<[string, string, Readonly<Record<string, unknown>>, JsonObject]>([
    [
      'where its label stands beside another text',
      'Message: leave at gate 4\n\nTotal 20.00\n\nThank you for your business',
      { message: text },
      { message: 'Thank you for your business' },
    ],
    ['where thanks are no sentence', 'Putty\nBlu Tack 60 g\nTotal 4.00', { closing_line: text }, { closing_line: 'Blu Tack 60 g' }],
    [
      'where the pages of something in the document are asked for',
      'Translation of your contract, 14 pages',
      { translation: { type: 'object', properties: { pages: money } } },
      { translation: { pages: 1 } },
    ],
    [
      'where a time of something else is asked for',
      'Date: 11/14/2025 18:17\nEntry 16:02   Out 18:05',
      { exit_time: text },
      { exit_time: '18:17' },
    ],
    [
      'where another day than the purchase is asked for',
      'Date: 2025-11-03',
      { purchase_order_date: day },
      { purchase_order_date: '2025-11-03' },
    ],
  ])('%s', async (_, page, fields, data) => {
    expect(await undoubted(page, fields, data)).toEqual([]);
  });

  it('a street whose number looks like a postal code is no line of a town', async () => {
    const page = 'Bill to\nAcme Ltd\n1600 Amphitheatre Parkway\nMountain View, CA 94043';
    const billTo = { type: 'object', properties: { name: text, street: text, city_state_zip: text } };
    const said = (city_state_zip: string) => ({ billTo: { name: 'Acme Ltd', street: null, city_state_zip } });
    expect(await undoubted(page, { billTo }, said('1600 Amphitheatre Parkway'))).not.toContain('billTo.city_state_zip');
    expect(await undoubted(page, { billTo }, said('Mountain View, CA 94043'))).toContain('billTo.city_state_zip');
  });
});

it.each([
  ['Payment method: Credit card', 'payment_method'],
  ['Payment terms: Due on receipt', 'payment_terms'],
  ['Reference: Delivery note', 'reference'],
  ['Incoterms   DAP   Carrier   Brown Freight', 'carrier'],
])('a null is doubted beside a value in the wording of forms: %s', async (page, name) => {
  expect(await undoubted(`${page}\n\nTotal 20.00`, { [name]: text, total: money }, { [name]: null, total: 20 })).toEqual(['total']);
});

describe('items side by side under headers', () => {
  const page = `Due          Capital    Interest      Due          Capital    Interest
2026-02-01    100.10      19.20       2026-03-01    200.30      38.40`;
  const plan = { plan: { type: 'array', items: { type: 'object', properties: { due: day, capital: money, interest: money } } } };
  const part = (due: string, capital: number, interest: number) => ({ due, capital, interest });

  it('have each value under its own', async () => {
    const right = [part('2026-02-01', 100.1, 19.2), part('2026-03-01', 200.3, 38.4)];
    expect((await undoubted(page, plan, { plan: right })).filter((path) => /capital|interest/.test(path))).toHaveLength(4);
    const exchanged = [part('2026-02-01', 19.2, 100.1), part('2026-03-01', 38.4, 200.3)];
    expect((await undoubted(page, plan, { plan: exchanged })).filter((path) => /capital|interest/.test(path))).toEqual([]);
  });
});

it('a missing row is found behind one that another field has', async () => {
  const page = `Description      Qty   Price   Amount
Chair             4    10.00    40.00
Pallet exchange   2     2.50     5.00
Table             2    30.00    60.00
Lamp              3     5.50    16.50`;
  const items = {
    type: 'array',
    items: { type: 'object', properties: { description: text, quantity: money, price: money, amount: money } },
  };
  const row = (description: string, quantity: number, price: number, amount: number) => ({ description, quantity, price, amount });
  const data = { pallet_exchange_fee: 5, items: [row('Chair', 4, 10, 40), row('Lamp', 3, 5.5, 16.5)] };
  const { draft } = await run({ document: documentOf(page), fields: { pallet_exchange_fee: money, items }, given: { data } });
  expect(draft?.fields.map(({ reason }) => reason).join()).toContain('Row missing: 60.00');
});

it('places items side by side in time that grows with their number only', async () => {
  const count = 600;
  const line = (at: number): string => `Part ${at} of the order    ${at + 1}.50`;
  const page = Array.from({ length: 2 * count }, (_, at) => line(at)).join('\n');
  const items = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const row = (at: number) => ({ description: `Part ${at} of the order`, amount: at + 1.5 });
  const halves = [...Array.from({ length: count }, (_, at) => row(at + count)), ...Array.from({ length: count }, (_, at) => row(at))];
  const began = performance.now();
  await run({ document: documentOf(page), fields: { items }, given: { data: { items: halves } } });
  expect(performance.now() - began).toBeLessThan(10_000);
});

describe('a sentence does not name its number', () => {
  it.each([
    ['a number of days', 'Invoices that remain unpaid 30 days after they were sent are subject to a late payment fee.', 30],
    ['a percentage', 'We add 5 % each month to the open sum as a late payment fee.', 5],
  ])('as an amount of money: %s', async (_, page, late_payment_fee) => {
    expect(await undoubted(page, { late_payment_fee: money }, { late_payment_fee })).toEqual([]);
  });
});

it('a second line of a company does not end the block of its party', async () => {
  const page = `Bill to:
John Smith
Acme Holdings Ltd
12 Park Road
Leeds LS1 5AB
john@smithmail.example`;
  const seller = { type: 'object', properties: { email: text, city: text } };
  expect(await undoubted(page, { seller }, { seller: { email: 'john@smithmail.example', city: 'Leeds' } })).toEqual([]);
});

describe('a missing row is told', () => {
  const page = `Description      VAT %       Amount
Stamps           0%           5.00
Stamps B         7%          10.00
Support          19%        190.00
Cards            0%           7.00
Total                       212.00`;
  const items = { type: 'array', items: { type: 'object', properties: { description: text, amount: money } } };
  const rows = [
    { description: 'Stamps', amount: 5 },
    { description: 'Stamps B', amount: 10 },
    { description: 'Cards', amount: 7 },
  ];

  it.each<[string, Readonly<Record<string, unknown>>, JsonObject]>([
    ['its rate of tax', { vat_rate: money }, { vat_rate: 19 }],
    [
      'a breakdown of taxes',
      { taxes: { type: 'array', items: { type: 'object', properties: { rate: money, base: money } } } },
      { taxes: [{ rate: 19, base: 190 }] },
    ],
  ])('where only %s is said as well', async (_, fields, more) => {
    const { draft } = await run({ document: documentOf(page), fields: { items, ...fields }, given: { data: { items: rows, ...more } } });
    expect(draft?.fields.map(({ reason }) => reason).join()).toContain('Row missing: 190.00');
  });
});

it('items side by side are not believed where a number beside them is nobody’s', async () => {
  const page = `Payment terms
20.12.2026  100.00     21.12.2026  200.00     22.12.2026  90.00`;
  const plan = { plan: { type: 'array', items: { type: 'object', properties: { due: day, amount: money } } } };
  const shifted = [
    { due: '2026-12-21', amount: 100 },
    { due: '2026-12-22', amount: 200 },
  ];
  expect(await undoubted(page, plan, { plan: shifted })).toEqual([]);
});

it.each([
  ['Payment method   Credit card   Shipping method   Standard delivery', 'payment_method'],
  ['Department   Sales   Order type   Purchase order', 'department'],
  ['Insured: ✓', 'insured'],
])('a null is doubted beside a value in a row of captions: %s', async (page, name) => {
  expect(await undoubted(`${page}\n\nTotal 20.00`, { [name]: text, total: money }, { [name]: null, total: 20 })).toEqual(['total']);
});
