import { randomBytes } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ConfigError } from '../../../core/index.js';
import { createKey, openStore } from '../../../server/index.js';
import { contend } from './contend.js';
import { freshSchema } from './fresh-schema.js';
import { timedPostgres } from './jobs/timed-postgres.js';
import { withDocuments } from './jobs/with-documents.js';
import { postgresServer } from './postgres-server.js';
import { storeContract } from './store-contract.js';

const server = postgresServer();

const minute = 60_000;

storeContract('in PostgreSQL', () => timedPostgres(server));

describe('a store in PostgreSQL', () => {
  it('keeps and finds answers that take longer than a statement usually may', async () => {
    const { store } = await timedPostgres(server);
    if (!store.jobs || !store.runs) throw new Error('this store has no jobs');
    const jobs = withDocuments(store.jobs);
    const result = Buffer.alloc(100 * 2 ** 20, randomBytes(2 ** 20));
    const isWhole = (found: Uint8Array | null | undefined) => found !== null && found !== undefined && result.equals(found);

    const claim = { name: 'large', owner: 'a', request: 'x' };
    await store.answers.claim(claim, minute);
    await store.answers.keep({ claim, answer: result, keepMs: minute });
    const again = await store.answers.claim({ ...claim, owner: 'b' }, minute);
    expect(again.kind === 'kept' && isWhole(again.answer)).toBe(true);

    const job = { owner: 'key:a', request: Buffer.from('request'), note: Buffer.from('note'), keepMs: minute, webhook: null };
    const [first, second] = ['1', '2'].map((end) => ({
      id: `job_${end.padStart(26, '0')}`,
      document: { id: `file_${end.padStart(26, '0')}`, size: 8 },
    }));
    if (!first || !second) throw new Error('two ids were made');
    await jobs.enqueue({ ...job, ...first, priority: 'normal', expiresInMs: minute, attempts: 2 });
    const [taken] = await jobs.claim(1, minute);
    if (!taken) throw new Error('there is no job');
    expect(await jobs.end(taken.run, { status: 'done', result, credits: 0 })).toBe(true);
    expect(isWhole((await jobs.find('key:a', first.id))?.result)).toBe(true);

    await jobs.documents.put(second.document.id, 0, Buffer.from('document'));
    await store.runs.keep({ ...job, ...second, result, credits: 0, review: { state: 'to_review', rank: 0 } });
    expect(isWhole((await store.runs.find('key:a', second.id))?.result)).toBe(true);
  });

  it('is brought to its form once, however many processes start together', async () => {
    const { url, sql } = await freshSchema(server);
    const stores = Array.from({ length: 8 }, () => openStore(url));
    onTestFinished(async () => void (await Promise.all(stores.map((store) => store.close()))));
    const peppers = await Promise.all(stores.map((store) => vi.waitFor(() => store.keys.pepper(), 60_000)));
    expect(new Set(peppers.map((pepper) => Buffer.from(pepper).toString('hex'))).size).toBe(1);
    expect(await sql('SELECT version FROM migration')).toEqual(Array.from({ length: 13 }, (_, at) => ({ version: at + 1 })));
  });

  it('makes the schema that its address names', async () => {
    const { name, url, sql } = await freshSchema(server);
    await sql(`DROP SCHEMA ${name}`);
    const store = openStore(url);
    onTestFinished(() => store.close());
    await vi.waitFor(() => store.keys.pepper(), 60_000);
    expect(await sql(`SELECT count(*)::int AS keys FROM ${name}.key`)).toEqual([{ keys: 0 }]);
  });

  it('keeps no key in the clear', async () => {
    const { url, sql } = await freshSchema(server);
    const store = openStore(url);
    onTestFinished(() => store.close());
    const { key } = await vi.waitFor(() => createKey(store.keys, { label: 'x' }), 60_000);
    expect(JSON.stringify(await sql("SELECT id, encode(hash, 'escape'), display, label FROM key"))).not.toContain(key.slice(7, 30));
  });

  it('is left alone when a newer version has written it', async () => {
    const { url, sql } = await freshSchema(server);
    const first = openStore(url);
    await vi.waitFor(() => first.keys.pepper(), 60_000);
    await first.close();
    await sql('INSERT INTO migration VALUES (99)');
    const second = openStore(url);
    onTestFinished(() => second.close());
    await expect(second.keys.pepper()).rejects.toThrow('it was written by a newer version (99, this one knows 13)');
  });
});

describe('the address of a PostgreSQL store', () => {
  const refusal = (address: string): string => {
    try {
      void openStore(address).close();
    } catch (error) {
      if (error instanceof ConfigError) return error.message;
    }
    return 'none';
  };

  it.each([
    ['postgres://me:hunter#2@host/db', 'is no address such as postgres://user@host:5432/database'],
    ['postgres://me:hunter2@host/db?schema=My%20Schema', 'has a "schema" that is not lower-case letters'],
    ['postgres://me:hunter2@host/db?schema=a"b', 'has a "schema" that is not lower-case letters'],
    ['postgres://me:hunter2@host/db?connections=0', 'has "connections" that are not a number from 1 to 999'],
    ['postgres://me:hunter2@host/db?sslrootcert=/no/such/file', 'no such file'],
  ])('%s stops the boot, and the password is not shown', (address, message) => {
    expect(refusal(address)).toContain(message);
    expect(refusal(address)).not.toContain('hunter');
  });
});

describe('eight processes that want everything at once', () => {
  it('get exactly three holds of 3 out of 10, and one call a second', async () => {
    const { url, sql } = await freshSchema(server);
    const { holds, calls, mostCalls } = await contend(`${url}&connections=5`);
    expect(holds).toBe(3);
    expect([calls >= 1, calls <= mostCalls]).toEqual([true, true]);
    expect(await sql('SELECT used::int, held::int FROM quota')).toEqual([{ used: 0, held: 9 }]);
  });
});
