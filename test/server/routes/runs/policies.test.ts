import { describe, expect, it } from 'vitest';
import { createEngine, definePlugin } from '../../../../core/index.js';
import { createKey, openStore } from '../../../../server/index.js';
import { call, openDoor } from '../../support/door.js';
import { filePart, form, schemaPart } from '../../support/form.js';
import { tinyParts } from '../../support/tiny-parts.js';
import { auth, judge, keptRun, show, strictDoor } from './review.js';

const pathsOf = ({ fields }: { readonly fields: readonly { readonly path: string }[] }) => fields.map(({ path }) => path);

describe('a host that wants to see new sellers', () => {
  const seller = schemaPart(JSON.stringify({ type: 'object', properties: { seller_name: { type: 'string' } } }));
  const reviewPolicy = { threshold: 0, new_sellers: true };

  it('holds their documents until one of them is confirmed, for the same caller only', async () => {
    const store = openStore('memory:');
    const app = await strictDoor({ store, reviewPolicy });
    const first = await keptRun(app, seller);
    expect(first.body.review).toMatchObject({ decision: 'held', rules: ['new_seller'], fields: [{ path: '$' }] });
    // Another document of the same seller asks again: asking alone makes nobody known.
    const second = await keptRun(app, seller);
    expect(second.body.review.rules).toEqual(['new_seller']);
    expect((await judge(app, second.id, { path: '$', verdict: 'rejected', reasons: ['a copy'] })).body.state).toBe('rejected');
    expect((await keptRun(app, seller)).body.review.rules).toEqual(['new_seller']);
    expect((await judge(app, first.id, { path: '$', verdict: 'confirmed' })).body.state).toBe('confirmed');
    expect((await keptRun(app, seller)).body.review).toMatchObject({ decision: 'cleared', rules: [] });
    const other = await createKey(store.keys, { label: '' });
    const { payload, headers } = form(filePart(), seller, { name: 'review', value: 'true' });
    const theirs = await call(app, { method: 'POST', url: '/v1/extract', payload, headers: { ...auth(other.key), ...headers } });
    expect(theirs.body.review.rules).toEqual(['new_seller']);
    await app.close();
    await store.close();
  });

  it('holds a document of which nobody has read the seller', async () => {
    const app = await strictDoor({ reviewPolicy });
    expect((await keptRun(app)).body.review.rules).toEqual(['new_seller']);
  });
});

describe('a gate that asks for a person', () => {
  const asking = (path: string) =>
    definePlugin({ kind: 'gate', name: 'asking', create: () => ({ review: () => [{ path, cause: 'person' as const }] }) });
  const doorWith = (path: string) =>
    openDoor({ engine: createEngine({ ...tinyParts(), gate: { plugin: asking(path) } }), reviewPolicy: { threshold: 0 } });

  it('holds the whole document, or the value it names, however sure both are, and reads no second time because of it', async () => {
    const whole = await keptRun(await doorWith('$'));
    expect(whole.body.review).toMatchObject({
      decision: 'held',
      rules: ['person'],
      fields: [{ path: '$', why: ['The gate asks for a person'] }],
    });
    expect(whole.body.metadata.fallback_triggered).toBe(false);
    const one = await keptRun(await doorWith('$.total'));
    expect(one.body.review).toMatchObject({ decision: 'held', rules: ['confidence'], fields: [{ path: '$.total', value: 120 }] });
  });
});

describe('a sample of what nobody doubts', () => {
  const four = schemaPart(
    JSON.stringify({
      type: 'object',
      properties: Object.fromEntries(['total', 'subtotal', 'tax', 'amount_due'].map((name) => [name, { type: 'number' }])),
    }),
  );
  const surely = { threshold: 0, sample: 1 };

  it('is held like what is doubted, and nothing that a reviewer sees tells which of the two it is', async () => {
    const drawn = await keptRun(await strictDoor({ reviewPolicy: surely }), four);
    const doubted = await keptRun(
      await strictDoor({ reviewPolicy: { thresholds: { total: 1, subtotal: 1, tax: 1 }, threshold: 0, sample: 1e-6 } }),
      four,
    );
    const members = ({ fields }: { readonly fields: readonly object[] }) => fields.map((field) => Object.keys(field).toSorted());
    for (const { body } of [drawn, doubted]) {
      expect(body.review).toMatchObject({ decision: 'held', rules: ['blind'] });
      expect(body.review.fields).toHaveLength(3);
      expect(body.review.fields.every(({ why, checks }: { why: []; checks: [] }) => why.length + checks.length === 0)).toBe(true);
    }
    expect(members(drawn.body.review)).toEqual(members(doubted.body.review));
    expect(JSON.stringify([drawn.body.review, doubted.body.review])).not.toMatch(/score|drawn|sample/);
  });

  it('has neither scores nor reasons on its run until all is decided, and its values in the order of the answer', async () => {
    const app = await strictDoor({ reviewPolicy: { ...surely, threshold: 0.31 } });
    const { id, body } = await keptRun(app, four);
    const order = ['$.total', '$.subtotal', '$.tax', '$.amount_due'];
    const paths = pathsOf(body.review);
    expect(paths).toEqual(order.filter((path) => paths.includes(path)));
    const seen = (await show(app, id)).body;
    expect(JSON.stringify(seen)).not.toMatch(/"(score|reason|confidence_score|issues)"/);
    expect(seen.result.object._meta.field_confidence).toHaveLength(4);
    const [first = '', ...others] = paths;
    const corrected = await judge(app, id, { path: first, verdict: 'corrected', value: 121 });
    // What was given is weighed again and said; the others are as they were, drawn or not.
    expect(corrected.body.review.fields[0]).toMatchObject({
      path: first,
      value: 121,
      why: [expect.stringContaining('Not found'), expect.anything()],
    });
    expect(pathsOf(corrected.body.review)).toEqual([first, ...others]);
    expect(corrected.body.changed.fields.map(({ path }: { readonly path: string }) => path)).toEqual([first]);
    expect(JSON.stringify(corrected.body.result)).not.toMatch(/"(score|reason|confidence_score|issues)"/);
    for (const [at, path] of paths.entries()) await judge(app, id, { path, verdict: 'confirmed', version: at + 1 });
    const decided = (await show(app, id)).body;
    expect([decided.state, typeof decided.result.object._meta.confidence_score]).toEqual(['confirmed', 'number']);
  });

  it('takes about its share, of documents that are held for something else, too', async () => {
    const app = await strictDoor({ reviewPolicy: { threshold: 0, amount_above: 1, sample: 0.5 } });
    const rules: string[][] = [];
    for (let count = 0; count < 40; count++) rules.push((await keptRun(app)).body.review.rules);
    const drawn = rules.filter((of) => of.includes('blind'));
    expect(drawn.every((of) => of.includes('amount'))).toBe(true);
    // Of 40 throws of a coin, fewer than 5 or more than 35 come once in 10 million.
    expect(drawn.length).toBeGreaterThan(4);
    expect(drawn.length).toBeLessThan(36);
  });
});

it('a value is named as the answer names it, and in no other way', async () => {
  const app = await strictDoor();
  const { id } = await keptRun(app);
  for (const path of ['$x.total', "$['total']", '$total', '$.total.', '$.total[0]'])
    expect([path, (await judge(app, id, { path, verdict: 'confirmed' })).status]).toEqual([path, 404]);
});
