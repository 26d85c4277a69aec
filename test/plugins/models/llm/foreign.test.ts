import { describe, expect, it } from 'vitest';
import { definePlugin, ExtractionError, type Part } from '../../../../core/index.js';
import { type ForeignExtractor, foreign, providerFetch } from '../../../../plugins/models/llm/index.js';
import { cell, day, documentOf, entryOf, metaOf, money, run, scriptedModel, text } from '../../../core/builders.js';
import { type ExtractorReply, fakeForeignExtractor } from '../../../fakes/foreign-extractor.js';

const document = documentOf(
  'Invoice\nSeller: Northwind Ltd\nInvoice date 30 March 2020\nQty Amount\n2 1.000,00\n1 234,50\nSubtotal 1.234,50 €\nVAT 234,56 €\nTotal 1.469,06 €',
);
const rows = { type: 'array', items: { type: 'object', properties: { quantity: money, amount: money } } };
const fields = { seller_name: text, issue_date: day, subtotal: money, tax: money, total: money, line_items: rows };
const data = {
  seller_name: 'Northwind Ltd',
  issue_date: '2020-03-30',
  subtotal: 1234.5,
  tax: 234.56,
  total: 1469.06,
  line_items: [
    { quantity: 2, amount: 1000 },
    { quantity: 1, amount: 234.5 },
  ],
};

/** A plugin whose author wrote one function. */
const plugged = (ask: ForeignExtractor['ask'], kind?: 'small'): Part<'model'> => ({
  plugin: definePlugin({ kind: 'model', name: 'acme', create: () => foreign({ label: 'acme', ask, ...(kind && { kind }) }) }),
});
const overHttp = (url: string): Part<'model'> =>
  plugged(async ({ file, schema, signal }) => {
    const body = JSON.stringify({ name: file.name, schema });
    const response = await providerFetch({ 'content-type': 'application/json' })(url, { method: 'POST', body, signal });
    if (!response.ok) throw Object.assign(new Error('refused'), { status: response.status, headers: response.headers });
    return response.json();
  });
const answering = (answer: unknown) => plugged(async () => answer);
const failing = (error: unknown) => plugged(() => Promise.reject(error));

