import { describe, expect, it } from 'vitest';
import type { BatchJob, JobEnd, NewBatch, NewFile } from '../../../../server/index.js';
import type { OpenedStore } from '../keys-contract.js';
import { withDocuments } from './with-documents.js';

const minute = 60_000;
const hour = 60 * minute;
const lease = 30_000;
const done: JobEnd = { status: 'done', result: Buffer.from('answer'), credits: 2 };

let made = 0;
const id = (kind: string): string => {
  made += 1;
  return `${kind}_${String(made).padStart(26, '0')}`;
};
const file = (members: Partial<NewFile> = {}): NewFile => ({
  id: id('file'),
  owner: 'key:a',
  size: 100,
  note: Buffer.from('note'),
  keepMs: hour,
  ...members,
});
const textOf = (bytes: Uint8Array | null | undefined): string | undefined => (bytes ? Buffer.from(bytes).toString() : undefined);

/** The tests of files and batches that every store with both must pass. */
export function batchesContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    const { jobs, files, batches } = store;
    if (!jobs || !files || !batches) throw new Error('this store has no batches');
    const add = async (members: Partial<NewFile> = {}): Promise<NewFile> => {
      const added = file(members);
      await putDown(added.id);
      await files.add(added, 1_000_000);
      return added;
    };
    const putDown = (document: string, text = 'sealed'): Promise<void> => jobs.documents.put(document, 0, Buffer.from(text));
    const piece = async (document: string): Promise<string | undefined> => textOf(await jobs.documents.piece(document, 0));
    /** Puts down jobs of a batch, one for each file. */
    const put = async (batch: string, names: readonly string[], members: Partial<BatchJob> = {}): Promise<readonly string[]> => {
      const put = names.map(
        (named, at): BatchJob => ({
          id: id('job'),
          priority: 'normal',
          request: Buffer.from('request'),
          note: Buffer.from(`note ${at}`),
          file: named,
          turn: at + 1,
          ...members,
        }),
      );
      await batches.putJobs(batch, put);
      return put.map((job) => job.id);
    };
    const order = (batch: string, webhook: string | null = null): NewBatch => ({
      webhook,
      id: batch,
      owner: 'key:a',
      note: Buffer.from('batch'),
      expiresInMs: 24 * hour,
      keepMs: hour,
      attempts: 2,
    });
    const begin = (batch: string, limit?: number) =>
      batches.begin(order(batch), limit === undefined ? undefined : { client: 'key:a:credits', limit });
    const takeOne = async () => {
      const [taken] = await jobs.claim(1, lease);
      if (!taken) throw new Error('there is no job');
      return taken.run;
    };
    const left = async () => (await store.quotas.allowance('key:a:credits', 10)).left;
    return { store, jobs, files, batches, pass, add, put, putDown, piece, order, begin, takeOne, left };
  };

  describe(`${name}: files`, () => {
    it('are there for their owner, until their time is over or they are forgotten', async () => {
      const { store, files, add, pass } = await opened();
      const [kept, forgotten] = [await add({ size: 7 }), await add()];
      expect(await files.find('key:a', kept.id)).toMatchObject({
        id: kept.id,
        size: 7,
        createdAt: expect.any(Date),
        keptUntil: expect.any(Date),
      });
      expect(textOf((await files.find('key:a', kept.id))?.note)).toBe('note');
      expect([await files.find('key:b', kept.id), await files.remove('key:b', kept.id)]).toEqual([undefined, undefined]);
      expect(await files.remove('key:a', forgotten.id)).toMatchObject({ id: forgotten.id });
      expect(await files.sizes('key:a', [kept.id, forgotten.id, 'file_x'])).toEqual(new Map([[kept.id, 7]]));
      await pass(hour);
      expect(await files.find('key:a', kept.id)).toBeUndefined();
      await store.sweep();
      expect(await files.remove('key:a', kept.id)).toBeUndefined();
    });

    it('of one owner have a size together, with the documents that its jobs wait with', async () => {
      const { store, files, jobs, putDown, pass } = await opened();
      const add = async (members: Partial<NewFile> = {}): Promise<boolean> => {
        const added = file({ size: 60, ...members });
        await putDown(added.id);
        return files.add(added, 100);
      };
      expect([await add(), await add()]).toEqual([true, false]);
      expect(await add({ owner: 'key:b' })).toBe(true);
      await pass(hour);
      await store.sweep();
      expect(await add()).toBe(true);
      expect(await files.bytes('key:a')).toBe(60);
      await putDown('waiting');
      const waiting = { id: id('job'), owner: 'key:a', priority: 'normal', request: Buffer.from('r'), note: Buffer.from('n') } as const;
      const terms = { expiresInMs: hour, keepMs: hour, attempts: 1, webhook: null };
      await jobs.enqueue({ ...waiting, ...terms, document: { id: 'waiting', size: 7 } });
      expect([await files.bytes('key:a'), await files.find('key:a', 'waiting')]).toEqual([67, undefined]);
      await jobs.cancel('key:a', waiting.id);
      expect(await files.bytes('key:a')).toBe(60);
    });

    it('that a job under way needs stay for it, also when they are forgotten', async () => {
      const { store, jobs, files, add, put, piece, begin, takeOne, pass } = await opened();
      const { id: named } = await add();
      const batch = id('batch');
      await put(batch, [named, named]);
      expect(await begin(batch)).toBe('queued');
      await files.remove('key:a', named);
      expect(await files.find('key:a', named)).toBeUndefined();
      await pass(hour);
      await store.sweep();
      const first = await takeOne();
      expect(await piece(named)).toBe('sealed');
      await jobs.end(first, done);
      const second = await takeOne();
      expect(await piece(named)).toBe('sealed');
      await jobs.end(second, done);
      expect(await piece(named)).toBeUndefined();
    });
  });

  describe(`${name}: batches`, () => {
    it('are nowhere to be seen until they begin, and then there as a whole', async () => {
      const { jobs, batches, add, put, putDown, piece, begin } = await opened();
      const batch = id('batch');
      await putDown('file_of_batch', 'came along');
      await batches.takeDocument(batch, 'key:a', { id: 'file_of_batch', size: 3 });
      const ids = [...(await put(batch, [(await add()).id])), ...(await put(batch, ['file_of_batch'], { priority: 'high' }))];
      expect([await jobs.claim(9, lease), (await jobs.list('key:a', { limit: 9 })).jobs, await batches.find('key:a', batch)]).toEqual([
        [],
        [],
        undefined,
      ]);
      expect(await jobs.find('', ids[0] ?? '')).toMatchObject({ status: 'staged' });
      expect(await begin(batch)).toBe('queued');
      expect(await batches.find('key:a', batch)).toMatchObject({ jobs: 2, unfinished: 2, endedAt: null, counts: { queued: 2, done: 0 } });
      expect(await batches.find('key:b', batch)).toBeUndefined();
      expect((await jobs.list('key:a', { limit: 9, batch })).jobs.map((job) => [job.id, job.batch])).toEqual(
        ids.toReversed().map((job) => [job, batch]),
      );
      expect((await jobs.list('key:a', { limit: 9, batch: 'batch_x' })).jobs).toEqual([]);
      const taken = await jobs.claim(9, lease);
      expect(taken.map(({ run, owner, attemptsLeft }) => [run.job, owner, attemptsLeft]).toSorted()).toEqual(
        ids.map((job) => [job, 'key:a', 1]),
      );
      expect(await piece('file_of_batch')).toBe('came along');
    });

    it('that do not begin within an hour are forgotten, with their documents', async () => {
      const { store, batches, put, putDown, piece, begin, pass } = await opened();
      const [late, given] = [id('batch'), id('batch')];
      for (const batch of [late, given]) {
        await putDown(`${batch} file`);
        await batches.takeDocument(batch, 'key:a', { id: `${batch} file`, size: 1 });
        await put(batch, [`${batch} file`]);
      }
      await batches.abandon(given);
      await pass(hour + 1);
      await store.sweep();
      for (const batch of [late, given]) {
        expect(await piece(`${batch} file`)).toBeUndefined();
        await put(batch, [`${batch} file`]);
        expect(await begin(batch)).toBe('no file');
      }
    });

    it('hold a credit for each job or do not begin, and each job is charged what it cost', async () => {
      const { jobs, add, put, begin, takeOne, left } = await opened();
      const { id: named } = await add();
      const [large, small] = [id('batch'), id('batch')];
      await put(large, Array(11).fill(named));
      expect([await begin(large, 10), await left(), await jobs.claim(1, lease)]).toEqual(['no credits', 10, []]);
      await put(small, [named, named, named]);
      expect([await begin(small, 10), await left()]).toEqual(['queued', 7]);
      await jobs.end(await takeOne(), { ...done, credits: 4 });
      expect(await left()).toBe(4);
    });

    it('end with their last job, however it ends, and their jobs are kept as long as they are', async () => {
      const { store, jobs, batches, add, put, begin, takeOne, pass } = await opened();
      const { id: named } = await add();
      const batch = id('batch');
      const ids = await put(batch, [named, named, named]);
      await begin(batch);
      const first = await takeOne();
      await jobs.end(first, done);
      expect(await jobs.remove('key:a', first.job)).toBe(false);
      await takeOne();
      await jobs.cancel('key:a', ids[2] ?? '');
      expect(await batches.find('key:a', batch)).toMatchObject({
        unfinished: 1,
        endedAt: null,
        counts: { done: 1, running: 1, cancelled: 1 },
      });
      await pass(lease + 1);
      // The worker has died: nobody runs its job.
      expect((await batches.find('key:a', batch))?.counts).toMatchObject({ done: 1, queued: 1, running: 0, cancelled: 1 });
      const again = await takeOne();
      expect((await batches.find('key:a', batch))?.endedAt).toBeNull();
      expect(await jobs.end(again, { status: 'failed', result: null, credits: 1 })).toBe(true);
      expect(await jobs.end(again, done)).toBe(false);
      expect(await batches.find('key:a', batch)).toMatchObject({ unfinished: 0, endedAt: expect.any(Date), credits: 3 });
      const { keptUntil } = (await jobs.find('key:a', first.job)) ?? {};
      expect(keptUntil).toEqual((await batches.find('key:a', batch))?.keptUntil);
      await pass(hour - 1);
      await store.sweep();
      expect(await jobs.find('key:a', first.job)).toBeDefined();
      await pass(2);
      await store.sweep();
      expect([await jobs.find('key:a', first.job), await batches.find('key:a', batch)]).toEqual([undefined, undefined]);
    });

    it('tell their webhook once, in the transaction that ends the last job, however that is', async () => {
      const { store, jobs, batches, add, put, order, takeOne } = await opened();
      const { webhooks } = store;
      if (!webhooks) throw new Error('this store has no webhooks');
      const endpoint = id('wh');
      await webhooks.add({ id: endpoint, owner: 'key:a', events: ['batch.done'], sealed: Buffer.from('sealed') }, 9);
      const told = async () => (await webhooks.messages('key:a', endpoint, { limit: 9 })).messages.map(({ type, about }) => [type, about]);
      const { id: named } = await add();
      const [run, cancelled, single] = [id('batch'), id('batch'), id('batch')];
      await put(run, [named, named]);
      expect(await batches.begin(order(run, endpoint))).toBe('queued');
      expect(await batches.find('key:a', run)).toMatchObject({ webhook: endpoint });
      await jobs.end(await takeOne(), done);
      expect(await told()).toEqual([]);
      await jobs.end(await takeOne(), done);
      expect(await told()).toEqual([['batch.done', run]]);
      await put(cancelled, [named, named]);
      await batches.begin(order(cancelled, endpoint));
      await batches.cancel('key:a', cancelled);
      const [job = ''] = await put(single, [named]);
      await batches.begin(order(single, endpoint));
      await jobs.cancel('key:a', job);
      expect((await told()).toSorted()).toEqual([run, cancelled, single].map((batch) => ['batch.done', batch]).toSorted());
    });

    it('of which no job was run in time end, too', async () => {
      const { store, batches, add, put, begin, pass, left } = await opened();
      const batch = id('batch');
      await put(batch, [(await add()).id]);
      await begin(batch, 10);
      await pass(24 * hour);
      await store.sweep();
      expect(await batches.find('key:a', batch)).toMatchObject({ unfinished: 0, endedAt: expect.any(Date), counts: { expired: 1 } });
      expect(await left()).toBe(10);
    });

    it('are cancelled as a whole: what waits at once, what runs by its run', async () => {
      const { jobs, batches, add, put, begin, takeOne, left } = await opened();
      const { id: named } = await add();
      const batch = id('batch');
      await put(batch, [named, named, named]);
      await begin(batch, 10);
      const run = await takeOne();
      expect([await batches.cancel('key:b', batch), await batches.remove('key:a', batch)]).toEqual([undefined, false]);
      expect(await batches.cancel('key:a', batch)).toMatchObject({ unfinished: 1, counts: { cancelled: 2, running: 1 } });
      expect([await left(), await jobs.renewLease(run, lease), await jobs.claim(9, lease)]).toEqual([9, 'cancelled', []]);
      await jobs.end(run, { status: 'cancelled', result: null, credits: 0 });
      expect(await batches.cancel('key:a', batch)).toMatchObject({ unfinished: 0, endedAt: expect.any(Date) });
      expect([await batches.remove('key:b', batch), await batches.remove('key:a', batch)]).toEqual([false, true]);
      expect([await batches.find('key:a', batch), await jobs.find('key:a', run.job)]).toEqual([undefined, undefined]);
    });

    it('are listed newest first, and their results in the order of their lines', async () => {
      const { jobs, batches, add, put, begin } = await opened();
      const { id: named } = await add();
      const [first, second] = [id('batch'), id('batch')];
      const ids = await put(first, [named, named, named]);
      await put(second, [named]);
      await begin(first);
      await begin(second);
      const page = await batches.list('key:a', { limit: 1 });
      expect([page.batches.map((batch) => batch.id), page.next]).toEqual([[second], second]);
      expect((await batches.list('key:a', { limit: 9, after: page.next })).batches.map((batch) => batch.id)).toEqual([first]);
      expect((await batches.list('key:b', { limit: 9 })).batches).toEqual([]);
      const runs = (await jobs.claim(9, lease)).filter(({ run }) => ids.includes(run.job)).toReversed();
      for (const [at, { run }] of runs.entries()) await jobs.end(run, at === 1 ? { ...done, status: 'failed' } : done);
      const ended = await batches.ended('key:a', first, { limit: 9, statuses: ['done', 'failed'] });
      expect(ended.map((job) => [job.id, job.status, textOf(job.result)])).toEqual([
        [ids[0], 'done', 'answer'],
        [ids[1], 'failed', 'answer'],
        [ids[2], 'done', 'answer'],
      ]);
      expect((await batches.ended('key:a', first, { limit: 1, after: ids[0], statuses: ['done'] })).map((job) => job.id)).toEqual([ids[2]]);
      expect(await batches.ended('key:b', first, { limit: 9, statuses: ['done'] })).toEqual([]);
    });

    it('show an operator how their jobs are, who can queue a failed one again while its document is there', async () => {
      const { store, jobs, files, batches, add, put, putDown, piece, begin, takeOne, left } = await opened();
      const { id: named } = await add();
      const batch = id('batch');
      await putDown(`${batch} file`);
      await batches.takeDocument(batch, 'key:a', { id: `${batch} file`, size: 1 });
      const [first = '', second = ''] = [...(await put(batch, [named])), ...(await put(batch, [`${batch} file`], { turn: 2 }))];
      expect(await jobs.survey({ limit: 9 })).toEqual([]);
      await begin(batch, 10);
      const terms = { attempts: 3, expiresInMs: hour };
      expect([await jobs.retry('job_none', terms), await jobs.retry(first, terms)]).toEqual(['unknown', 'not failed']);
      for (const _ of [first, second]) await jobs.end(await takeOne(), { status: 'failed', result: Buffer.from('secret'), credits: 1 });
      expect((await batches.find('key:a', batch))?.endedAt).not.toBeNull();
      const failed = await jobs.survey({ status: 'failed', owner: 'key:a', batch, limit: 9 });
      expect(failed.map((job) => [job.id, job.hasDocument, 'note' in job, 'result' in job])).toEqual([
        [second, false, false, false],
        [first, true, false, false],
      ]);
      expect([await jobs.survey({ owner: 'key:b', limit: 9 }), (await jobs.survey({ limit: 1 })).length]).toEqual([[], 1]);
      expect([await jobs.retry(second, terms), await jobs.retry(first, terms)]).toEqual(['no document', 'queued']);
      expect(await batches.find('key:a', batch)).toMatchObject({ endedAt: null, unfinished: 1, counts: { queued: 1, failed: 1 } });
      expect((await jobs.survey({ id: first, limit: 1 }))[0]).toMatchObject({ status: 'queued', runs: 1, credits: null, endedAt: null });
      const run = await takeOne();
      expect([run.job, await piece(named)]).toEqual([first, 'sealed']);
      await jobs.end(run, done);
      expect(await batches.find('key:a', batch)).toMatchObject({ endedAt: expect.any(Date), counts: { done: 1, failed: 1 } });
      expect([await left(), (await files.find('key:a', named))?.id]).toEqual([8, named]);
      await store.sweep();
      expect(await files.find('key:a', named)).toBeDefined();
    });

    it('begin together with the answer that tells of them, or not at all where another attempt has the claim', async () => {
      const { store, batches, add, put, order } = await opened();
      const { id: named } = await add();
      const batch = id('batch');
      await put(batch, [named]);
      const claim = { name: 'sent', owner: 'first', request: 'the same' };
      await store.answers.claim(claim, lease);
      const answered = (owner: string) => ({ claim: { ...claim, owner }, answer: Buffer.from('answer'), keepMs: hour });
      expect(await batches.begin(order(batch), undefined, answered('second'))).toBe('claim lost');
      expect(await batches.find('key:a', batch)).toBeUndefined();
      expect(await batches.begin(order(batch), undefined, answered('first'))).toBe('queued');
      expect(await store.answers.claim({ ...claim, owner: 'third' }, lease)).toEqual({ kind: 'kept', answer: expect.anything() });
    });

    it('wait behind what their caller has queued already, and let the jobs of others pass', async () => {
      const { jobs, add, put, begin, takeOne } = await opened();
      const { id: named } = await add();
      const [before, after] = [id('batch'), id('batch')];
      const firstIds = await put(before, Array(20).fill(named));
      await begin(before);
      await jobs.end(await takeOne(), done);
      const lastIds = await put(after, [named, named]);
      await begin(after);
      await withDocuments(jobs).enqueue({
        id: id('job'),
        owner: 'key:other',
        priority: 'normal',
        request: Buffer.from('r'),
        document: { id: id('file'), size: 1 },
        note: Buffer.from('n'),
        expiresInMs: hour,
        keepMs: hour,
        attempts: 1,
        webhook: null,
      });
      const order = await jobs.claim(30, lease);
      expect(order.slice(0, 3).map(({ owner }) => owner)).toContain('key:other');
      const own = order.filter(({ owner }) => owner === 'key:a').map(({ run }) => run.job);
      expect(own).toEqual([...firstIds.slice(1), ...lastIds]);
    });
  });
}
