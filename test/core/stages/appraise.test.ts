import { describe, expect, it } from 'vitest';
import type { Cell, Document } from '../../../core/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, pageOf, type RunQuestion, run, scriptedModel, text } from '../builders.js';

const ask = (document: Document, fields: RunQuestion['fields'], cells: readonly Cell[], more: Partial<RunQuestion> = {}) =>
  run({ document, fields, tiers: [scriptedModel('reader', cells)], ...more });
const entry = async (document: Document, definition: unknown, answer: Cell, name = answer.path.slice(2)) => {
  const outcome = await ask(document, { [name]: definition }, [answer]);
  return { ...entryOf(outcome, `$.${name}`), value: outcome.object?.[name], issues: metaOf(outcome).issues };
};

const invoice = documentOf(`ACME Ltd                INVOICE
Bill to: Beta GmbH      Invoice number: A-17
                        Invoice date: 13/05/2025
                        Delivery date: 09/05/2025
Subtotal                        100.00
VAT 20%                          20.00
Total                           120.00
Paid                             50.00
Amount due                       70.00`);

describe('evidence', () => {
  it('proves a value whose quote stands on the page under its label', async () => {
    expect(await entry(invoice, money, cell('$.total', '120.00', { quote: 'Total 120.00' }))).toMatchObject({
      value: 120,
      score: 0.95,
      reason: 'Exact match: quote on page 1, label "Total"',
      page: 1,
      text: 'Total 120.00',
    });
  });

  it('corrects a wrong page and says so', async () => {
    const two = documentOf('Invoice number: A-17', 'Total 120.00');
    const total = (page: number) => entry(two, money, cell('$.total', '120.00', { quote: 'Total 120.00', page }));
    const [corrected, right] = [await total(1), await total(2)];
    expect(corrected).toMatchObject({ page: 2, issues: ['$.total: page corrected: found on page 2, not on 1'] });
    expect([corrected.score >= 0.85, corrected.score < right.score]).toEqual([true, true]);
  });

  it.each([
    ['a value that its quote does not say', cell('$.total', '120.50', { quote: 'Total 120.00' })],
    ['a quote that is nowhere, with a value that is nowhere', cell('$.total', '77.31', { quote: 'Total 77.31' })],
  ])('does not believe %s, and shows no place for it', async (_, answer) => {
    const found = await entry(invoice, money, answer);
    expect([found.score <= 0.3, found.issues.length > 0]).toEqual([true, true]);
    expect(found).not.toHaveProperty('page');
  });

  it('does not believe digits cut out of a longer number', async () => {
    const found = await entry(invoice, money, cell('$.total', '20.00', { quote: 'Total 20.00' }));
    expect([found.score <= 0.3, found.issues.length > 0]).toEqual([true, true]);
  });

  it('does not take the end of a number with a space in it for a number', async () => {
    const words = pageOf('Total 1 200.00').words.map((word, index) =>
      index < 2 ? word : { ...word, box: { ...word.box, x: word.box.x - 4 } },
    );
    const found = await entry(
      documentOf(pageOf('', 1, { words, textLayer: 'native' })),
      money,
      cell('$.total', '200.00', { quote: 'Total 1 200.00' }),
    );
    expect(found.score).toBeLessThanOrEqual(0.75);
    expect(found.issues).toContain('$.total: Partially obscured: the quoted words are there, the value is part of another');
  });

  it.each([
    [text, '$.contract', 'RE-4711', 'Contract RE-47110'],
    [text, '$.contract', '12.50', 'Total 1,250.00'],
    [text, '$.contract', 'Hen', 'Seller Henderson Ltd'],
    [text, '$.contract', '-', 'Order no. -'],
    [{ type: 'boolean' }, '$.reverse_charge', 'true', 'Invoice 4711'],
    [{ type: 'boolean' }, '$.reverse_charge', 'true', 'Invoice number 4711'],
    [{ type: 'string', enum: ['invoice', 'credit_note'] }, '$.sort', 'credit_note', 'Sort: Invoice'],
  ])('does not accept %j %s = %s from the words %s', async (definition, path, value, quote) => {
    expect((await entry(documentOf(quote), definition, cell(path, value, { quote }))).score).toBeLessThan(0.85);
  });

  it('does not take a number of days for an amount', async () => {
    const found = await entry(documentOf('Please pay in 30 days'), money, cell('$.total', '30', { quote: 'Please pay in 30 days' }));
    expect(found.score).toBeLessThan(0.85);
  });

  it('lets a value stand whose quote is wrong when it is printed once, with less trust', async () => {
    const found = await entry(invoice, money, cell('$.total', '120.00', { quote: 'The grand sum of 120.00' }));
    expect(found).toMatchObject({ value: 120, text: 'Total 120.00' });
    expect([found.score > 0.5, found.score < 0.85]).toEqual([true, true]);
  });

  it('never takes hidden text for evidence', async () => {
    const hidden = pageOf('Total 1.00').words;
    const document = documentOf(pageOf('Total 120.00', 1, { hidden }));
    const found = await entry(document, money, cell('$.total', '1.00', { quote: 'Total 1.00' }));
    expect(found.score).toBeLessThanOrEqual(0.3);
    expect(found.issues).toEqual(
      expect.arrayContaining([
        '$.total: value appears only in hidden or illegible text on page 1',
        'page 1 holds hidden or illegible text; it is no evidence',
      ]),
    );
  });

  it('cannot verify anything on a page without text', async () => {
    const found = await entry(documentOf(''), money, cell('$.total', '120.00', { quote: 'Total 120.00' }));
    expect([found.score < 0.85, found.reason]).toEqual([true, 'No text layer: the evidence cannot be verified']);
    expect(found).not.toHaveProperty('text');
  });

  it('takes a name broken over lines loosely, but not one whose legal form differs', async () => {
    const document = documentOf('Sold by Great Northern\nTrading and Supplies Ltd');
    const name = (value: string) => entry(document, text, cell('$.vendor_note', value, { quote: value }));
    expect((await name('Great Northern Trading Supplies Ltd')).score).toBeGreaterThan(0.75);
    expect((await name('Great Northern Trading Supplies GmbH')).score).toBeLessThanOrEqual(0.3);
  });
});

