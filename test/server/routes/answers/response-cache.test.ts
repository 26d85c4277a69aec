import { describe, expect, it, vi } from 'vitest';
import { defaultLimits } from '../../../../server/http/limits.js';
import { extract, key, openDoor } from '../../support/door.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../../support/form.js';

const other = 'pk_0123456789abcdefOTHER';
const file = (text: string) => form(filePart(`%PDF-1.7 ${text}`), schemaPart());

/** A door that gives answers again for a minute, unless the test wants it otherwise. */
async function cachingDoor(options: Partial<Parameters<typeof openDoor>[0]> = {}, engine = fakeEngine()) {
  const app = await openDoor({ engine, cacheSeconds: 60, keys: [key, other], ...options });
  const ask = async (asked: ReturnType<typeof form>, headers: Readonly<Record<string, string>> = {}) => {
    const answer = await extract(app, asked, headers);
    return { ...answer, cache: answer.headers['x-vouch-cache'] };
  };
  return { ask, read: () => engine.requests.length };
}

describe('the response cache', () => {
  it('gives the same answer again, says so, and charges nothing for it', async () => {
    const { ask, read } = await cachingDoor();
    const [first, second] = [await ask(goodForm()), await ask(goodForm())];
    expect([first.cache, second.cache, read()]).toEqual(['miss', 'hit', 1]);
    expect(second.body.object).toEqual(first.body.object);
    expect([first.body.metadata.credits, second.body.metadata.credits]).toEqual([1, 0]);
  });

  it('is off unless it is wanted', async () => {
    const { ask, read } = await cachingDoor({ cacheSeconds: 0 });
    expect([(await ask(goodForm())).cache, (await ask(goodForm())).cache, read()]).toEqual([undefined, undefined, 2]);
  });

  it('knows files, schemas, options and API keys apart', async () => {
    const { ask } = await cachingDoor();
    await ask(goodForm());
    const others = [
      await ask(file('another')),
      await ask(form(filePart(), schemaPart('{"type":"object","properties":{"tax":{"type":"number"}}}'))),
      await ask(goodForm({ name: 'confidence_threshold', value: '0.5' })),
      await ask(goodForm({ name: 'include', value: 'boxes' })),
      await ask(goodForm(), { authorization: `Bearer ${other}` }),
    ];
    expect(others.map(({ cache }) => cache)).toEqual(['miss', 'miss', 'miss', 'miss', 'miss']);
  });

  it('says again which fields sent the document to Tier 2', async () => {
    const { ask } = await cachingDoor({}, fakeEngine({ doubted: [{ path: '$.total', cause: 'null' }] }));
    const [first, second] = [await ask(goodForm()), await ask(goodForm())];
    expect([first.cache, second.cache]).toEqual(['miss', 'hit']);
    expect([first, second].map(({ headers }) => headers['fallback-fields'])).toEqual(['%24.total;null', '%24.total;null']);
  });

  it('extracts again for Cache-Control: no-cache', async () => {
    const { ask, read } = await cachingDoor();
    await ask(goodForm());
    expect([(await ask(goodForm(), { 'cache-control': 'no-cache' })).cache, read()]).toEqual(['miss', 2]);
  });

  it('keeps no failed extraction, and none in which a reader failed', async () => {
    const failed = await cachingDoor({}, fakeEngine({ object: null, error: { code: 'LLM_ERROR', message: 'x' } }));
    const partial = await cachingDoor({}, fakeEngine({ complete: false }));
    for (const { ask } of [failed, partial])
      expect([(await ask(goodForm())).cache, (await ask(goodForm())).cache]).toEqual(['miss', 'miss']);
  });

  it('forgets after its time', async () => {
    const { ask } = await cachingDoor();
    await ask(goodForm());
    const now = performance.now();
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now + 61_000);
    const { cache } = await ask(goodForm());
    clock.mockRestore();
    expect(cache).toBe('miss');
  });

  it('forgets what was longest not asked for, when there are too many or they are too large', async () => {
    const { ask } = await cachingDoor({ limits: { ...defaultLimits(), cacheEntries: 2 } });
    for (const name of ['a', 'b', 'a', 'c']) await ask(file(name));
    expect([(await ask(file('a'))).cache, (await ask(file('b'))).cache]).toEqual(['hit', 'miss']);
    const small = await cachingDoor({ limits: { ...defaultLimits(), cacheBytes: 700 } });
    for (const name of ['a', 'b', 'c']) await small.ask(file(name));
    expect([(await small.ask(file('c'))).cache, (await small.ask(file('a'))).cache]).toEqual(['hit', 'miss']);
    const tiny = await cachingDoor({ limits: { ...defaultLimits(), cacheBytes: 10 } });
    await tiny.ask(file('a'));
    expect((await tiny.ask(file('a'))).cache).toBe('miss');
  });
});
