import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createEngine, parseSchema, type SchemaChoice } from '../../../core/index.js';
import pdf from '../../../plugins/converters/pdf.js';
import { samplePath } from '../../fixtures/sample.js';
import { ofDoor } from '../client/answering.js';
import { call, extract, key, openDoor, play } from '../support/door.js';
import { type FormPart, filePart, form, schemaPart } from '../support/form.js';
import { tinyParts } from '../support/tiny-parts.js';
import { get, jobsPart, line, linesIn, sendBatch } from './jobs/batch-form.js';

const choice = (name: string, title: string): SchemaChoice => {
  const text = '{"type": "object", "properties": {"total": {"type": "number"}}}';
  return { name, version: '3', title, words: [], schema: parseSchema(text), text };
};

const engine = () =>
  createEngine({ ...tinyParts(), converters: [{ plugin: pdf }], schemas: [choice('invoice', 'Invoice'), choice('receipt', 'Receipt')] });
const door = () => openDoor({ engine: engine() });
const sample = filePart(readFileSync(samplePath));
const unknownDetail = expect.stringMatching(
  /^The document belongs to none of the schemas for certain \(.*\): name one, or send a schema of your own$/,
);
const named = (value: string) => ({ name: 'schema', value });

/** A page without a word that says what it is. */
const blank = filePart(
  Buffer.from(
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>endobj trailer<</Root 1 0 R>>',
  ),
);

