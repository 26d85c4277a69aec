import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createEngine, definePlugin, type Reading, type ReadTask } from '../../../../core/index.js';
import { createKey, openStore } from '../../../../server/index.js';
import { cell, documentOf, engineOf, scriptedModel } from '../../../core/builders.js';
import { call, extract, openDoor } from '../../support/door.js';
import { goodForm, schemaPart } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { auth, claim, judge, keptRun, show, strictDoor } from './review.js';

const confirmed = { path: '$.total', verdict: 'confirmed' };
const corrected = { path: '$.total', verdict: 'corrected', value: 121 };

describe('an answer that is kept for people', () => {
  it('says what needs a person, why, and where it stands, and its run has all of it and the document', async () => {
    const app = await strictDoor();
    const { id, body } = await keptRun(app, { name: 'metadata', value: '{"tenant":7}' });
    expect(body.review).toMatchObject({
      decision: 'held',
      rules: ['confidence'],
      fields: [{ path: '$.total', value: 120, why: [expect.any(String)], page: 1, boxes: [expect.anything()], checks: [] }],
    });
    const run = await show(app, id);
    expect(run.body).toMatchObject({ id, state: 'to_review', version: 0, file: 'invoice.pdf', metadata: { tenant: 7 }, verdicts: [] });
    expect([run.body.result.object.total, run.body.first]).toEqual([120, undefined]);
    const document = await call(app, { url: `/v1/runs/${id}/document`, headers: auth() });
    expect(document.status).toBe(200);
  });

  it('is cleared where it is sure enough, and nobody is asked', async () => {
    const app = await strictDoor({ reviewPolicy: { threshold: 0 } });
    const { id, body } = await keptRun(app);
    expect(body.review).toMatchObject({ decision: 'cleared', rules: [], fields: [] });
    expect((await show(app, id)).body.state).toBeNull();
    expect((await call(app, { url: '/v1/runs', headers: auth() })).body.runs).toEqual([]);
    expect((await judge(app, id, confirmed)).status).toBe(409);
  });

  it('is kept of a job, too, where the host has a policy', async () => {
    const app = await strictDoor({ reviewPolicy: { threshold: 1, sample: 0 } });
    const store = await strictJob(app);
    expect(store).toMatchObject({ state: 'to_review', review: { fields: [{ path: '$.total' }] } });
  });
});

/** The run of a job, once it is done. */
async function strictJob(app: FastifyInstance) {
  const { payload, headers } = goodForm();
  const { body } = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
  await call(app, { url: `/v1/jobs/${body.id}?wait=20`, headers: auth() });
  return (await show(app, body.id)).body;
}

