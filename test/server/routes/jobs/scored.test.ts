import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../../../config/index.js';
import { createEngine, type Engine } from '../../../../core/index.js';
import { samplePath } from '../../../fixtures/sample.js';
import { plainData, vendorAnswers } from '../../../fixtures/vendor-answers.js';
import { call, openDoor } from '../../support/door.js';
import { filePart, form } from '../../support/form.js';
import { auth, documentPart, get, jobsPart, line, linesIn, sendBatch } from './batch-form.js';

const invoice = readFileSync(samplePath);
const right = { total: 12231.98, due_date: '2026-04-11' };
const wrong = { ...right, due_date: '2026-04-12' };

interface ScoredResult {
  readonly object: { readonly _meta: { readonly field_confidence: readonly { readonly field: string; readonly score: number }[] } };
  readonly metadata: object;
}
const doubtedIn = ({ object }: ScoredResult) => object._meta.field_confidence.filter(({ score }) => score < 0.85).map(({ field }) => field);

describe('values that somebody else has read', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = createEngine((await loadConfig({ env: {}, cwd: '/' })).engine);
  });
  afterAll(() => engine.close());

  const jobOf = async (app: FastifyInstance, data: object): Promise<ScoredResult> => {
    const { payload, headers } = form(filePart(invoice), { name: 'data', value: JSON.stringify(data) });
    const { body } = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
    return (await get(app, `/v1/jobs/${body.id}?wait=30`)).body.result;
  };

  it('are scored by a job, come back as they are, and cost what Tier 1 costs', { timeout: 60_000 }, async () => {
    const app = await openDoor({ engine });
    const [good, bad] = [await jobOf(app, right), await jobOf(app, wrong)];
    expect([good, bad]).toMatchObject([{ object: right, metadata: { credits: 2, fallback_triggered: false } }, { object: wrong }]);
    expect([doubtedIn(good), doubtedIn(bad)]).toEqual([[], ['$.due_date']]);
  });

  it('are scored line by line in a batch, beside lines that are read, and those of a known extractor as they come', {
    timeout: 60_000,
  }, async () => {
    const app = await openDoor({ engine });
    const schema = { type: 'object', properties: { total: { type: 'number' } } };
    const lines = [
      line('right', 'a.pdf', { data: right }),
      line('wrong', 'a.pdf', { data: wrong }),
      line('vendor', 'a.pdf', { data: vendorAnswers['Azure Document Intelligence'] }),
      line('read', 'a.pdf', { output_schema: schema }),
    ];
    const { body } = await sendBatch(app, [jobsPart(...lines), documentPart('a.pdf', invoice)]);
    await expect.poll(async () => (await get(app, `/v1/batches/${body.id}`)).body.status, { timeout: 50_000, interval: 100 }).toBe('ended');
    const results = linesIn((await get(app, `/v1/batches/${body.id}/results`)).body).map(({ result }) => result as ScoredResult);
    expect(results).toMatchObject([{ object: right }, { object: wrong }, { object: plainData }, { object: { total: 12231.98 } }]);
    expect(results.map(doubtedIn)).toEqual([[], ['$.due_date'], [], []]);
  });
});