describe('labels', () => {
  it('doubts an amount that stands under the label of another', async () => {
    const found = await entry(invoice, money, cell('$.total', '100.00', { quote: 'Subtotal 100.00' }));
    expect(found.score).toBeLessThanOrEqual(0.6);
    expect(found.reason).toMatch(/^Label conflict/);
  });

  it('doubts a real date of another kind', async () => {
    const found = await entry(invoice, day, cell('$.issue_date', '09/05/2025', { quote: 'Delivery date: 09/05/2025' }));
    expect([found.value, found.score <= 0.6]).toEqual(['2025-05-09', true]);
  });

  it('is not sure of an amount without any label', async () => {
    expect((await entry(documentOf('Thank you\n120.00'), money, cell('$.total', '120.00'))).score).toBeLessThan(0.85);
  });

  it('names different values under one label, and doubts the smaller more: a part is never the whole', async () => {
    const document = documentOf('Total 120.00\nTotal 130.00');
    const total = (value: string) => entry(document, money, cell('$.total', value, { quote: `Total ${value}` }));
    const [larger, smaller] = [await total('130.00'), await total('120.00')];
    expect(larger.reason).toBe('Multiple values found: 130.00 and 120.00 under "Total"');
    expect(smaller.reason).toBe('Multiple values found: 120.00 and 130.00 under "Total"');
    expect([larger.score < 0.85, smaller.score < larger.score]).toEqual([true, true]);
  });

  it('names different ids under one label', async () => {
    const document = documentOf('Invoice number: A-17\nInvoice number: B-18');
    const found = await entry(document, text, cell('$.invoice_number', 'B-18', { quote: 'Invoice number: B-18' }));
    expect(found.score).toBeLessThan(0.85);
    expect(found.reason).toMatch(/^Multiple values found/);
  });

  it('takes the words of a field of its own for its label', async () => {
    const document = documentOf('Meter reading: 4711\nMeter constant: 12');
    const found = await entry(document, { type: 'integer' }, cell('$.meter_reading', '4711', { quote: 'Meter reading: 4711' }));
    expect(found).toMatchObject({ value: 4711, score: 0.95 });
  });

  it('knows the buyer from the heading over the block', async () => {
    expect((await entry(invoice, text, cell('$.buyer_name', 'Beta GmbH'))).score).toBeGreaterThanOrEqual(0.95);
    expect((await entry(invoice, text, cell('$.seller_name', 'Beta GmbH'))).score).toBeLessThanOrEqual(0.6);
    expect((await entry(invoice, text, cell('$.seller_name', 'ACME Ltd'))).score).toBeGreaterThanOrEqual(0.95);
  });
});

