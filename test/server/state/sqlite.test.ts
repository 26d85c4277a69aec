import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKey, openStore } from '../../../server/index.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { contend } from './contend.js';
import { storeContract } from './store-contract.js';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'vouch-store-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

const opened = (file: string) => {
  let time = Date.UTC(2030, 0, 1, 12);
  const store = sqliteStore(file, () => time);
  onTestFinished(() => store.close());
  return {
    store,
    pass: (ms: number) => {
      time += ms;
    },
  };
};

storeContract('in memory', async () => opened(':memory:'));
storeContract('in a file', async () => opened(join(folder(), 'state.db')));

describe('a store in a file', () => {
  it('makes its folder, and lets nobody else read the file', async () => {
    const file = join(folder(), 'deep', 'down', 'vouch.db');
    await openStore(`sqlite:${file}`).close();
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('still knows its keys and its pepper when it is opened again', async () => {
    const address = `sqlite:${join(folder(), 'vouch.db')}`;
    const first = openStore(address);
    const { record } = await createKey(first.keys, { label: 'kept' });
    const pepper = await first.keys.pepper();
    await first.close();
    const second = openStore(address);
    onTestFinished(() => second.close());
    expect([await second.keys.list(), await second.keys.pepper()]).toEqual([[record], pepper]);
  });

  it('keeps no key in the clear', async () => {
    const file = join(folder(), 'vouch.db');
    const store = openStore(`sqlite:${file}`);
    const { key } = await createKey(store.keys, { label: 'x' });
    const rows = JSON.stringify(new DatabaseSync(file, { readOnly: true }).prepare('SELECT * FROM key').all());
    await store.close();
    expect(rows).not.toContain(key.slice(7, 30));
  });

  it('is left alone when a newer version has written it', async () => {
    const file = join(folder(), 'vouch.db');
    await openStore(`sqlite:${file}`).close();
    new DatabaseSync(file).exec('PRAGMA user_version = 99');
    expect(() => openStore(`sqlite:${file}`)).toThrow(/cannot be opened: it was written by a newer version \(99/);
  });

  it('that is no database stops the boot with the reason', () => {
    expect(() => openStore(`sqlite:${fileURLToPath(import.meta.url)}`)).toThrow(/cannot be opened/);
    expect(() => openStore('mysql://user:secret@host/db')).toThrow(
      'store must be "sqlite:<file>", "memory:" or "postgres://…", not "mysql:…"',
    );
  });
});

describe('eight processes that want everything at once', () => {
  it('get exactly three holds of 3 out of 10, and one call a second', async () => {
    const { holds, calls, mostCalls } = await contend(`sqlite:${join(folder(), 'vouch.db')}`);
    expect(holds).toBe(3);
    expect([calls >= 1, calls <= mostCalls]).toEqual([true, true]);
  });
});
