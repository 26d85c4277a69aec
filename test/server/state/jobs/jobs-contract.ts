import { describe, expect, it } from 'vitest';
import type { JobEnd, JobRun, JobStore, NewJob } from '../../../../server/index.js';
import type { OpenedStore } from '../keys-contract.js';
import { withDocuments } from './with-documents.js';

const minute = 60_000;
const lease = 30_000;
const hour = 60 * minute;

let made = 0;
const job = (members: Partial<NewJob> = {}): NewJob => {
  made += 1;
  return {
    id: `job_${String(made).padStart(26, '0')}`,
    owner: 'key:a',
    priority: 'normal',
    request: Buffer.from('request'),
    document: { id: `file_${String(made).padStart(26, '0')}`, size: 8 },
    note: Buffer.from('note'),
    expiresInMs: 24 * hour,
    keepMs: hour,
    attempts: 2,
    webhook: null,
    ...members,
  };
};
const done: JobEnd = { status: 'done', result: Buffer.from('answer'), credits: 2 };
const charge = (id: string, limit = 10) => ({ hold: { id, client: 'key:a:credits', credits: 1 }, limit });

/** The tests of jobs that every store with jobs must pass. */
export function jobsContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    if (!store.jobs) throw new Error('this store has no jobs');
    const jobs = withDocuments(store.jobs);
    const add = async (members: Partial<NewJob> = {}): Promise<NewJob> => {
      const added = job(members);
      await jobs.enqueue(added);
      return added;
    };
    const takeOne = async (): Promise<JobRun> => {
      const [taken] = await jobs.claim(1, lease);
      if (!taken) throw new Error('there is no job');
      return taken.run;
    };
    const left = async () => (await store.quotas.allowance('key:a:credits', 10)).left;
    return { store, jobs, pass, add, takeOne, left };
  };
  const takenIn = async (jobs: JobStore): Promise<readonly string[]> => (await jobs.claim(100, lease)).map(({ run }) => run.job);

  describe(`${name}: jobs`, () => {
    it('are queued, run and done, and only their owner sees them', async () => {
      const { jobs, add } = await opened();
      const { id, document } = await add();
      expect(await jobs.find('key:a', id)).toMatchObject({ status: 'queued', runs: 0, startedAt: null, credits: null, result: null });
      expect(await jobs.find('key:b', id)).toBeUndefined();
      const [taken] = await jobs.claim(10, lease);
      expect(taken).toMatchObject({ owner: 'key:a', hold: null, attemptsLeft: 1, run: { job: id } });
      expect(Buffer.from(taken?.request ?? []).toString()).toBe('request');
      expect(Buffer.from((await jobs.documents.piece(document.id, 0)) ?? []).toString()).toBe('document');
      expect(await jobs.find('key:a', id)).toMatchObject({ status: 'running', runs: 1, startedAt: expect.any(Date) });
      expect(await jobs.end(taken?.run as JobRun, done)).toBe(true);
      const ended = await jobs.find('key:a', id);
      expect(ended).toMatchObject({ status: 'done', credits: 2, endedAt: expect.any(Date) });
      expect([ended?.result, ended?.note].map((bytes) => Buffer.from(bytes ?? []).toString())).toEqual(['answer', 'note']);
      expect(await jobs.documents.piece(document.id, 0)).toBeUndefined();
    });

    it('are taken once, however many workers ask', async () => {
      const { jobs, add } = await opened();
      const ids = [];
      for (let at = 0; at < 20; at++) ids.push((await add()).id);
      const taken = await Promise.all(Array.from({ length: 8 }, () => jobs.claim(4, lease)));
      expect(
        taken
          .flat()
          .map(({ run }) => run.job)
          .toSorted(),
      ).toEqual(ids.toSorted());
      expect(await jobs.claim(1, lease)).toEqual([]);
    });

    it('of a run whose worker has died are run again, and what the dead one still says changes nothing', async () => {
      const { jobs, add, takeOne, pass } = await opened();
      const { id } = await add();
      const lost = await takeOne();
      await pass(lease + 1);
      const [shown, listed, backlog] = [
        await jobs.find('key:a', id),
        await jobs.list('key:a', { limit: 9, status: 'queued' }),
        await jobs.backlog(),
      ];
      expect([shown?.status, listed.jobs.map((job) => job.id), backlog.queued, backlog.running]).toEqual(['queued', [id], 1, 0]);
      const again = await takeOne();
      expect(again.job).toBe(id);
      expect([await jobs.renewLease(lost, lease), await jobs.end(lost, done)]).toEqual(['lost', false]);
      expect([await jobs.renewLease(again, lease), await jobs.end(again, done), await jobs.end(again, done)]).toEqual([
        'running',
        true,
        false,
      ]);
    });

    it('stay with a worker that renews its lease', async () => {
      const { jobs, add, takeOne, pass } = await opened();
      await add();
      const run = await takeOne();
      for (let beat = 0; beat < 3; beat++) {
        await pass(lease - 1_000);
        expect(await jobs.renewLease(run, lease)).toBe('running');
      }
      expect(await jobs.claim(1, lease)).toEqual([]);
    });

    it('that every worker dies of fail, and cost nothing', async () => {
      const { jobs, add, takeOne, pass, left } = await opened();
      const doomed = job({ attempts: 2 });
      const { id } = doomed;
      await jobs.enqueue(doomed, charge(id));
      await takeOne();
      await pass(lease + 1);
      await takeOne();
      await pass(lease + 1);
      await add();
      await jobs.claim(1, lease);
      await jobs.sweep();
      expect(await jobs.find('key:a', id)).toMatchObject({ status: 'failed', credits: 0, result: null, runs: 2 });
      expect([await left(), await jobs.documents.piece(doomed.document.id, 0)]).toEqual([10, undefined]);
    });

    it('that are given back wait, and keep an attempt that was not their fault', async () => {
      const { jobs, add, takeOne, pass } = await opened();
      await add();
      await jobs.requeue(await takeOne(), { afterMs: minute, spendsAttempt: false });
      expect(await jobs.claim(1, lease)).toEqual([]);
      await pass(minute + 1);
      const [again] = await jobs.claim(1, lease);
      expect(again?.attemptsLeft).toBe(1);
      await jobs.requeue(again?.run as JobRun, { afterMs: 0.5, spendsAttempt: true });
      await pass(1_000);
      expect((await jobs.claim(1, lease))[0]?.attemptsLeft).toBe(0);
    });

    it('hold credits from the moment they are queued, and are charged once what they cost', async () => {
      const { jobs, takeOne, left } = await opened();
      const first = job();
      expect(await jobs.enqueue(first, charge(first.id, 1))).toBe('queued');
      const second = job();
      expect(await jobs.enqueue(second, charge(second.id, 1))).toBe('no credits');
      expect([await jobs.find('key:a', second.id), await left()]).toEqual([undefined, 9]);
      await jobs.end(await takeOne(), { ...done, credits: 3 });
      expect(await left()).toBe(7);
    });

    it('are queued together with the answer that tells of them, or not at all where another attempt has the claim', async () => {
      const { store, jobs, pass } = await opened();
      const claim = { name: 'sent', owner: 'first', request: 'the same' };
      const again = { ...claim, owner: 'second' };
      const answered = (by: typeof claim) => ({ claim: by, answer: Buffer.from(by.owner), keepMs: hour });
      await store.answers.claim(claim, lease);
      await pass(2 * lease);
      await store.answers.claim(again, lease);
      expect(await jobs.enqueue(job(), undefined, answered(claim))).toBe('claim lost');
      expect((await jobs.list('key:a', { limit: 10 })).jobs).toEqual([]);
      expect(await jobs.enqueue(job(), undefined, answered(again))).toBe('queued');
      expect((await jobs.list('key:a', { limit: 10 })).jobs).toHaveLength(1);
      expect(await store.answers.claim({ ...claim, owner: 'third' }, lease)).toEqual({ kind: 'kept', answer: expect.anything() });
    });

    it('that the day’s credits do not allow leave the claim to its owner, unanswered', async () => {
      const { store, jobs } = await opened();
      const claim = { name: 'sent', owner: 'first', request: 'the same' };
      await store.answers.claim(claim, lease);
      const refused = job();
      expect(await jobs.enqueue(refused, charge(refused.id, 0), { claim, answer: Buffer.from('a'), keepMs: hour })).toBe('no credits');
      expect(await store.answers.claim({ ...claim, owner: 'second' }, lease)).toEqual({ kind: 'running' });
    });

    it('are cancelled at once while they wait, and by their run while they run', async () => {
      const { jobs, add, takeOne, left } = await opened();
      const waiting = job();
      await jobs.enqueue(waiting, charge(waiting.id));
      expect(await jobs.cancel('key:b', waiting.id)).toBeUndefined();
      expect(await jobs.cancel('key:a', waiting.id)).toMatchObject({ status: 'cancelled', credits: 0 });
      expect([await left(), await jobs.documents.piece(waiting.document.id, 0), await takenIn(jobs)]).toEqual([10, undefined, []]);
      const { id } = await add();
      const run = await takeOne();
      expect(await jobs.cancel('key:a', id)).toMatchObject({ status: 'running' });
      expect(await jobs.renewLease(run, lease)).toBe('cancelled');
      expect(await jobs.end(run, { status: 'cancelled', result: null, credits: 0 })).toBe(true);
      expect(await jobs.cancel('key:a', id)).toMatchObject({ status: 'cancelled' });
    });

    it('are forgotten on request once they have ended, and after their time', async () => {
      const { jobs, add, takeOne, pass } = await opened();
      const { id } = await add();
      expect(await jobs.remove('key:a', id)).toBe(false);
      await jobs.end(await takeOne(), done);
      expect([await jobs.remove('key:b', id), await jobs.remove('key:a', id), await jobs.find('key:a', id)]).toEqual([
        false,
        true,
        undefined,
      ]);
      const kept = await add();
      await jobs.end(await takeOne(), done);
      await pass(hour - minute);
      await jobs.sweep();
      expect(await jobs.find('key:a', kept.id)).toBeDefined();
      await pass(2 * minute);
      await jobs.sweep();
      expect(await jobs.find('key:a', kept.id)).toBeUndefined();
    });

    it('that wait too long expire, and give their credits back', async () => {
      const { jobs, pass, left } = await opened();
      const late = job({ expiresInMs: minute });
      await jobs.enqueue(late, charge(late.id));
      await pass(minute + 1);
      await jobs.sweep();
      expect(await jobs.find('key:a', late.id)).toMatchObject({ status: 'expired', credits: 0 });
      expect([await left(), await takenIn(jobs)]).toEqual([10, []]);
    });

    it('are listed newest first, page by page and by status', async () => {
      const { jobs, add, takeOne } = await opened();
      const ids = [];
      for (let at = 0; at < 5; at++) ids.unshift((await add()).id);
      await add({ owner: 'key:b' });
      const first = await jobs.list('key:a', { limit: 3 });
      expect(first.jobs.map(({ id }) => id)).toEqual(ids.slice(0, 3));
      const second = await jobs.list('key:a', { limit: 3, after: first.next });
      expect([second.jobs.map(({ id }) => id), second.next]).toEqual([ids.slice(3), undefined]);
      const { job: begun } = await takeOne();
      const running = await jobs.list('key:a', { limit: 9, status: 'running' });
      expect(running.jobs.map(({ id }) => id)).toEqual([begun]);
    });

    it('know how much waits, and for how long', async () => {
      const { jobs, add, pass, takeOne } = await opened();
      expect(await jobs.backlog()).toEqual({ queued: 0, running: 0, oldestMs: null });
      await add();
      await pass(5_000);
      await add();
      await takeOne();
      const { queued, running, oldestMs } = await jobs.backlog();
      expect([queued, running]).toEqual([1, 1]);
      expect(oldestMs).toBeLessThan(2_000);
    });
  });

  describe(`${name}: the turns of callers`, () => {
    it('one job of a caller is next, however many of another wait', async () => {
      const { jobs, add } = await opened();
      for (let at = 0; at < 30; at++) await add({ owner: 'key:many' });
      expect(await takenIn({ ...jobs, claim: (_, ms) => jobs.claim(3, ms) })).toHaveLength(3);
      const { id } = await add({ owner: 'key:one' });
      expect((await jobs.claim(2, lease)).map(({ run }) => run.job)).toContain(id);
    });

    it('two callers with many are served alike', async () => {
      const { jobs, add } = await opened();
      for (const owner of ['key:a', 'key:b']) for (let at = 0; at < 10; at++) await add({ owner });
      const owners = (await jobs.claim(10, lease)).map(({ owner }) => owner);
      expect([owners.filter((owner) => owner === 'key:a').length, owners.length]).toEqual([5, 10]);
    });

    it('a large document waits longer than small ones of the same age', async () => {
      const { jobs, add } = await opened();
      const large = await add({ owner: 'key:large', document: { id: 'file_large', size: 6_000_000 } });
      const small = [];
      for (let at = 0; at < 3; at++) small.push((await add({ owner: 'key:small' })).id);
      expect(await takenIn(jobs)).toEqual([...small, large.id]);
    });

    it('among the jobs of a caller, those of high priority pass the others and those of low let them pass', async () => {
      const { jobs, add } = await opened();
      const low = await add({ priority: 'low' });
      const normal = [await add(), await add(), await add()];
      const high = await add({ priority: 'high' });
      const order = await takenIn(jobs);
      expect(order.indexOf(high.id)).toBeLessThan(order.indexOf(normal[1]?.id ?? ''));
      expect(order.at(-1)).toBe(low.id);
    });
  });
}
