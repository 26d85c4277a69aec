import { describe, expect, it, onTestFinished } from 'vitest';
import { banner, firstKey } from '../../../server/app/serve.js';
import { keyRing } from '../../../server/guards/authenticate-by-key.js';
import { createKey, openStore } from '../../../server/index.js';
import { brokenStore } from '../support/broken-store.js';

const local = 'http://127.0.0.1:8080';
const empty = () => {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  return store;
};

describe('the first key', () => {
  it('is made when there is none, the output is a terminal, and only this machine can call', async () => {
    const store = empty();
    const made = await firstKey({ store, url: local }, { listed: 0, shown: true, inMemory: false });
    expect(made.kind === 'made' && (await keyRing(store.keys, []).holder(made.key))?.caller.id).toBe((await store.keys.list())[0]?.id);
  });

  it('is not made where the output may be a log, or others can call', async () => {
    const store = empty();
    expect(await firstKey({ store, url: local }, { listed: 0, shown: false, inMemory: false })).toEqual({ kind: 'none' });
    expect(await firstKey({ store, url: 'http://192.0.2.1:8080' }, { listed: 0, shown: true, inMemory: false })).toEqual({ kind: 'none' });
    expect(await store.keys.list()).toEqual([]);
  });

  it('is not made a second time, nor beside keys that are listed', async () => {
    const store = empty();
    expect(await firstKey({ store, url: local }, { listed: 1, shown: true, inMemory: false })).toEqual({ kind: 'some' });
    await createKey(store.keys, { label: 'x' });
    expect(await firstKey({ store, url: local }, { listed: 0, shown: true, inMemory: false })).toEqual({ kind: 'some' });
  });
});

it('a store that is not there yet keeps no server from starting', async () => {
  const first = await firstKey({ store: brokenStore(), url: local }, { listed: 0, shown: true, inMemory: false });
  expect(first).toEqual({ kind: 'unknown' });
  expect(banner(local, first)).toContain('The store cannot be reached yet');
});

describe('the banner', () => {
  it('shows a line that works, with the new key in it', () => {
    expect(banner(local, { kind: 'made', key: 'pk_new' })).toContain(
      "curl http://127.0.0.1:8080/v1/extract \\\n    -H 'Authorization: Bearer pk_new'",
    );
  });

  it('names the page where there is one', () => {
    expect(banner(local, { kind: 'some' })).toContain(`${local}/playground`);
    expect(banner(local, { kind: 'some' }, { playground: false })).not.toContain('playground');
  });

  it('says how to get a key where there is none', () => {
    expect(banner(local, { kind: 'none' })).toContain('npx vouch key create');
  });

  it('advises no command that could not reach the memory of this process', async () => {
    const first = await firstKey({ store: empty(), url: local }, { listed: 0, shown: false, inMemory: true });
    expect(banner(local, first)).toContain('VOUCH_KEYS');
    expect(banner(local, first)).not.toContain('key create');
  });
});
