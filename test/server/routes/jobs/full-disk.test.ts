import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { sqliteStore } from '../../../../server/state/sqlite.js';
import { call, key, openDoor } from '../../support/door.js';
import { fakeEngine, outcome } from '../../support/fake-engine.js';
import { filePart, form, goodForm, schemaPart } from '../../support/form.js';

const auth = { authorization: `Bearer ${key}` };
const post = (app: FastifyInstance, { payload, headers }: ReturnType<typeof form>) =>
  call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth, ...headers } });
const job = async (app: FastifyInstance, id: string, wait = 0) =>
  (await call(app, { url: `/v1/jobs/${id}?wait=${wait}`, headers: auth })).body;
const large = form(filePart(Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(3_000_000)])), schemaPart());

/** A store in a file that SQLite cannot make larger, as on a full disk, while it is `full`. */
function opened() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-full-'));
  const databases: DatabaseSync[] = [];
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql: string) {
    databases.push(this);
    exec.mockRestore();
    this.exec(sql);
  });
  const store = sqliteStore(join(folder, 'vouch.db'));
  onTestFinished(async () => {
    await store.close();
    rmSync(folder, { recursive: true });
  });
  const [database] = databases;
  const number = (pragma: string): number => Number(Object.values(database?.prepare(pragma).get() ?? {})[0]);
  const full = (spare = 0): void => void database?.exec(`PRAGMA max_page_count = ${number('PRAGMA page_count') + spare}`);
  const room = (): void => void database?.exec('PRAGMA max_page_count = 4294967294');
  const rows = (table: string): number => number(`SELECT count(*) FROM ${table}`);
  return { store, full, room, rows };
}

describe('while the disk of the state is full', () => {
  it.each([
    ['before the first piece', 0],
    ['in the middle of the document', 300],
  ])('a job is refused %s with 503 and Retry-After, and leaves nothing', async (_when, spare) => {
    const { store, full, room, rows } = opened();
    const app = await openDoor({ store, work: 0, dailyCreditsPerKey: 5 });
    await post(app, goodForm());
    full(spare);
    const refused = await post(app, large);
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '1']);
    expect([rows('job'), rows('file'), rows('document_piece'), rows('hold')]).toEqual([1, 1, 1, 1]);
    expect((await call(app, { url: '/v1/jobs', headers: auth })).body.jobs).toHaveLength(1);
    room();
    expect((await post(app, large)).status).toBe(202);
  });

  it('a job whose end cannot be kept is ended once there is room again, without a second run or charge', async () => {
    const { store, full, room, rows } = opened();
    const text = randomBytes(200_000).toString('hex');
    const read = Promise.withResolvers<void>();
    const engine = fakeEngine(async () => {
      full();
      read.resolve();
      return outcome({ object: { total: 120, note: text } });
    });
    const app = await openDoor({ store, work: 1, engine, dailyCreditsPerKey: 9 });
    const { body } = await post(app, goodForm());
    await read.promise;
    await sleep(1_500);
    expect(await job(app, body.id)).toMatchObject({ status: 'running', runs: 1 });
    room();
    const ended = await job(app, body.id, 30);
    expect(ended).toMatchObject({ status: 'done', runs: 1, credits: ended.result.metadata.credits });
    expect([rows('hold'), rows('document_piece')]).toEqual([0, 0]);
  });
});
