import { expect, it, onTestFinished } from 'vitest';
import { hashKey } from '../../../server/guards/key-secret.js';
import { createKey, openStore } from '../../../server/index.js';
import { withFallback } from '../../../server/state/fallback.js';

/** A store that counts how often it is asked for a key. */
function counted() {
  const [inner, own] = [openStore('memory:'), openStore('memory:')];
  let count = 0;
  const find: typeof inner.keys.find = (hash) => {
    count += 1;
    return inner.keys.find(hash);
  };
  const store = withFallback({ ...inner, keys: { ...inner.keys, find } }, own);
  onTestFinished(() => store.close());
  return { store, asked: () => count };
}

it('fifty calls at once with one key ask the store for it once; the next one asks again, and learns that it was revoked', async () => {
  const { store, asked } = counted();
  const { key, record } = await createKey(store.keys, { label: 'a burst' });
  const hash = hashKey(key, await store.keys.pepper());
  const found = await Promise.all(Array.from({ length: 50 }, () => store.keys.find(hash)));
  expect(found.map((each) => each?.record.id)).toEqual(Array.from({ length: 50 }, () => record.id));
  expect(asked()).toBe(1);
  await store.keys.revoke(record.id);
  expect(await store.keys.find(hash)).toBeUndefined();
  expect(asked()).toBe(2);
});