describe('typing', () => {
  it.each([
    ['1.234,56', 'Summe netto 99,10\nGesamtbetrag 1.234,56', 1234.56],
    ["1'234.50", "Total 1'234.50", 1234.5],
    ['(120.00)', 'Total (120.00)', -120],
    ['120.00-', 'Total 120.00-', -120],
  ])('reads %s as the page means it', async (printed, page, value) => {
    expect((await entry(documentOf(page), money, cell('$.total', printed))).value).toBe(value);
  });

  it('keeps both readings of an ambiguous date, and lowers the score', async () => {
    const document = documentOf('Invoice date: 03/04/2025');
    const found = await entry(document, day, cell('$.issue_date', '03/04/2025', { quote: 'Invoice date: 03/04/2025' }));
    expect(found).toMatchObject({ value: '2025-04-03', reason: 'Formatting ambiguous: 03/04/2025 is 2025-04-03 or 2025-03-04' });
    expect(found.score).toBeLessThan(0.85);
  });

  it('takes the order that another date of the document proves', async () => {
    const document = documentOf('Invoice date: 03/04/2025\nDue date: 03/28/2025');
    expect(await entry(document, day, cell('$.issue_date', '03/04/2025', { quote: 'Invoice date: 03/04/2025' }))).toMatchObject({
      value: '2025-03-04',
      score: 0.95,
    });
  });

  it.each([
    [text, '3 April 2025'],
    [{ type: 'string', description: 'as YYYY-MM-DD' }, '2025-04-03'],
    [{ type: 'string', description: 'DD.MM.YYYY' }, '03.04.2025'],
    [day, '2025-04-03'],
  ])('writes a date as %j asks', async (definition, value) => {
    expect((await entry(documentOf('Invoice date: 3 April 2025'), definition, cell('$.issue_date', '3 April 2025'))).value).toBe(value);
  });

  it.each([
    [{ type: 'integer' }, '2.50', /whole/],
    [money, 'about ten', /not one number/],
    [{ type: 'string', enum: ['EUR', 'USD'] }, 'francs', /none of the values/],
    [{ type: 'boolean' }, 'perhaps', /neither true nor false/],
    [day, '31/02/2025', /calendar day/],
  ])('makes null with a reason of what is not %j', async (definition, printed, reason) => {
    const found = await entry(documentOf(`Order ${printed}`), definition, cell('$.value_date', printed));
    expect(found.value).toBeNull();
    expect(found.reason).toMatch(reason);
  });

  it('knows a currency by its sign, its code, and as the schema lists it', async () => {
    const document = documentOf('Total €120.00\nBALLPOINT PEN MED. 2.49');
    const currency = async (definition: unknown, value: string, quote: string) =>
      (await entry(document, definition, cell('$.currency', value, { quote }))) as { value: unknown; score: number };
    const [sign, word] = [
      await currency({ type: 'string', enum: ['eur', 'usd'] }, '€', 'Total €120.00'),
      await currency(text, 'PEN', 'BALLPOINT PEN'),
    ];
    expect([sign.value, sign.score >= 0.85]).toEqual(['eur', true]);
    expect([word.value, word.score < 0.85]).toEqual(['PEN', true]);
  });

  it.each([
    [{ type: 'string', enum: ['A+', 'A-'] }, 'A-', 'A-'],
    [{ type: 'number', enum: [19, 1.9] }, '1.9', 1.9],
    [{ type: 'number', multipleOf: 0.01, description: 'the rate, may be 0.0' }, '19 %', 19],
    [{ type: 'integer' }, '9007199254740993', null],
  ])('takes for %j the print %s as it stands', async (definition, printed, value) => {
    expect((await entry(documentOf(`Grade ${printed}`), definition, cell('$.grade', printed))).value).toBe(value);
  });

  it('lets only dates of the same style decide what comes first', async () => {
    const document = documentOf('Delivered 25-03-2024\nInvoice date: 03/04/2025');
    expect((await entry(document, day, cell('$.issue_date', '03/04/2025', { quote: 'Invoice date: 03/04/2025' }))).score).toBeLessThan(
      0.85,
    );
  });

  it('does not pretend that a time is printed', async () => {
    const found = await entry(
      documentOf('Invoice date: 3 April 2025'),
      { type: 'string', format: 'date-time' },
      cell('$.issue_date', '3 April 2025'),
    );
    expect([found.value, found.score < 0.85]).toEqual(['2025-04-03T00:00:00Z', true]);
  });

  it('takes booleans and enum literals with the words that show them', async () => {
    const document = documentOf('Reverse charge applies\nType: Credit Note');
    expect((await entry(document, { type: 'boolean' }, cell('$.reverse_charge', 'true', { quote: 'Reverse charge applies' }))).value).toBe(
      true,
    );
    expect(
      (await entry(document, { type: 'string', enum: ['INVOICE', 'CREDIT_NOTE'] }, cell('$.kind', 'CREDIT_NOTE', { quote: 'Credit Note' })))
        .value,
    ).toBe('CREDIT_NOTE');
  });

  it('knows a slip in an IBAN by its check digits', async () => {
    const document = documentOf('IBAN: DE89 3704 0044 0532 0130 00');
    expect((await entry(document, text, cell('$.iban', 'DE89 3704 0044 0532 0130 00'))).score).toBe(0.95);
    const slip = documentOf('IBAN: DE89 3704 0044 0532 0103 00');
    expect((await entry(slip, text, cell('$.iban', 'DE89 3704 0044 0532 0103 00'))).score).toBeLessThanOrEqual(0.5);
  });
});

