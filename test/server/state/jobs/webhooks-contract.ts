import { describe, expect, it } from 'vitest';
import type { ClaimedMessage, DeliveryOutcome, EventType, JobEnd, JobRun, NewEndpoint } from '../../../../server/index.js';
import type { OpenedStore } from '../keys-contract.js';
import { withDocuments } from './with-documents.js';

const lease = 30_000;
const minute = 60_000;
const every: readonly EventType[] = ['job.done', 'job.failed', 'job.cancelled', 'job.expired', 'batch.done', 'webhook.test'];
const done: JobEnd = { status: 'done', result: Buffer.from('answer'), credits: 1 };
const received = { status: 204, ms: 12.4, error: null };
const refused = { status: 500, ms: 8, error: 'The receiver answered 500' };
const later: DeliveryOutcome = { kind: 'again', afterMs: 5_000.2, restMs: 5_000.7 };

let made = 0;

/** The tests of webhooks that every store with webhooks must pass. */
export function webhooksContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    const { jobs, webhooks } = store;
    if (!jobs || !webhooks) throw new Error('this store has no webhooks');
    const id = (prefix: string): string => {
      made += 1;
      return `${prefix}_${String(made).padStart(26, '0')}`;
    };
    const register = async (members: Partial<NewEndpoint> = {}): Promise<string> => {
      const endpoint = { id: id('wh'), owner: 'key:a', events: every, sealed: Buffer.from('sealed'), ...members };
      await webhooks.add(endpoint, 20);
      return endpoint.id;
    };
    const enqueue = async (webhook: string | null, expiresInMs = 24 * 60 * minute): Promise<string> => {
      const sealed = { request: Buffer.from('r'), document: { id: id('file'), size: 1 }, note: Buffer.from('n') };
      const job = {
        id: id('job'),
        owner: 'key:a',
        priority: 'normal' as const,
        ...sealed,
        keepMs: minute,
        attempts: 1,
        expiresInMs,
        webhook,
      };
      await withDocuments(jobs).enqueue(job);
      return job.id;
    };
    const takeJob = async (): Promise<JobRun> => {
      const [taken] = await jobs.claim(1, lease);
      if (!taken) throw new Error('there is no job');
      return taken.run;
    };
    /** Runs a job of this endpoint to its end. */
    const end = async (webhook: string | null): Promise<string> => {
      const job = await enqueue(webhook);
      await jobs.end(await takeJob(), done);
      return job;
    };
    const takeOne = async (): Promise<ClaimedMessage> => {
      const [taken] = await webhooks.claim(1, lease);
      if (!taken) throw new Error('there is no message');
      return taken;
    };
    const log = async (endpoint: string) => (await webhooks.messages('key:a', endpoint, { limit: 100 })).messages;
    return { jobs, webhooks, pass, register, enqueue, takeJob, end, takeOne, log };
  };

  describe(`${name}: webhooks`, () => {
    it('are told once that a job of theirs has ended, in the transaction that ends it', async () => {
      const { jobs, webhooks, register, enqueue, takeJob, takeOne, log } = await opened();
      const endpoint = await register();
      const job = await enqueue(endpoint);
      const run = await takeJob();
      expect(await webhooks.claim(9, lease)).toEqual([]);
      expect([await jobs.end(run, done), await jobs.end(run, done)]).toEqual([true, false]);
      const message = await takeOne();
      expect(message).toMatchObject({
        event: { id: job.replace('job', 'msg'), type: 'job.done', about: job, createdAt: expect.any(Date) },
        endpoint: { id: endpoint, owner: 'key:a' },
        attempts: 0,
        failingMs: null,
        cause: { id: job },
      });
      expect(Buffer.from(message.cause?.request ?? []).toString()).toBe('r');
      expect(Buffer.from(message.endpoint.sealed).toString()).toBe('sealed');
      expect(await webhooks.claim(9, lease)).toEqual([]);
      expect(await webhooks.conclude(message.run, received, { kind: 'delivered' })).toBe(true);
      expect(await webhooks.conclude(message.run, received, { kind: 'delivered' })).toBe(false);
      expect(await log(endpoint)).toMatchObject([
        { about: job, status: 'delivered', dueAt: null, attempts: [{ status: 204, ms: 12, error: null, at: expect.any(Date) }] },
      ]);
    });

    it('are told how: cancelled, expired, failed', async () => {
      const { jobs, webhooks, register, enqueue, takeJob, pass, log } = await opened();
      const endpoint = await register();
      await jobs.cancel('key:a', await enqueue(endpoint));
      const gone = await enqueue(endpoint, 1_000);
      await pass(2_000);
      await jobs.sweep();
      await enqueue(endpoint);
      await takeJob();
      await pass(lease + 1);
      await jobs.sweep();
      const types = (await log(endpoint)).map(({ type }) => type);
      expect(types.toSorted()).toEqual(['job.cancelled', 'job.expired', 'job.failed']);
      expect((await webhooks.claim(9, lease)).map(({ event }) => event.about)).toContain(gone);
    });

    it('are not told of what they did not ask for, of jobs of others, nor of jobs that name none', async () => {
      const { webhooks, register, end } = await opened();
      await end(await register({ events: ['job.failed'] }));
      await end(await register({ owner: 'key:b' }));
      await end(null);
      await end('wh_unknown');
      expect(await webhooks.claim(9, lease)).toEqual([]);
    });

    it('are asked again later, under the same id, and rest meanwhile', async () => {
      const { webhooks, register, end, takeOne, pass, log } = await opened();
      const endpoint = await register();
      await end(endpoint);
      const first = await takeOne();
      await webhooks.conclude(first.run, refused, later);
      const second = await end(endpoint);
      expect(await webhooks.claim(9, lease)).toEqual([]);
      expect((await webhooks.find('key:a', endpoint))?.failingSince).toBeInstanceOf(Date);
      // Queues count whole seconds.
      await pass(6_100);
      const again = await webhooks.claim(9, lease);
      expect(again.map(({ event, attempts }) => [event.id, attempts]).toSorted()).toEqual([
        [first.event.id, 1],
        [second.replace('job', 'msg'), 0],
      ]);
      expect(again[0]?.failingMs).toBeGreaterThanOrEqual(5_000);
      for (const { run } of again) await webhooks.conclude(run, received, { kind: 'delivered' });
      expect((await webhooks.find('key:a', endpoint))?.failingSince).toBeNull();
      expect((await log(endpoint)).map(({ attempts }) => attempts.map(({ status }) => status))).toEqual([[204], [500, 204]]);
    });

    it('are told again where the sender has died, and what the dead one still says changes nothing', async () => {
      const { webhooks, register, end, takeOne, pass } = await opened();
      await end(await register());
      const lost = await takeOne();
      await pass(lease + 1);
      const again = await takeOne();
      expect([again.event.id, again.attempts]).toEqual([lost.event.id, 1]);
      expect(await webhooks.conclude(lost.run, received, { kind: 'delivered' })).toBe(false);
      expect(await webhooks.conclude(again.run, received, { kind: 'delivered' })).toBe(true);
    });

    it('are told by one sender, however many ask', async () => {
      const { webhooks, register, end } = await opened();
      const endpoint = await register();
      for (let at = 0; at < 7; at++) await end(endpoint);
      const asked = async () => (await Promise.all(Array.from({ length: 5 }, () => webhooks.claim(4, lease)))).flat();
      // Who asks for the same ones at the same moment gets none of them, and asks again.
      const taken = [...(await asked()), ...(await asked())];
      expect([taken.length, new Set(taken.map(({ event }) => event.id)).size]).toEqual([7, 7]);
    });

    it('are told in turns of their owners, and of one owner eight messages at a time', async () => {
      const { webhooks, register, pass } = await opened();
      const wait = async (owner: string, messages: number): Promise<void> => {
        for (let message = 0; message < messages; message += 1) {
          const endpoint = await register({ owner });
          await webhooks.announce(owner, endpoint, { id: `msg_${endpoint.slice(3)}`, type: 'webhook.test', about: endpoint });
          await pass(1);
        }
      };
      const ownersOf = (claimed: readonly ClaimedMessage[]): string => claimed.map(({ endpoint }) => endpoint.owner.slice(-1)).join('');
      await wait('key:a', 12);
      await wait('key:b', 3);
      expect(
        ownersOf(await webhooks.claim(4, lease))
          .split('')
          .toSorted()
          .join(''),
      ).toBe('aabb');
      const rest = await webhooks.claim(20, lease);
      expect(ownersOf(rest).split('').toSorted().join('')).toBe('aaaaaab');
      const [sent] = rest.filter(({ endpoint }) => endpoint.owner === 'key:a');
      expect(await webhooks.claim(20, lease)).toEqual([]);
      if (sent) await webhooks.conclude(sent.run, received, { kind: 'delivered' });
      expect(ownersOf(await webhooks.claim(20, lease))).toBe('a');
      await pass(lease + 1);
      expect(ownersOf(await webhooks.claim(20, lease))).toHaveLength(8 + 3);
    });

    it('are switched off with what they were to be told, and told it when it is replayed', async () => {
      const { webhooks, register, end, takeOne, log } = await opened();
      const endpoint = await register();
      await end(endpoint);
      await end(endpoint);
      const { run } = await takeOne();
      await webhooks.conclude(run, { ...refused, status: 410 }, { kind: 'switched off', why: 'Gone' });
      expect(await webhooks.find('key:a', endpoint)).toMatchObject({ disabledAt: expect.any(Date), disabledWhy: 'Gone' });
      await end(endpoint);
      expect(await webhooks.claim(9, lease)).toEqual([]);
      expect((await log(endpoint)).map(({ status }) => status)).toEqual(['failed', 'failed', 'failed']);
      expect(await webhooks.backlog()).toEqual({ pending: 0, oldestMs: null, disabled: 1 });
      const since = new Date(0);
      expect(await webhooks.replay('key:a', endpoint, { since })).toBe(0);
      expect(await webhooks.change('key:a', endpoint, { disabledWhy: null })).toMatchObject({ disabledAt: null, failingSince: null });
      expect([await webhooks.replay('key:b', endpoint, { since }), await webhooks.replay('key:a', endpoint, { since })]).toEqual([0, 3]);
      const again = await webhooks.claim(9, lease);
      expect(again.map(({ attempts }) => attempts)).toEqual([0, 0, 0]);
    });

    it('are told one message again, also one that they have received', async () => {
      const { webhooks, register, end, takeOne, log } = await opened();
      const endpoint = await register();
      await end(endpoint);
      const { run, event } = await takeOne();
      await webhooks.conclude(run, received, { kind: 'delivered' });
      expect(await webhooks.replay('key:a', endpoint, { message: 'msg_unknown' })).toBe(0);
      expect(await webhooks.replay('key:a', endpoint, { message: event.id })).toBe(1);
      expect((await takeOne()).event).toEqual(event);
      expect((await log(endpoint))[0]).toMatchObject({ status: 'pending', attempts: [{ status: 204 }] });
    });

    it('belong to their owner, who may have so many, changes them and deletes them with their messages', async () => {
      const { webhooks, register, end, log } = await opened();
      const endpoint = await register();
      const another: NewEndpoint = { id: `wh_${'Z'.repeat(26)}`, owner: 'key:a', events: every, sealed: Buffer.from('s') };
      expect([await webhooks.add(another, 1), await webhooks.add(another, 2)]).toEqual([false, true]);
      expect((await webhooks.list('key:a')).map(({ id }) => id)).toEqual([endpoint, another.id]);
      expect([await webhooks.find('key:b', endpoint), await webhooks.list('key:b')]).toEqual([undefined, []]);
      expect(await webhooks.change('key:b', endpoint, { disabledWhy: 'no' })).toBeUndefined();
      const changed = await webhooks.change('key:a', endpoint, { events: ['job.done'], sealed: Buffer.from('new') });
      expect([changed?.events, Buffer.from(changed?.sealed ?? []).toString()]).toEqual([['job.done'], 'new']);
      await end(endpoint);
      expect(await webhooks.messages('key:b', endpoint, { limit: 9 })).toEqual({ messages: [] });
      expect([await webhooks.remove('key:b', endpoint), await webhooks.remove('key:a', endpoint)]).toEqual([false, true]);
      expect([await log(endpoint), await webhooks.claim(9, lease), await webhooks.remove('key:a', endpoint)]).toEqual([[], [], false]);
    });

    it('have a log, newest first, page by page and by status, for 30 days', async () => {
      const { webhooks, register, end, takeOne, pass } = await opened();
      const endpoint = await register();
      const jobs = [];
      for (let at = 0; at < 3; at++) {
        jobs.unshift(await end(endpoint));
        await pass(1_000);
      }
      const first = await webhooks.messages('key:a', endpoint, { limit: 2 });
      const rest = await webhooks.messages('key:a', endpoint, { limit: 2, after: first.next });
      expect([...first.messages, ...rest.messages].map(({ about }) => about)).toEqual(jobs);
      expect(rest.next).toBeUndefined();
      await webhooks.conclude((await takeOne()).run, refused, { kind: 'given up', restMs: 0 });
      const failed = await webhooks.messages('key:a', endpoint, { limit: 9, status: 'failed' });
      expect(failed.messages.map(({ about }) => about)).toEqual([jobs[2]]);
      await pass(30 * 24 * 60 * minute + minute);
      await webhooks.sweep();
      expect((await webhooks.messages('key:a', endpoint, { limit: 9 })).messages).toEqual([]);
    });

    it('of all callers are shown to who runs the service, without what is sealed', async () => {
      const { webhooks, register, end, takeOne } = await opened();
      const [first, second] = [await register(), await register({ owner: 'key:b', events: ['job.failed'] })];
      await end(first);
      const message = await takeOne();
      await webhooks.conclude(message.run, refused, { kind: 'given up', restMs: 0 });
      await end(first);
      await webhooks.change('key:b', second, { disabledWhy: 'off' });
      const surveyed = await webhooks.survey({ limit: 9 });
      expect(surveyed.map(({ id, owner, pending, failed, disabledWhy }) => [id, owner, pending, failed, disabledWhy])).toEqual([
        [second, 'key:b', 0, 0, 'off'],
        [first, 'key:a', 1, 1, null],
      ]);
      expect(surveyed[1]).toMatchObject({ events: every, failingSince: expect.any(Date), createdAt: expect.any(Date), disabledAt: null });
      expect(JSON.stringify(surveyed)).not.toContain('sealed');
      const idsOf = async (filter: object) => (await webhooks.survey({ limit: 9, ...filter })).map(({ id }) => id);
      expect(await idsOf({ disabled: true })).toEqual([second]);
      expect(await idsOf({ disabled: false })).toEqual([first]);
      expect(await idsOf({ owner: 'key:b' })).toEqual([second]);
      expect(await idsOf({ id: first })).toEqual([first]);
      expect(await idsOf({ limit: 1 })).toEqual([second]);
    });

    it('can be sent a test, unless they are switched off', async () => {
      const { webhooks, register, takeOne } = await opened();
      const endpoint = await register();
      const event = { id: `msg_${'T'.repeat(26)}`, type: 'webhook.test', about: endpoint } as const;
      expect(await webhooks.announce('key:b', endpoint, event)).toBe(false);
      expect(await webhooks.announce('key:a', endpoint, event)).toBe(true);
      expect(await takeOne()).toMatchObject({ event, cause: null });
      await webhooks.change('key:a', endpoint, { disabledWhy: 'off' });
      expect(await webhooks.announce('key:a', endpoint, { ...event, id: `msg_${'U'.repeat(26)}` })).toBe(false);
    });
  });
}