describe('an extractor of somebody else, as a model', () => {
  it('is asked with the file and a schema, and its values are proven by the page', async () => {
    const extractor = await fakeForeignExtractor(data);
    const outcome = await run({ document, fields, tiers: [overHttp(extractor.url)] });
    const { _meta, ...object } = outcome.object ?? {};
    expect(object).toEqual(data);
    expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: expect.stringContaining('1.469,06') });
    expect(outcome.metadata).toMatchObject({ credits: 1, fallbackTriggered: false });
    expect(extractor.asked).toMatchObject([
      {
        body: {
          name: 'typed.txt',
          schema: {
            type: 'object',
            properties: {
              issue_date: { type: ['string', 'null'], format: 'date' },
              total: { type: ['number', 'null'] },
              line_items: { type: 'array', items: { type: 'object', properties: { amount: { type: ['number', 'null'] } } } },
            },
          },
        },
      },
    ]);
  });

  it('is asked for what the checks need as well, and answers none of it to the caller', async () => {
    const extractor = await fakeForeignExtractor(data);
    const outcome = await run({ document, fields: { total: money }, verify: true, tiers: [overHttp(extractor.url)] });
    expect(Object.keys(outcome.object ?? {})).toEqual(['total', '_meta']);
    expect(outcome.verification?.checks).toMatchObject([{ type: 'HORIZONTAL_SUM', status: 'PASSED' }]);
  });

  it('is asked once for what has one name', async () => {
    const extractor = await fakeForeignExtractor({ ...data, line_items: 'two of them' });
    const odd = { total: money, line_items: text };
    const outcome = await run({ document, fields: odd, verify: true, tiers: [overHttp(extractor.url)] });
    expect(outcome.object).toMatchObject({ total: 1469.06, line_items: 'two of them' });
    expect(extractor.asked).toMatchObject([{ body: { schema: { properties: { line_items: { type: ['string', 'null'] } } } } }]);
  });

  it('is the first reader, and the second reads again what is wrong', async () => {
    const wrong = answering({ ...data, total: 1496.06 });
    const second = scriptedModel('b', [cell('$.total', '1.469,06', { quote: 'Total 1.469,06 €' })]);
    const outcome = await run({ document, fields: { total: money }, required: ['total'], tiers: [wrong, second] });
    expect(outcome).toMatchObject({ object: { total: 1469.06 }, metadata: { fallbackTriggered: true } });
  });

  it('is the second reader of what the first did not find', async () => {
    const outcome = await run({
      document,
      fields: { total: money },
      required: ['total'],
      tiers: [scriptedModel('a', []), answering(data)],
    });
    expect(outcome).toMatchObject({ object: { total: 1469.06 }, metadata: { fallbackTriggered: true } });
  });

  it('may answer in the shape of a known extractor, with its words and pages', async () => {
    const total = { Type: { Text: 'TOTAL' }, LabelDetection: { Text: 'Total' }, ValueDetection: { Text: '1.469,06 €' }, PageNumber: 1 };
    const outcome = await run({ document, fields, tiers: [answering({ ExpenseDocuments: [{ SummaryFields: [total] }] })] });
    expect(outcome.object).toMatchObject({ total: 1469.06, seller_name: null });
    expect(entryOf(outcome, '$.total')).toMatchObject({ page: 1, text: 'Total 1.469,06 €' });
  });

  it('may answer texts as they are printed, and more than it is asked for', async () => {
    const outcome = await run({
      document,
      fields: { total: money, issue_date: day },
      tiers: [answering({ total: '1.469,06 €', issue_date: '30 March 2020', mood: 'fine' })],
    });
    expect(outcome.object).toMatchObject({ total: 1469.06, issue_date: '2020-03-30' });
    expect(metaOf(outcome).issues.filter((issue) => issue.includes('left out'))).toEqual([]);
  });

  it('does not see its own value of three decimals taken for thousands', async () => {
    const page = documentOf('Invoice\nQuantity 1.234 kg\nTotal 1.469,06 €');
    const score = async (quantity: number) =>
      entryOf(await run({ document: page, fields: { quantity: money }, tiers: [answering({ quantity })] }), '$.quantity').score;
    expect(await score(1.234)).not.toBe(await score(1234));
  });

  it.each<[string, Part<'model'>, object]>([
    ['an error of its own', failing(new ExtractionError('LLM_ERROR', 'acme: out of credits')), { message: 'acme: out of credits' }],
    [
      'a refused key',
      failing(Object.assign(new Error('x'), { status: 401 })),
      { message: expect.stringMatching(/^acme: the key was refused \(401\)/) },
    ],
    [
      'an error of an SDK',
      failing(new RangeError('secret of the page')),
      { message: expect.stringMatching(/^acme failed unexpectedly \(RangeError, [\w.-]+:\d+\)$/) },
    ],
    ['no object', answering([data]), { message: 'acme: answered with success, but its answer is no JSON object' }],
    [
      'the data within another object',
      answering({ data }),
      { code: 'PARSING_ERROR', message: 'acme: it has no member that was asked for, such as seller_name, issue_date, subtotal' },
    ],
    [
      'an object for a value',
      answering({ total: { amount: 5 } }),
      { code: 'PARSING_ERROR', message: 'acme: Invalid data: $.total is of type object; the schema asks for a number' },
    ],
    [
      'two documents',
      answering({ documents: [{ fields: { Total: { type: 'number' } } }, {}] }),
      { code: 'PARSING_ERROR', message: 'acme: Invalid data: it has 2 documents; the data of one document are scored at a time' },
    ],
  ])('fails with %s, and never with a null', async (_case, tier, error) => {
    const outcome = await run({ document, fields, tiers: [tier] });
    expect(outcome).toMatchObject({ object: null, error: { code: 'LLM_ERROR', ...error } });
  });

  it.each<[string, Part<'model'>, number]>([
    ['a refused request', failing(Object.assign(new Error('x'), { status: 401 })), 0],
    ['an answer that does not fit', answering({ total: { amount: 5 } }), 1],
    ['no answer before the deadline', plugged(({ signal }) => new Promise((_, reject) => signal.addEventListener('abort', reject))), 1],
  ])('costs what the guide says: %s', async (_case, tier, credits) => {
    const outcome = await run({ document, fields, tiers: [tier], deadlineMs: 300 });
    expect(outcome).toMatchObject({ object: null, metadata: { credits } });
  });

  it.each<[string, readonly ExtractorReply[], number]>([
    ['a status that passes', [503, data], 2],
    ['an answer that is no JSON', ['<html>', data], 2],
    ['a status that stays', [400, data], 1],
  ])('is asked again after %s, if that may help', async (_case, replies, times) => {
    const extractor = await fakeForeignExtractor(...replies);
    const outcome = await run({ document, fields, tiers: [overHttp(extractor.url)] });
    expect([extractor.asked.length, outcome.object === null]).toEqual([times, times === 1]);
  });
});
