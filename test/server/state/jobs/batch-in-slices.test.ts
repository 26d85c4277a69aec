import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { BatchJob, NewBatch, Store } from '../../../../server/index.js';
import { sqliteStore } from '../../../../server/state/sqlite.js';

const hour = 3_600_000;
const count = 3_000;
const batch = 'batch_1';
const order: NewBatch = {
  id: batch,
  owner: 'key:a',
  note: Buffer.from('batch'),
  expiresInMs: hour,
  keepMs: hour,
  attempts: 2,
  webhook: null,
};
const charge = { client: 'key:a:credits', limit: 5_000 };

const partsOf = ({ jobs, batches, quotas }: Store) => {
  if (!jobs || !batches) throw new Error('this store has no batches');
  const queued = async () => (await jobs.backlog()).queued;
  const left = async () => (await quotas.allowance(charge.client, charge.limit)).left;
  return { jobs, batches, queued, left };
};

/** A file with a batch that was put down, and a store that begins it until it is closed, as soon as it is there. */
async function begunUntilItIsThere() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-slices-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'vouch.db');
  const opened = (): Store => {
    const store = sqliteStore(file);
    onTestFinished(() => store.close());
    return store;
  };
  const store = opened();
  const { jobs, batches } = partsOf(store);
  await jobs.documents.put('file_1', 0, Buffer.from('document'));
  await batches.takeDocument(batch, 'key:a', { id: 'file_1', size: 8 });
  const lines = Array.from({ length: count }, (_, at): BatchJob => {
    const id = `job_${String(at).padStart(26, '0')}`;
    return { id, priority: at % 2 ? 'low' : 'normal', request: Buffer.from('r'), note: Buffer.from('n'), file: 'file_1', turn: at + 1 };
  });
  await batches.putJobs(batch, lines);
  const beginning = batches.begin(order, charge);
  while (!(await batches.find('key:a', batch))) await setImmediate();
  return { store, beginning, opened };
}

it('a batch of which the process dies while it begins is there as a whole, and the next sweep queues the rest', async () => {
  const { store, beginning, opened } = await begunUntilItIsThere();
  await store.close();
  expect(await beginning).toBe('queued');
  const next = opened();
  const { jobs, batches, queued, left } = partsOf(next);
  expect(await queued()).toBeLessThan(count);
  expect(await batches.find('key:a', batch)).toMatchObject({ jobs: count, unfinished: count, counts: { queued: count } });
  expect(await left()).toBe(charge.limit - count);
  await batches.abandon(batch);
  await next.sweep();
  expect([await queued(), await left()]).toEqual([count, charge.limit - count]);
  const [first] = await jobs.claim(1, hour);
  expect(first).toMatchObject({ owner: 'key:a', attemptsLeft: 1, hold: first?.run.job });
  if (first) await jobs.end(first.run, { status: 'done', result: null, credits: 1 });
  await batches.cancel('key:a', batch);
  expect(await batches.find('key:a', batch)).toMatchObject({ unfinished: 0, counts: { done: 1, cancelled: count - 1 } });
  expect([await left(), await jobs.documents.piece('file_1', 0)]).toEqual([charge.limit - 1, undefined]);
});

it('a batch that is cancelled while it begins ends as a whole', async () => {
  const { store, beginning } = await begunUntilItIsThere();
  const { batches, queued, left } = partsOf(store);
  expect(await batches.cancel('key:a', batch)).toMatchObject({ unfinished: 0, endedAt: expect.any(Date), counts: { cancelled: count } });
  expect(await beginning).toBe('queued');
  expect([await queued(), await left()]).toEqual([0, charge.limit]);
});
