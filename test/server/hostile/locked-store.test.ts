import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hashKey } from '../../../server/guards/key-secret.js';
import { createKey, openStore } from '../../../server/index.js';
import { call, extract, openDoor, play } from '../support/door.js';
import { goodForm } from '../support/form.js';

const pace = { everyMs: 1_000, slackMs: 100 };

/** A store in a file, and another process's lock on it. */
async function lockedStore() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-locked-'));
  const file = join(folder, 'vouch.db');
  const store = openStore(`sqlite:${file}`);
  const { key } = await createKey(store.keys, { label: 'a test' });
  const other = new DatabaseSync(file);
  other.exec('BEGIN IMMEDIATE');
  onTestFinished(async () => {
    await store.close();
    other.close();
    rmSync(folder, { recursive: true });
  });
  return { store, key, unlock: () => other.exec('ROLLBACK') };
}

describe('a store that another process has locked', () => {
  it('keeps a request waiting, and nothing else', async () => {
    const { store, unlock } = await lockedStore();
    const order: string[] = [];
    const taken = store.rates.take('a client', pace).then((granted) => order.push(`granted: ${granted}`));
    setTimeout(() => {
      order.push('another timer');
      unlock();
    }, 20);
    await taken;
    expect(order).toEqual(['another timer', 'granted: true']);
  });

  it('serves those who wait in the order they came in', async () => {
    const { store, unlock } = await lockedStore();
    const granted = Promise.all(['first', 'second', 'first'].map((client) => store.rates.take(client, pace)));
    setTimeout(unlock, 20);
    expect(await granted).toEqual([true, true, false]);
  });

  it('keeps nobody waiting for a note of the last use, which is left out', async () => {
    const { store, key } = await lockedStore();
    const hash = hashKey(key, await store.keys.pepper());
    const [record] = await store.keys.list();
    const order: string[] = [];
    const touched = store.keys.touch(record?.id ?? '').catch((error: Error) => order.push(error.message));
    const found = store.keys.find(hash).then(() => order.push('found'));
    await new Promise((resolve) => setTimeout(resolve, 500));
    order.push('another timer');
    await Promise.all([touched, found]);
    expect(order).toEqual([expect.stringContaining('locked'), 'found', 'another timer']);
  });

  it('that stays locked: calls with a key are served, what must be written is 503, and probes say so', async () => {
    const { store, key } = await lockedStore();
    const app = await openDoor({ store, rateLimit: 1_000 });
    const keyed = await extract(app, goodForm(), { authorization: `Bearer ${key}` });
    const unknown = await extract(app, goodForm(), { authorization: `Bearer pk_${'0'.repeat(49)}` });
    const played = await play(app, goodForm());
    const probes = [await call(app, { url: '/livez' }), await call(app, { url: '/readyz' })];
    expect([keyed, unknown, played, ...probes].map(({ status }) => status)).toEqual([200, 401, 503, 200, 503]);
    expect(probes[1]?.body.detail).toContain('cannot reach its state or write it');
  });
});