describe('absence', () => {
  it('hardly believes a null whose label stands beside a value', async () => {
    expect(await entry(invoice, money, cell('$.total', null))).toMatchObject({
      score: 0.4,
      reason: 'Not present: but "Total" stands beside "120.00" on page 1',
    });
    expect((await entry(invoice, text, cell('$.invoice_number', null))).score).toBe(0.4);
  });

  it('does not quite believe that an invoice states no total', async () => {
    expect(await entry(documentOf('Thank you'), money, cell('$.total', null))).toMatchObject({
      score: 0.8,
      reason: 'Not present: yet every invoice states it',
    });
  });

  it.each(['invoice_number', 'buyer_name'])(
    'does not quite believe that a document has no %s, but for the receipt of a till',
    async (name) => {
      const score = async (page: string) => (await entry(documentOf(page), text, cell(`$.${name}`, null))).score;
      expect(await score('Design work  90.00\nTogether  90.00')).toBe(0.8);
      expect(await score('Coffee  9.00\nCash  10.00\nChange  1.00')).toBe(0.9);
    },
  );

  it('hardly believes a null text that stands after its label and a colon, or under the heading of its party', async () => {
    const document = documentOf('Managing director: Jane Doe\n\nBill to\nBeta GmbH');
    expect((await entry(document, text, cell('$.managing_director', null))).reason).toBe(
      'Not present: but "Managing director" stands beside "Jane Doe" on page 1',
    );
    expect((await entry(document, text, cell('$.buyer_name', null))).score).toBe(0.4);
    expect((await entry(documentOf('Our managing director thanks you'), text, cell('$.managing_director', null))).score).toBe(0.9);
  });

  it('believes a null that nothing speaks against', async () => {
    expect(await entry(invoice, text, cell('$.iban', null))).toMatchObject({ value: null, score: 0.9, reason: 'Not present' });
  });

  it('believes no null more than its reader does', async () => {
    expect((await entry(invoice, text, cell('$.iban', null, { confidence: 'unsure' }))).score).toBe(0.75);
  });

  it('does not call an answer sure that lacks a required value', async () => {
    const outcome = await ask(invoice, { iban: text }, [cell('$.iban', null)], { required: ['iban'] });
    expect(metaOf(outcome).confidence_score).toBe(0.84);
  });

  it('takes a name with spaces or brackets for a name, not for rows', async () => {
    const outcome = await ask(invoice, { 'foo bar': text, 'a[0]': text }, [
      cell("$['foo bar']", null),
      cell("$['a\\u005b0\\u005d']", 'A-17'),
    ]);
    expect(outcome.object).toMatchObject({ 'foo bar': null, 'a[0]': 'A-17' });
    expect(metaOf(outcome).issues.join()).not.toContain('Row conflict');
  });

  it('names no praise as an issue when more is asked than one reader can earn', async () => {
    const outcome = await ask(invoice, { total: money }, [cell('$.total', '120.00', { quote: 'Total 120.00' })], { threshold: 1 });
    expect(metaOf(outcome).issues).toEqual(['$.total: nothing speaks against it; more needs a second reader of another kind']);
  });

  it('tells of a field that the reader did not answer, and of answers nobody asked for', async () => {
    const outcome = await ask(invoice, { iban: text }, [cell('$.else', 'x'), cell('$.total[0].x', 'y')]);
    expect(metaOf(outcome).issues).toEqual([
      '$.iban: the reader gave no answer for this field',
      'reader answered 2 fields that the schema does not have; they were left out',
    ]);
  });
});

