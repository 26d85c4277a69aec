import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadConfig } from '../../../config/index.js';
import { createEngine, type GivenReading, InputError, type Json, parseSchema, requireReading, schemaOfData } from '../../../core/index.js';
import { parseReading } from '../../../core/shapes/shapes.js';
import { samplePath } from '../../fixtures/sample.js';
import { plainData, vendorAnswers } from '../../fixtures/vendor-answers.js';

const answers = Object.entries(vendorAnswers);
const readingOf = (answer: object, schema?: object) =>
  parseReading(JSON.stringify(answer), schema && parseSchema(JSON.stringify({ type: 'object', properties: schema })));

describe('the answer of a known extractor', () => {
  it.each(answers)('of %s is plain data in our words, each value with its page', (_name, answer) => {
    const { data, pages = {} } = readingOf(answer);
    expect(data).toMatchObject(plainData);
    expect(pages).toMatchObject({ '$.invoice_number': 1, '$.total': 2, '$.line_items[0].amount': 1, '$.line_items[17].amount': 2 });
  });

  it.each(answers)('of %s has its words for quotes, where it has them', (name, answer) => {
    const { quotes = {} } = readingOf(answer);
    const expected =
      name === 'Mindee' ? { '$.seller_name': 'Brightwater Print & Sign Ltd' } : { '$.total': expect.stringContaining('€12,231.98') };
    expect(quotes).toMatchObject(expected);
  });

  it('says how sure the extractor is, of each value', () => {
    const sureOf = (path: string) => answers.map(([, answer]) => readingOf(answer).stated?.[path]);
    expect(sureOf('$.total')).toEqual([0.973, 0.93, 0.91, 0.99, 0.9, 0.9, 0.9, 0.9, 0.98, 0.98]);
    expect(sureOf('$.line_items[0].amount')).toEqual(sureOf('$.total'));
  });

  it('names its reader, so that its record can be learned', () => {
    expect(answers.map(([, answer]) => readingOf(answer).reader)).toEqual([
      'textract',
      'azure-document-intelligence',
      'google-document-ai',
      'mindee',
      'llama-extract',
      'llama-extract',
      'reducto',
      'reducto',
      'extend',
      'extend',
    ]);
  });

  it.each(answers)('of %s is scored by what a schema asks for, and nothing else', (_name, answer) => {
    const reading = readingOf(answer, { total: { type: 'number' }, customer: { type: 'string' } });
    expect(reading.data).toEqual({ total: 12231.98 });
    expect(Object.keys(reading.pages ?? {})).toEqual(['$.total']);
  });

  it('has the currency of its amounts once', () => {
    const named = ['Amazon Textract', 'Azure Document Intelligence', 'Google Document AI', 'Mindee'] as const;
    expect(
      named.map((name) => Object.entries(readingOf(vendorAnswers[name]).data).filter(([member]) => member.startsWith('currency'))),
    ).toEqual(named.map(() => [['currency', 'EUR']]));
  });

  it('loses no value of which there are several: those that differ are numbered', () => {
    const fields = ['€10.00', '10.00', '€20.00', ''].map((Text) => ({ Type: { Text: 'TAX' }, ValueDetection: { Text } }));
    expect(readingOf({ ExpenseDocuments: [{ SummaryFields: fields }] }).data).toEqual({ tax: 10, tax_2: 20, tax_3: null });
  });

  it('of Textract, which answers page by page, is of one document', () => {
    const page = (number: number, ...fields: readonly (readonly [string, string])[]) => ({
      ExpenseIndex: number,
      SummaryFields: fields.map(([type, Text]) => ({ Type: { Text: type }, ValueDetection: { Text }, PageNumber: number })),
      LineItemGroups: [{ LineItems: [{ LineItemExpenseFields: [{ Type: { Text: 'PRICE' }, ValueDetection: { Text: `${number}.00` } }] }] }],
    });
    const pages = [page(1, ['VENDOR_NAME', 'Northwind']), page(2, ['VENDOR_NAME', 'Northwind'], ['TOTAL', '3.00'])];
    const { data, pages: found } = readingOf({ ExpenseDocuments: pages });
    expect(data).toEqual({ seller_name: 'Northwind', total: 3, line_items: [{ amount: 1 }, { amount: 2 }] });
    expect(found).toEqual({ '$.seller_name': 1, '$.total': 2 });
  });

  it('keeps the text of a day that can be two, and of a column that is not all numbers', () => {
    const field = (type: string, Text: string) => ({ Type: { Text: type }, ValueDetection: { Text } });
    const row = (...fields: readonly object[]) => ({ LineItemExpenseFields: fields });
    const items = [
      row(field('QUANTITY', '2 pcs'), field('PRICE', '1.234,50')),
      row(field('QUANTITY', '1.250 kg'), field('PRICE', 'included')),
    ];
    const answer = { SummaryFields: [field('DUE_DATE', '03/04/2025')], LineItemGroups: [{ LineItems: items }] };
    expect(readingOf({ ExpenseDocuments: [answer] }).data).toEqual({
      due_date: '03/04/2025',
      line_items: [
        { quantity: 2, amount: '1.234,50' },
        { quantity: 1250, amount: 'included' },
      ],
    });
  });

  it('has no value for an amount of Google that is no amount, and none for half a day', () => {
    const entity = (type: string, normalizedValue: Json) => ({ type, mentionText: 'as printed', normalizedValue });
    const entities = [
      entity('total_amount', { moneyValue: { units: 'NaN' } }),
      entity('net_amount', { moneyValue: { units: '-3', nanos: -500_000_000 } }),
      entity('due_date', { dateValue: { year: 2026, month: 3 } }),
    ];
    expect(readingOf({ entities }).data).toEqual({ total: 'as printed', subtotal: -3.5, due_date: 'as printed' });
  });

  it.each([
    [{ documents: [{ fields: { Total: { type: 'number' } } }, {}] }, 'it has 2 documents; the data of one document are scored at a time'],
    [{ usage: { num_pages: 1 }, result: [] }, 'it has 0 results; the data of one document are scored at a time'],
  ])('is refused where it is not of one document', (answer, why) => {
    expect(() => readingOf(answer)).toThrow(`Invalid data: ${why}`);
  });

  it('may hold coordinates of more digits than fit, but no value of them, and no name twice', () => {
    const text = (value: string) =>
      `{"documents": [{"fields": {"SubTotal": {"type": "number", "valueNumber": ${value}, "polygon": [0.1234567890123456789]}}}]}`;
    expect(parseReading(text('5')).data).toEqual({ subtotal: 5 });
    expect(() => parseReading(text('12345678901234567890'))).toThrow(
      'Invalid data: $.subtotal has more digits than a JSON number can hold',
    );
    expect(() => parseReading(text('5, "type": "x"'))).toThrow('stands twice in its object');
  });

  it('reads numbers as its other amounts are printed', () => {
    const field = (type: string, Text: string) => ({ Type: { Text: type }, ValueDetection: { Text } });
    const quantityBeside = (total: string) => {
      const items = [{ LineItemExpenseFields: [field('QUANTITY', '1.250')] }];
      return readingOf({ ExpenseDocuments: [{ SummaryFields: [field('TOTAL', total)], LineItemGroups: [{ LineItems: items }] }] }).data;
    };
    expect([quantityBeside('99,50'), quantityBeside('99.50')]).toEqual([
      { total: 99.5, line_items: [{ quantity: 1250 }] },
      { total: 99.5, line_items: [{ quantity: 1.25 }] },
    ]);
  });

  it.each([
    { documents: [{ number: 'A-1' }], total: 5 },
    { data: { total: 5 }, source: 'a script' },
    { entities: ['Northwind Ltd'], total: 5 },
    { result: [1], usage: 'office' },
    { value: { amount: 5 }, metadata: { by: 'a person' } },
    { document: { inference: 'none' } },
  ])('is not seen in plain data that use a word of it: %j', (data) => {
    expect(readingOf(data)).toEqual({ data });
  });
});