describe('a verdict', () => {
  it('confirms the last value, and with it the run, whose document is then deleted', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    const { status, body } = await judge(app, id, confirmed);
    expect([status, body.state, body.version, body.review.fields]).toEqual([200, 'confirmed', 1, []]);
    const run = (await show(app, id)).body;
    expect(run.verdicts).toMatchObject([{ version: 1, ...confirmed, reviewer: 'anna', before: 120, after: 120 }]);
    expect((await call(app, { url: `/v1/runs/${id}/document`, headers: auth() })).status).toBe(409);
    expect((await judge(app, id, { ...confirmed, version: 1 })).status).toBe(409);
  });

  it('corrects a value, which is looked for on the page and weighed like any reading: one that is not printed stays doubtful', async () => {
    const app = await strictDoor({ reviewPolicy: { threshold: 0.5, amount_above: 1 } });
    const { id } = await keptRun(app, { name: 'confidence_threshold', value: '0.5' });
    const { body } = await judge(app, id, corrected);
    expect(body).toMatchObject({
      state: 'reviewing',
      changed: { fields: [{ path: '$.total', before: { value: 120 }, after: { value: 121 } }] },
      review: {
        fields: [
          { path: '$.total', value: 121, why: [expect.stringContaining('Not found on the page'), expect.anything()] },
          { path: '$', why: ['The amount $.total is above 1, the limit of the host'] },
        ],
      },
    });
    const run = (await show(app, id)).body;
    expect([run.first.object.total, run.result.object.total]).toEqual([120, 121]);
    const again = await judge(app, id, { ...corrected, value: 120, version: 1 });
    expect(again.body.review.fields.map(({ path }: { readonly path: string }) => path)).toEqual(['$']);
    const done = await judge(app, id, { path: '$', verdict: 'confirmed', version: 2 });
    expect(done.body.state).toBe('confirmed');
    expect((await show(app, id)).body.verdicts.map(({ after }: { readonly after: unknown }) => after)).toEqual([121, 120, null]);
  });

  it('takes the words in a box as the value, and a text as it is printed', async () => {
    const app = await strictDoor();
    const { id, body } = await keptRun(app);
    const [{ page, boxes }] = body.review.fields;
    const absent = await judge(app, id, { path: '$.total', verdict: 'absent' });
    expect(absent.body).toMatchObject({ state: 'confirmed', result: { object: { total: null } } });
    const other = await keptRun(app);
    const [{ x, y, w, h }] = boxes;
    const pointed = await judge(app, other.id, { path: '$.total', verdict: 'corrected', page, boxes: [{ x, y, w, h }] });
    expect(pointed.body.result.object.total).toBe(120);
    const typed = await judge(app, other.id, { path: '$.total', verdict: 'corrected', value: '120,00', version: 1 });
    expect(typed.body.result.object.total).toBe(120);
  });

  it('leaves what is doubtful beside it as it is: that a value is absent says nothing of another that the reader was not sure of', async () => {
    const read = async ({ fields }: ReadTask): Promise<Reading> => ({
      cells: fields.map(({ path }) => ({
        path,
        value: '120.00',
        page: 1,
        quote: 'Total 120.00',
        confidence: 'unsure',
        reason: 'multiple',
      })),
    });
    const unsure = definePlugin({ kind: 'model', name: 'unsure', create: () => ({ read }) });
    const app = await strictDoor({
      engine: createEngine({ ...tinyParts(), tiers: [{ plugin: unsure }] }),
      reviewPolicy: { threshold: 0.85 },
    });
    const schema = schemaPart(
      JSON.stringify({
        type: 'object',
        properties: { total: { type: 'number' }, tip: { type: 'number' }, fee: { type: 'number' } },
      }),
    );
    const { id, body } = await keptRun(app, schema);
    const doubts = body.review.fields.filter(({ path }: { readonly path: string }) => path !== '$.tip');
    expect(doubts.map(({ path }: { readonly path: string }) => path).toSorted()).toEqual(['$.fee', '$.total']);
    const absent = await judge(app, id, { path: '$.tip', verdict: 'absent' });
    expect(absent.body).toMatchObject({ state: 'reviewing', review: { fields: doubts }, changed: { fields: [{ path: '$.tip' }] } });
    const { confidence_score, field_confidence } = absent.body.result.object._meta;
    expect(confidence_score).toBeLessThan(0.85);
    expect(field_confidence).toEqual(
      expect.arrayContaining(body.object._meta.field_confidence.filter(({ field }: { readonly field: string }) => field !== '$.tip')),
    );
  });

  it('takes the doubt of all amounts away that a sum holds of after it', async () => {
    const printed = { '$.subtotal': '15.00', '$.line_items[0].amount': '10.00', '$.line_items[1].amount': '5.00' };
    const said = { ...printed, '$.line_items[1].amount': '50.00' };
    const page = documentOf('Item            Amount\nTea              10.00\nMilk              5.00\nSubtotal         15.00');
    const reader = scriptedModel(
      'reader',
      Object.entries(said).map(([path, value]) => cell(path, value, { quote: printed[path as keyof typeof printed] })),
    );
    const engine = engineOf({ document: page, tiers: [reader] });
    const app = await strictDoor({ engine, reviewPolicy: { threshold: 0.5 } });
    const amount = { type: 'number' };
    const rows = { type: 'array', items: { type: 'object', properties: { amount } } };
    const { id, body } = await keptRun(
      app,
      schemaPart(JSON.stringify({ type: 'object', properties: { subtotal: amount, line_items: rows } })),
    );
    expect(body.review.fields.map(({ path }: { readonly path: string }) => path).toSorted()).toEqual([
      '$.line_items[0].amount',
      '$.line_items[1].amount',
    ]);
    const done = await judge(app, id, { path: '$.line_items[1].amount', verdict: 'corrected', value: 5 });
    expect(done.body).toMatchObject({ state: 'confirmed', review: { fields: [] }, changed: { checks: [{ after: 'PASSED' }] } });
  });

  it('is refused where it makes no sense, and nothing has happened', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    const refused = [
      { path: '$.total', verdict: 'corrected', value: 'a lot' },
      { path: '$.total', verdict: 'rejected', reasons: ['a copy'] },
      { path: '$', verdict: 'rejected' },
      { path: '$', verdict: 'absent' },
      { ...confirmed, reviewer: '' },
      { ...confirmed, value: 1 },
      { path: '$.total', verdict: 'corrected', boxes: [{ page: 1, x: 2, y: 0, w: 1, h: 1 }] },
    ];
    for (const verdict of refused) expect([verdict, (await judge(app, id, verdict)).status]).toEqual([verdict, 400]);
    expect((await judge(app, id, { ...confirmed, path: '$.nothing' })).status).toBe(404);
    expect((await show(app, id)).body).toMatchObject({ version: 0, state: 'to_review' });
  });

  it('is refused where it points to what the document lacks, in words that say what', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    const box = { x: 0.9, y: 0.9, w: 0.01, h: 0.01 };
    const said = async (more: object) => {
      const { status, body } = await judge(app, id, { path: '$.total', verdict: 'corrected', ...more });
      return [status, body.detail];
    };
    const lacks = 'Invalid pages: $.total is said to stand on page 7, and the document has 1 page';
    expect(await said({ boxes: [{ page: 7, ...box }] })).toEqual([400, lacks]);
    expect(await said({ value: 120, boxes: [{ page: 7, ...box }] })).toEqual([400, lacks]);
    expect(await said({ value: 120, page: 7 })).toEqual([400, lacks]);
    expect(await said({ value: 120, page: 'first' })).toEqual([400, 'page must be a whole number from 1']);
    expect(await said({ page: 1, boxes: [box] })).toEqual([
      400,
      'There are no words in the boxes of $.total: draw them around the words, or give the value',
    ]);
  });

  it('is refused for a page that the document lacks of a corrected list, too; null is no page', async () => {
    const items = { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } };
    const app = await strictDoor();
    const { id } = await keptRun(app, schemaPart(JSON.stringify({ type: 'object', properties: { total: { type: 'number' }, items } })));
    const list = { path: '$.items', verdict: 'corrected', value: [{ name: 'Tea' }] };
    expect(await judge(app, id, { ...list, page: 7 })).toMatchObject({
      status: 400,
      body: { detail: 'Invalid pages: $.items[0].name is said to stand on page 7, and the document has 1 page' },
    });
    expect((await judge(app, id, { ...list, page: 1 })).status).toBe(200);
    const { version } = (await show(app, id)).body;
    expect((await judge(app, id, { ...confirmed, page: null, version })).status).toBe(200);
  });

  it('rejects a document with reasons, or puts it off', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    expect((await judge(app, id, { path: '$', verdict: 'postponed' })).body.state).toBe('postponed');
    const rejected = await judge(app, id, { path: '$', verdict: 'rejected', reasons: ['a copy'], version: 1 });
    expect(rejected.body.state).toBe('rejected');
    expect((await show(app, id)).body.verdicts[1]).toMatchObject({ verdict: 'rejected', reasons: ['a copy'] });
  });
});