const table = documentOf(`Description        Qty   Unit price      Amount
Widget, large        2        50.00      100.00
Gadget               4         5.00       20.00
Subtotal                                 120.00`);
const lines = {
  type: 'array',
  items: { type: 'object', properties: { description: text, quantity: money, unit_price: money, amount: money } },
};
const line = (row: number, [description, quantity, price, amount]: readonly [string, string, string, string]): readonly Cell[] => {
  const quote = `${description} ${quantity} ${price} ${amount}`;
  return [
    cell(`$.lines[${row}].description`, description, { quote }),
    cell(`$.lines[${row}].quantity`, quantity, { quote }),
    cell(`$.lines[${row}].unit_price`, price, { quote }),
    cell(`$.lines[${row}].amount`, amount, { quote }),
  ];
};
const widget = ['Widget, large', '2', '50.00', '100.00'] as const;
const gadget = ['Gadget', '4', '5.00', '20.00'] as const;
const scores = async (cells: readonly Cell[]) => {
  const outcome = await ask(table, { subtotal: money, lines }, [cell('$.subtotal', '120.00', { quote: 'Subtotal 120.00' }), ...cells]);
  return Object.fromEntries(metaOf(outcome).field_confidence.map(({ field, score }) => [field, score]));
};

describe('rows', () => {
  it('are sure where every cell stands in its row and the sums hold', async () => {
    expect(Object.values(await scores([...line(0, widget), ...line(1, gadget)])).filter((score) => score < 0.85)).toEqual([]);
  });

  it('are not when a cell comes from the row of another item', async () => {
    const mixed = [...line(0, widget).slice(0, 3), cell('$.lines[0].amount', '20.00', { quote: '20.00' }), ...line(1, gadget)];
    expect((await scores(mixed))['$.lines[0].amount']).toBeLessThan(0.85);
  });

  it('are not when quantity and unit price are swapped', async () => {
    const swapped = line(0, widget).map((given) =>
      given.path.endsWith('quantity') ? { ...given, value: '50.00' } : given.path.endsWith('unit_price') ? { ...given, value: '2' } : given,
    );
    const found = await scores([...swapped, ...line(1, gadget)]);
    expect(found['$.lines[0].quantity']).toBeLessThanOrEqual(0.6);
    expect(found['$.lines[0].unit_price']).toBeLessThanOrEqual(0.6);
  });

  it.each([
    ['one is missing', line(0, widget)],
    ['one is read twice', [...line(0, widget), ...line(1, gadget), ...line(2, gadget)]],
    ['they stand in the wrong order', [...line(0, gadget), ...line(1, widget)]],
  ])('are not when %s', async (_, cells) => {
    const found = await scores(cells);
    expect(Object.entries(found).some(([field, score]) => field.startsWith('$.lines') && score < 0.85)).toBe(true);
  });

  it('are numbered anew, in order and without gaps', async () => {
    const outcome = await ask(table, { lines }, [...line(7, gadget), ...line(3, widget)]);
    expect(outcome.object?.['lines']).toMatchObject([{ description: 'Widget, large' }, { description: 'Gadget' }]);
  });

  it('that nobody read are a null where a table is printed', async () => {
    const outcome = await ask(table, { lines }, [], { required: ['lines'] });
    expect(entryOf(outcome, '$.lines')).toMatchObject({ score: 0.4 });
    expect(outcome.object?.['lines']).toEqual([]);
  });
});