describe('POST /v1/classify', () => {
  it('says to which schema of the host a document belongs, with its version, and what speaks for it', async () => {
    const { payload, headers } = form(sample);
    const { status, body } = await call(await door(), {
      method: 'POST',
      url: '/v1/classify',
      payload,
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    expect([status, body.schema]).toEqual([200, { name: 'invoice', version: '3' }]);
    expect(body.candidates[0].signs).toContain('titled "Invoice" on page 1');
  });

  it('says null for a document of which nobody can tell, and that there are no schemas where there are none', async () => {
    const { payload, headers } = form(blank);
    const ask = { method: 'POST', url: '/v1/classify', payload, headers: { authorization: `Bearer ${key}`, ...headers } } as const;
    expect((await call(await door(), ask)).body.schema).toBeNull();
    const without = await call(await openDoor({ engine: createEngine({ ...tinyParts(), converters: [{ plugin: pdf }] }) }), ask);
    expect(without).toMatchObject({ status: 400, body: { detail: expect.stringContaining('No schemas are configured') } });
  });

  it('says that a document for which time ran out may be sent again, and that a broken one may not', async () => {
    const ask = async (part: ReturnType<typeof filePart>, deadlineMs?: number) => {
      const settings = { ...tinyParts(), converters: [{ plugin: pdf }], schemas: [choice('invoice', 'Invoice')] };
      const app = await openDoor({ engine: createEngine({ ...settings, ...(deadlineMs !== undefined && { deadlineMs }) }) });
      const { payload, headers } = form(part);
      const answer = await call(app, {
        method: 'POST',
        url: '/v1/classify',
        payload,
        headers: { authorization: `Bearer ${key}`, ...headers },
      });
      return [answer.status, answer.headers['x-error-code'], answer.headers['retry-after'] !== undefined];
    };
    expect(await ask(sample, 1)).toEqual([503, 'BUSY', true]);
    expect(await ask(filePart(Buffer.from('%PDF-1.7\nnothing')))).toEqual([400, 'INVALID_INPUT', false]);
  });

  it('is a method of the client', async () => {
    const { vouch } = await ofDoor({ engine: engine() });
    expect((await vouch.classify(readFileSync(samplePath), { name: 'a.pdf' })).schema?.name).toBe('invoice');
  });
});

it('the client asks for the schema that a document belongs to, of a request, a job and a line of a batch', async () => {
  const { vouch } = await ofDoor({ engine: engine() });
  const file = () => new Blob([readFileSync(samplePath)]);
  const { schema, data } = await vouch.extract(file(), 'auto', { name: 'a.pdf' });
  expect([schema, Object.keys(data)]).toEqual([{ name: 'invoice', version: '3' }, ['total']]);
  expect((await (await vouch.jobs.create(file(), 'auto', { name: 'a.pdf' })).result()).schema?.name).toBe('invoice');
  const batch = await vouch.batches.create([{ customId: 'a', file: file(), schema: 'auto' }], {
    type: 'object',
    properties: { paid: { type: 'boolean' } },
  });
  await batch.ended();
  for await (const line of batch.results()) expect(line).toMatchObject({ custom_id: 'a', schema: { name: 'invoice' } });
});

describe('a request that names a schema of the host', () => {
  it.each(['invoice', 'invoice/3', 'auto'])('as %s is answered by it, and the answer carries its version', async (value) => {
    const { status, body } = await extract(await door(), form(sample, named(value)));
    expect([status, body.schema]).toEqual([200, { name: 'invoice', version: '3' }]);
    expect(Object.keys(body.object)).toContain('total');
  });

  it('is refused where there is no such schema or version, or one of its own beside', async () => {
    const app = await door();
    const details = await Promise.all(
      [[named('invoice/2')], [named('bill')], [named('invoice'), schemaPart()]].map(async (parts) => {
        const { status, body } = await extract(app, form(sample, ...parts));
        return [status, body.detail];
      }),
    );
    expect(details).toEqual([
      [400, 'schema must be auto or one of invoice/3, receipt/3'],
      [400, 'schema must be auto or one of invoice/3, receipt/3'],
      [400, 'schema names a schema of this server: leave out output_schema, or schema'],
    ]);
  });

  it('with auto is refused, and not charged, where nobody can tell', async () => {
    const { status, headers, body } = await extract(await door(), form(blank, named('auto')));
    expect([status, headers['x-error-code']]).toEqual([422, 'SCHEMA_UNKNOWN']);
    expect(body.detail).toEqual(unknownDetail);
  });

  it('of a batch is that of its form, or of the line that names another one', async () => {
    const app = await door();
    const [asked, own] = [{ schema: 'receipt/3' }, { output_schema: { type: 'object', properties: { paid: { type: 'boolean' } } } }];
    const parts = [jobsPart(line('a'), line('b', 'a.pdf', asked), line('c', 'a.pdf', own)), { ...sample, filename: 'a.pdf' }];
    const { body } = await sendBatch(app, [...parts, named('invoice')]);
    const results = `/v1/batches/${body.id}/results`;
    await expect.poll(async () => linesIn((await get(app, results)).body).length, { timeout: 20_000 }).toBe(3);
    const schemas = linesIn((await get(app, results)).body).map((ended) => (ended['result'] as { schema?: object }).schema);
    expect(schemas).toEqual([{ name: 'invoice', version: '3' }, { name: 'receipt', version: '3' }, undefined]);
  });

  it('of a batch can be the one that each document belongs to, which the line of an unknown document says it has not found', async () => {
    const app = await door();
    const parts = [jobsPart(line('a'), line('b', 'b.pdf'), line('c', 'a.pdf', { schema: 'receipt' }))];
    const documents = [
      { ...sample, filename: 'a.pdf' },
      { ...blank, filename: 'b.pdf' },
    ];
    const { body } = await sendBatch(app, [...parts, ...documents, named('auto')]);
    const results = `/v1/batches/${body.id}/results`;
    await expect.poll(async () => linesIn((await get(app, results)).body).length, { timeout: 20_000 }).toBe(3);
    const ended = linesIn((await get(app, results)).body);
    expect(ended.map(({ result }) => (result as { schema?: object } | undefined)?.schema)).toEqual([
      { name: 'invoice', version: '3' },
      undefined,
      { name: 'receipt', version: '3' },
    ]);
    expect(ended[1]).toMatchObject({ status: 'failed', credits: 0, error: { status: 422, code: 'SCHEMA_UNKNOWN', detail: unknownDetail } });
  });

  const job = async (app: FastifyInstance, ...parts: readonly FormPart[]) => {
    const { payload, headers } = form(...parts);
    const sent = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { authorization: `Bearer ${key}`, ...headers } });
    return sent.status === 202 ? call(app, { url: `/v1/jobs/${sent.body.id}?wait=20`, headers: { authorization: `Bearer ${key}` } }) : sent;
  };

  it.each([
    ['receipt', 'receipt'],
    ['auto', 'invoice'],
  ])('as %s of a job is answered by it', async (value, name) => {
    expect((await job(await door(), sample, named(value))).body.result.schema).toEqual({ name, version: '3' });
  });

  it('with auto of a job fails, and costs nothing, where nobody can tell', async () => {
    const { body } = await job(await door(), blank, named('auto'));
    expect(body).toMatchObject({ status: 'failed', credits: 0, error: { status: 422, code: 'SCHEMA_UNKNOWN', detail: unknownDetail } });
  });

  it('with auto is that of the run which people look at', async () => {
    const app = await openDoor({ engine: engine(), reviewPolicy: { threshold: 1 } });
    const { body } = await job(app, sample, named('auto'));
    const run = await call(app, { url: `/v1/runs/${body.id}`, headers: { authorization: `Bearer ${key}` } });
    expect([run.body.schema, run.body.result.schema]).toEqual([choice('invoice', 'Invoice').text, { name: 'invoice', version: '3' }]);
    const verdict = { reviewer: 'anna', version: 0, path: '$.total', verdict: 'corrected', value: 7 };
    const url = `/v1/runs/${body.id}/verdicts`;
    const judged = await call(app, { method: 'POST', url, payload: verdict, headers: { authorization: `Bearer ${key}` } });
    expect([judged.status, judged.body.result.object.total, judged.body.result.schema.name]).toEqual([200, 7, 'invoice']);
  });

  it('with auto is refused beside data, at the playground, and where there are no schemas', async () => {
    const data = { name: 'data', value: '{"total": 7}' };
    const details = [
      await job(await door(), sample, named('auto'), data),
      await play(await door(), form(sample, named('auto'))),
      await job(await openDoor(), sample, named('auto')),
    ].map(({ status, body }) => [status, body.detail]);
    expect(details).toEqual([
      [400, 'schema cannot be auto beside data: name the schema that they follow, or leave it out'],
      [400, 'schema cannot be auto at the playground: POST /v1/extract takes it'],
      [
        400,
        'schema: this server names no schemas; send an output_schema, or name shipped ones in its configuration, as in schemas: {receipt: {}}',
      ],
    ]);
  });
});