describe('two reviewers', () => {
  it('do not judge the same version twice: the second is told what changed', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    const answers = await Promise.all([1, 2, 3].map((value) => judge(app, id, { ...corrected, value })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
    const stale = await judge(app, id, corrected);
    expect([stale.status, stale.body.detail]).toEqual([
      409,
      'The run is at version 1, not 0: since then $.total was corrected by anna. GET it again',
    ]);
    expect((await show(app, id)).body.verdicts).toHaveLength(1);
  });

  it('do not work on the same run while the claim of one lasts', async () => {
    const app = await strictDoor();
    const { id } = await keptRun(app);
    expect((await claim(app, id, 'bert')).body).toMatchObject({ state: 'reviewing', reviewer: 'bert' });
    expect([(await claim(app, id, 'anna')).status, (await judge(app, id, confirmed)).status]).toEqual([409, 409]);
    expect((await judge(app, id, { ...confirmed, reviewer: 'bert' })).status).toBe(200);
  });

  it('see neither runs of others nor anything without the scope', async () => {
    const store = openStore('memory:');
    const app = await strictDoor({ store });
    const { id } = await keptRun(app);
    const other = await createKey(store.keys, { label: '' });
    const without = await createKey(store.keys, { label: '', scopes: ['extract'] });
    const statuses = [await show(app, id, other.key), await judge(app, id, confirmed, other.key), await show(app, id, without.key)];
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 403]);
    await app.close();
    await store.close();
  });
});

it('a server without a store for them keeps no answer, and says so', async () => {
  const { runs: _, ...store } = openStore('memory:');
  const app = await openDoor({ store });
  expect((await extract(app, goodForm({ name: 'review', value: 'true' }))).status).toBe(400);
  await store.close();
});
