import { describe, expect, it } from 'vitest';
import { plainData, vendorAnswers } from '../../fixtures/vendor-answers.js';
import { call, key, openDoor } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { type FormPart, filePart, form, schemaPart } from '../support/form.js';

const dataPart = (data: object | string): FormPart => ({ name: 'data', value: typeof data === 'string' ? data : JSON.stringify(data) });

/** Posts a document with these parts, by default to `/v1/score`. */
async function post(engine: ReturnType<typeof fakeEngine>, parts: readonly FormPart[], url = '/v1/score') {
  const { payload, headers } = form(filePart(), ...parts);
  const app = await openDoor({ engine });
  return call(app, { method: 'POST', url, payload, headers: { authorization: `Bearer ${key}`, ...headers } });
}

describe('POST /v1/score', () => {
  it('hands the engine what was read, by the schema', async () => {
    const engine = fakeEngine();
    const quotes = { name: 'quotes', value: '{"$.total": "Total 5.00"}' };
    const parts = [
      schemaPart(),
      dataPart({ total: 5 }),
      quotes,
      { name: 'pages', value: '{"$.total": 2}' },
      { name: 'reader', value: 'acme:7' },
    ];
    expect((await post(engine, parts)).status).toBe(200);
    expect(engine.requests).toMatchObject([
      {
        given: { data: { total: 5 }, quotes: { '$.total': 'Total 5.00' }, pages: { '$.total': 2 }, reader: 'acme:7' },
        schema: { fields: [{ path: '$.total', required: true }] },
      },
    ]);
  });

  it('takes types and names from the data where there is no schema', async () => {
    const engine = fakeEngine();
    await post(engine, [dataPart({ issued: '2026-03-12', items: [{ amount: 1 }, { amount: 2.5 }] })]);
    expect(engine.requests[0]?.schema.fields.map(({ path, type, format }) => [path, type, format])).toEqual([
      ['$.issued', 'string', 'date'],
      ['$.items[].amount', 'number', undefined],
    ]);
  });

  it('takes an answer of our own, and leaves its _meta out', async () => {
    const engine = fakeEngine();
    await post(engine, [dataPart({ total: 5, _meta: { confidence_score: 1, field_confidence: [], issues: [] } })]);
    expect(engine.requests[0]?.given?.data).toEqual({ total: 5 });
  });

  it('takes the answer of a known extractor as plain data, and of them what the schema asks for', async () => {
    const engine = fakeEngine();
    const textract = dataPart(vendorAnswers['Amazon Textract']);
    await post(engine, [textract]);
    await post(engine, [textract, schemaPart(), { name: 'quotes', value: '{"$.total": "Total"}' }, { name: 'reader', value: 'acme' }]);
    expect(engine.requests).toMatchObject([
      { given: { data: plainData, quotes: { '$.total': 'Total €12,231.98' }, reader: 'textract' } },
      { given: { data: { total: 12231.98 }, quotes: { '$.total': 'Total' }, pages: { '$.total': 2 }, reader: 'acme' } },
    ]);
    expect(Object.keys(engine.requests[1]?.given?.data ?? {})).toEqual(['total']);
  });

  it('takes 2 MB of data, and a schema no longer than elsewhere', async () => {
    const rows = Array.from({ length: 200 }, () => ({ note: 'a'.repeat(9_900) }));
    const data = (length: number) => dataPart(JSON.stringify({ rows }).padEnd(length));
    expect((await post(fakeEngine(), [data(2_097_152)])).status).toBe(200);
    expect((await post(fakeEngine(), [data(2_097_153)])).body).toEqual({ detail: 'data is longer than 2097152 bytes' });
    const long = await post(fakeEngine(), [dataPart({ total: 5 }), schemaPart(' '.repeat(65_537))]);
    expect(long.body).toEqual({ detail: 'Invalid JSON schema: it is larger than 65536 bytes' });
  });

  it.each([
    [[], 'data is required: what was read of the document, a JSON object as a string'],
    [[dataPart('{"total": NaN}')], 'Invalid data: $.total is NaN, which is no value of JSON (line 1 column 11)'],
    [[dataPart('{"total": 1, "total": 2}')], 'Invalid data: $.total stands twice in its object'],
    [[{ ...dataPart(''), value: Buffer.from('{"seller": "M\xfcller"}', 'latin1'), filename: 'data.json' }], 'data is not written in UTF-8'],
    [[dataPart('{"seller": "M\u{fffd}ller"}')], 'data is not UTF-8: it has bytes that stand for no character, or U+FFFD in their place'],
    [[dataPart(`{"a": ${'['.repeat(200)}${']'.repeat(200)}}`)], `Invalid data: $.a${'[0]'.repeat(9)} is nested deeper than 10 levels`],
    [[dataPart({ totl: 1 }), schemaPart()], 'Invalid data: $.totl is not in the schema; $.total is'],
    [[dataPart({ total: '1' }), schemaPart()], 'Invalid data: $.total is of type string; the schema asks for a number'],
    [[dataPart({ total: 1 }), { name: 'quotes', value: '["Total"]' }], 'quotes must be a JSON object like {"$.total": "Total 119.00"}'],
    [
      [dataPart({ total: 1 }), { name: 'quotes', value: '{"$.total": 1}' }],
      'quotes is wrong at $.total; it must be like {"$.total": "Total 119.00"}',
    ],
    [
      [dataPart({ total: 1 }), { name: 'pages', value: '{"$.total": 0}' }],
      'pages is wrong at $.total: a page is a whole number from 1; it must be like {"$.total": 1}',
    ],
    [[dataPart({ total: 1 }), { name: 'quotes', value: '{"$.tax": "VAT"}' }], 'Invalid quotes: the data have no value at $.tax'],
    [[dataPart({ note: 'a'.repeat(10_001) })], 'Invalid data: $.note is longer than 10000 characters'],
    [
      [dataPart({ total: 1 }), { name: 'quotes', value: JSON.stringify({ '$.total': 'a'.repeat(10_001) }) }],
      'Invalid quotes: that of $.total is longer than 10000 characters',
    ],
    [[dataPart({ total: 1 }), { name: 'reader', value: 'a\nb' }], 'reader must be a name of 1 to 100 letters, digits and . : @ / + - _'],
    [[dataPart({})], 'Invalid data: $ has no values'],
    [[dataPart({ rows: Array.from({ length: 10_001 }, () => 1) })], 'Invalid data: $.rows has 10001 rows; 10000 are the most'],
    [
      [dataPart({ total: 1 }), { name: 'quotes', value: '{"$.total": "A", "$.total": "B"}' }],
      `quotes must be a JSON object like {"$.total": "Total 119.00"}; $['$.total'] stands twice in its object`,
    ],
  ] satisfies readonly (readonly [readonly FormPart[], string])[])(
    'refuses what cannot be scored, and reads nothing: %j',
    async (parts, why) => {
      const engine = fakeEngine();
      const { status, body } = await post(engine, parts);
      expect([status, body, engine.requests]).toEqual([400, { detail: why }, []]);
    },
  );

  it('is no part of an extraction: there the data are ignored, and named so', async () => {
    const engine = fakeEngine();
    const { headers } = await post(engine, [schemaPart(), dataPart({ total: 5 })], '/v1/extract');
    expect([headers['ignored-fields'], engine.requests[0]?.given]).toEqual(['data', undefined]);
  });

  it('makes a job where it is sent as one', async () => {
    expect((await post(fakeEngine(), [dataPart({ total: 5 })], '/v1/jobs')).status).toBe(202);
    const refused = await post(fakeEngine(), [dataPart({ total: 5 }), { name: 'pages', value: '{"$.tax": 1}' }], '/v1/jobs');
    expect([refused.status, refused.body.detail]).toEqual([400, 'Invalid pages: the data have no value at $.tax']);
  });
});