describe('witnesses', () => {
  const witness = (value: string) => scriptedModel('witness', [cell('$.total', value, { page: null, quote: null })]);

  it('do not lower what they agree with, and are never charged', async () => {
    const outcome = await ask(invoice, { total: money }, [cell('$.total', '120.00', { quote: 'Total 120.00' })], {
      witnesses: [witness('120.00')],
    });
    expect([entryOf(outcome, '$.total').score >= 0.95, outcome.metadata.credits]).toEqual([true, 1]);
  });

  it('hold a value down that they contradict, and the issue says who says what', async () => {
    const outcome = await ask(invoice, { total: money }, [cell('$.total', '120.00', { quote: 'Total 120.00' })], {
      witnesses: [witness('70.00')],
    });
    expect(entryOf(outcome, '$.total').score).toBeLessThan(0.85);
    expect(metaOf(outcome).issues.join()).toContain('reader read 120, witness read 70');
  });

  it('that fail are an issue, not a failure', async () => {
    const outcome = await ask(invoice, { total: money }, [cell('$.total', '120.00', { quote: 'Total 120.00' })], {
      witnesses: [scriptedModel('witness', new Error('canary'))],
    });
    expect([outcome.object?.['total'], metaOf(outcome).issues]).toEqual([
      120,
      [expect.stringMatching(/^Witness failed: witness failed unexpectedly \(Error, appraise\.test\.ts:\d+\)$/)],
    ]);
  });
});

it('takes __proto__ for a field like any other', async () => {
  const properties = JSON.parse('{"__proto__":{"type":"string"},"constructor":{"type":"string"}}') as RunQuestion['fields'];
  const outcome = await ask(documentOf('alpha beta'), properties, [cell('$.__proto__', 'alpha'), cell('$.constructor', 'beta')]);
  expect(JSON.stringify({ ...outcome.object, _meta: 0 })).toBe('{"__proto__":"alpha","constructor":"beta","_meta":0}');
});

it('what an extractor says of how sure it is is a finding, and weighs nothing as long as nobody has measured it', async () => {
  const found = async (stated?: number) => {
    const said = cell('$.total', '75.00', { quote: 'Total 75.00', ...(stated !== undefined && { stated }) });
    const { draft } = await run({
      document: documentOf('Total 75.00'),
      fields: { total: money },
      tiers: [scriptedModel('reader', [said])],
    });
    return draft?.fields[0];
  };
  const [none, ...stated] = await Promise.all([undefined, 0.97, 0.8, 0.6, 0.2].map(found));
  expect(stated.map((field) => field?.caps.find(({ name }) => name.startsWith('stated.')))).toMatchObject(
    ['certain', 'likely', 'unsure', 'guess'].map((word) => ({ name: `stated.${word}`, weight: 0 })),
  );
  expect(new Set(stated.map((field) => field?.score))).toEqual(new Set([none?.score]));
});
