import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createEngine } from '../../../../core/index.js';
import { openMetrics, openStore } from '../../../../server/index.js';
import { call, openDoor } from '../../support/door.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { judge, keptRun } from './review.js';

/** With so little promised, nine right values are enough. */
const reviewPolicy = { risk: { silent_errors: 0.35 }, sample: 1e-6 };
const confirmed = { path: '$.total', verdict: 'confirmed' };

describe('a share of silent errors that is promised', () => {
  it('holds everything, says how many verdicts are missing, and accepts once enough were right', async () => {
    const store = openStore('memory:');
    const app = await openDoor({ engine: createEngine(tinyParts()), store, reviewPolicy });
    const standing = async () => (await call(app, { url: '/readyz' })).body.silent_errors;
    expect(await standing()).toEqual({ promised: 0.35, bound: null, missing: 9, drifting: [] });
    const held = await keptRun(app);
    expect(held.body.review).toMatchObject({ decision: 'held', fields: [{ path: '$.total' }] });
    await judge(app, held.id, confirmed);
    for (let count = 0; count < 11; count++) await judge(app, (await keptRun(app)).id, confirmed);
    // Another process of the same store has not looked at what was before.
    const next = await openDoor({ engine: createEngine(tinyParts()), store, reviewPolicy });
    const open = await call(next, { url: '/readyz' });
    expect(open.body.silent_errors).toMatchObject({ missing: 0, bound: expect.any(Number) });
    expect(open.body.silent_errors.bound).toBeLessThan(0.35);
    expect((await keptRun(next)).body.review.decision).toBe('cleared');
    // What a request asks for counts all the same.
    const strict = await keptRun(next, { name: 'confidence_threshold', value: '1' });
    expect(strict.body.review.decision).toBe('held');
    await app.close();
    await store.close();
  });

  it('promises nothing where too many of what was read had to be corrected; the last verdict on a value counts', async () => {
    const store = openStore('memory:');
    const app = await openDoor({ engine: createEngine(tinyParts()), store, reviewPolicy: { ...reviewPolicy, amount_above: 1 } });
    for (let count = 0; count < 12; count++) {
      const { id } = await keptRun(app, { name: 'confidence_threshold', value: '0.5' });
      await judge(app, id, { path: '$.total', verdict: 'corrected', value: 121 });
      // Every second one is corrected back to what was read.
      if (count % 2 > 0) continue;
      // What a person gives, and the page proves, needs nobody again, though no reader's value is accepted.
      const back = await judge(app, id, { path: '$.total', verdict: 'corrected', value: 120, version: 1 });
      expect(back.body.review.fields.map(({ path }: { readonly path: string }) => path)).toEqual(['$']);
    }
    const next = await openDoor({ engine: createEngine(tinyParts()), store, reviewPolicy });
    expect((await call(next, { url: '/readyz' })).body.silent_errors).toMatchObject({ bound: null, missing: null });
    expect((await keptRun(next)).body.review.decision).toBe('held');
    await app.close();
    await store.close();
  });

  it('is in the metrics', async () => {
    const metrics = openMetrics({ registry: new Registry() });
    const app = await openDoor({ engine: createEngine(tinyParts()), store: openStore('memory:'), reviewPolicy, metrics });
    await app.ready();
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/^vouch_silent_error_promise 0\.35$/m);
    expect(text).toMatch(/^vouch_verdicts_missing 9$/m);
    expect(text).not.toMatch(/^vouch_silent_error_bound \d/m);
  });
});