describe('JSON that only looks like the answer of a known extractor', () => {
  const words = [
    ...new Set(answers.flatMap(([, answer]) => [...JSON.stringify(answer).matchAll(/"(\w+)":/g)].map(([, name = '']) => name))),
  ];
  const { json } = fc.letrec<{ json: Json }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 7 },
      fc.constantFrom<Json>(null, true, -1, 0.5, '', 'total', '1.234,50', '03/04/2025', '__proto__', 'currency', 'invoice'),
      fc.array(tie('json'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...words, 'constructor', '__proto__'), tie('json'), { maxKeys: 5 }),
    ),
  }));
  /** What is left of an answer where one of its parts is another one. */
  const broken = fc.tuple(fc.constantFrom(...answers.map(([, answer]) => answer)), fc.nat(), json).map(([answer, at, other]) => {
    let left = at % 400;
    return JSON.parse(JSON.stringify(answer), (_name, value) => (left-- === 0 ? other : value));
  });

  it('is read or refused, and never fails otherwise', () => {
    const isTold = (answer: Json): void => {
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return;
      try {
        const { data, quotes = {}, pages = {} } = readingOf(answer);
        requireReading({ data, quotes, pages }, parseSchema(schemaOfData(data)));
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
    };
    fc.assert(fc.property(fc.oneof(json, broken), isTold), { numRuns: 600 });
  });
});

describe('the answers of known extractors', () => {
  it('are scored on the document as any values are, and a wrong one is found', { timeout: 120_000 }, async () => {
    const shipped = await loadConfig({ env: {}, cwd: '/' });
    const engine = createEngine(shipped.engine);
    onTestFinished(() => engine.close());
    const file = { name: 'invoice.pdf', bytes: readFileSync(samplePath) };
    const doubted = async (given: GivenReading) => {
      const { draft } = await engine.extract({ file, schema: parseSchema(schemaOfData(given.data)), given });
      return draft?.fields.filter(({ score }) => score < 0.85).map(({ path }) => path);
    };
    for (const [name, answer] of answers) expect([name, await doubted(readingOf(answer))]).toEqual([name, []]);
    const reading = readingOf(vendorAnswers['Amazon Textract']);
    expect(await doubted({ ...reading, data: { ...reading.data, total: 12213.98 } })).toContain('$.total');
  });
});
