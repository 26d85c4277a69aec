import { describe, expect, it } from 'vitest';
import type { AnswerClaim, Hold } from '../../../server/index.js';
import { batchesContract } from './jobs/batches-contract.js';
import { documentsContract } from './jobs/documents-contract.js';
import { jobsContract } from './jobs/jobs-contract.js';
import { runsContract } from './jobs/runs-contract.js';
import { webhooksContract } from './jobs/webhooks-contract.js';
import { keysContract, type OpenedStore } from './keys-contract.js';

const minute = 60_000;
const day = 86_400_000;
const pace = { everyMs: 1_000, slackMs: 100 };
const hold = (members: Partial<Hold> = {}): Hold => ({ id: 'a', client: 'c', credits: 3, leaseMs: 3 * minute, ...members });

/** The tests that every store must pass. The clock of a newly opened store is at noon UTC. */
export function storeContract(name: string, open: () => Promise<OpenedStore>): void {
  keysContract(name, open);
  jobsContract(name, open);
  documentsContract(name, open);
  batchesContract(name, open);
  runsContract(name, open);
  webhooksContract(name, open);

  describe(`${name}: an id`, () => {
    it('that nothing can have is not found, and no outage', async () => {
      const { store } = await open();
      for (const id of ['\0', 'job_\0', "x' OR 1=1 --"])
        expect([await store.jobs?.find('key:a', id), await store.webhooks?.find('key:a', id), await store.runs?.find('key:a', id)]).toEqual(
          [undefined, undefined, undefined],
        );
    });
  });

  describe(`${name}: rates`, () => {
    it('lets a client call once an interval, and a refused call changes nothing', async () => {
      const { store, pass } = await open();
      const take = () => store.rates.take('c', pace);
      expect([await take(), await take(), await take()]).toEqual([true, false, false]);
      await pass(1_000);
      expect([await take(), await take()]).toEqual([true, false]);
    });

    it('forgives a call that comes a little early, but not one after the other', async () => {
      const { store, pass } = await open();
      const takeAfter = async (ms: number) => {
        await pass(ms);
        return store.rates.take('c', pace);
      };
      expect([await takeAfter(0), await takeAfter(899)]).toEqual([true, false]);
      expect([await takeAfter(1), await takeAfter(900), await takeAfter(100)]).toEqual([true, false, true]);
    });

    it('knows clients apart', async () => {
      const { store } = await open();
      expect([await store.rates.take('c', pace), await store.rates.take('d', pace)]).toEqual([true, true]);
    });

    it('starts afresh when the clock is set back', async () => {
      const { store, pass } = await open();
      await store.rates.take('c', pace);
      await pass(-day);
      expect([await store.rates.take('c', pace), await store.rates.take('c', pace)]).toEqual([true, false]);
    });

    it('lets nobody call twice because one processor reads the clock a little behind another', async () => {
      const { store, pass } = await open();
      await store.rates.take('c', pace);
      await pass(900);
      expect(await store.rates.take('c', pace)).toBe(true);
      await pass(-50);
      expect(await store.rates.take('c', pace)).toBe(false);
    });

    it('sweeps without letting anyone call sooner', async () => {
      const { store } = await open();
      await store.rates.take('c', pace);
      await store.sweep();
      expect(await store.rates.take('c', pace)).toBe(false);
    });
  });

  describe(`${name}: quotas`, () => {
    it('reserves, all or nothing, up to the limit', async () => {
      const { store } = await open();
      const reserve = (id: string, credits: number) => store.quotas.reserve(hold({ id, credits }), 10);
      expect(await reserve('a', 6)).toEqual({ granted: true, left: 4, resetsInMs: day / 2 });
      expect(await reserve('b', 5)).toEqual({ granted: false, left: 4, resetsInMs: day / 2 });
      expect(await reserve('c', 4)).toEqual({ granted: true, left: 0, resetsInMs: day / 2 });
    });

    it('charges what was used and gives the rest back', async () => {
      const { store } = await open();
      await store.quotas.reserve(hold({ credits: 6 }), 10);
      await store.quotas.charge('a', 2);
      expect((await store.quotas.allowance('c', 10)).left).toBe(8);
    });

    it('charges once; an unknown id charges nothing', async () => {
      const { store } = await open();
      await store.quotas.reserve(hold(), 10);
      for (const id of ['a', 'a', 'b']) await store.quotas.charge(id, 3);
      expect((await store.quotas.allowance('c', 10)).left).toBe(7);
    });

    it('charges and keeps the answer that was made for it in one call', async () => {
      const { store } = await open();
      const claim = { name: 'n', owner: 'a', request: 'r' };
      await store.answers.claim(claim, minute);
      await store.quotas.reserve(hold({ credits: 6 }), 10);
      await store.quotas.charge('a', 2, { claim, answer: Buffer.from('answer'), keepMs: day });
      const kept = await store.answers.claim({ ...claim, owner: 'b' }, minute);
      expect(kept.kind === 'kept' && Buffer.from(kept.answer).toString()).toBe('answer');
      expect((await store.quotas.allowance('c', 10)).left).toBe(8);
    });

    it('charges nothing where the answer that was made for it cannot be kept', async () => {
      const { store } = await open();
      const claim = { name: 'n', owner: 'a', request: 'r' };
      await store.answers.claim(claim, minute);
      await store.quotas.reserve(hold({ credits: 6 }), 10);
      const unkept = { claim, answer: Buffer.from('answer'), keepMs: Number.NaN };
      await expect(store.quotas.charge('a', 2, unkept)).rejects.toThrow();
      expect((await store.quotas.allowance('c', 10)).left).toBe(4);
      expect(await store.answers.claim({ ...claim, owner: 'b' }, minute)).toEqual({ kind: 'running' });
    });

    it('takes a repeated id for the same hold', async () => {
      const { store } = await open();
      expect([await store.quotas.reserve(hold(), 10), await store.quotas.reserve(hold(), 10)]).toMatchObject([
        { granted: true, left: 7 },
        { granted: true, left: 7 },
      ]);
    });

    it('gives a hold back when its lease has run out, and no later settling charges it', async () => {
      const { store, pass } = await open();
      await store.quotas.reserve(hold({ credits: 10 }), 10);
      await pass(3 * minute + 1);
      await store.sweep();
      await store.quotas.charge('a', 10);
      expect((await store.quotas.allowance('c', 10)).left).toBe(10);
    });

    it('counts anew each day, and a hold stays with its own', async () => {
      const { store, pass } = await open();
      await store.quotas.reserve(hold({ id: 'a', credits: 9, leaseMs: 2 * day }), 10);
      await pass(day / 2);
      expect(await store.quotas.reserve(hold({ id: 'b', credits: 10, leaseMs: 2 * day }), 10)).toEqual({
        granted: true,
        left: 0,
        resetsInMs: day,
      });
      await store.quotas.charge('a', 9);
      expect((await store.quotas.allowance('c', 10)).left).toBe(0);
      await store.quotas.charge('b', 0);
      expect((await store.quotas.allowance('c', 10)).left).toBe(10);
    });

    it('keeps today when it sweeps', async () => {
      const { store } = await open();
      await store.quotas.reserve(hold(), 10);
      await store.quotas.charge('a', 3);
      await store.sweep();
      expect((await store.quotas.allowance('c', 10)).left).toBe(7);
    });
  });

  describe(`${name}: answers`, () => {
    const claim = (members: Partial<AnswerClaim> = {}): AnswerClaim => ({ name: 'n', owner: 'a', request: 'r', ...members });
    const answer = Buffer.from([0, 255, 7]);

    it('grants a name once, however many attempts claim it', async () => {
      const { store } = await open();
      const claims = await Promise.all(['a', 'b', 'c'].map((owner) => store.answers.claim(claim({ owner }), minute)));
      expect(claims.map(({ kind }) => kind).sort()).toEqual(['running', 'running', 'yours']);
    });

    it('returns a kept answer to the same request, and detects a different request', async () => {
      const { store } = await open();
      await store.answers.claim(claim(), minute);
      expect(await store.answers.claim(claim({ request: 'other' }), minute)).toEqual({ kind: 'other' });
      await store.answers.keep({ claim: claim(), answer, keepMs: day });
      const found = await store.answers.claim(claim({ owner: 'b' }), minute);
      expect([found.kind, found.kind === 'kept' && Buffer.from(found.answer).equals(answer)]).toEqual(['kept', true]);
      expect(await store.answers.claim(claim({ owner: 'b', request: 'other' }), minute)).toEqual({ kind: 'other' });
    });

    it('forgets an answer when its time is over', async () => {
      const { store, pass } = await open();
      await store.answers.claim(claim(), minute);
      await store.answers.keep({ claim: claim(), answer, keepMs: day });
      await pass(day - 1);
      await store.sweep();
      expect((await store.answers.claim(claim({ owner: 'b' }), minute)).kind).toBe('kept');
      await pass(1);
      await store.sweep();
      expect(await store.answers.claim(claim({ owner: 'b', request: 'other' }), minute)).toEqual({ kind: 'yours' });
    });

    it('gives a released name to the next, and releases no kept answer', async () => {
      const { store } = await open();
      await store.answers.claim(claim(), minute);
      await store.answers.release(claim({ owner: 'b' }));
      expect((await store.answers.claim(claim({ owner: 'b' }), minute)).kind).toBe('running');
      await store.answers.release(claim());
      expect((await store.answers.claim(claim({ owner: 'b' }), minute)).kind).toBe('yours');
      await store.answers.keep({ claim: claim({ owner: 'b' }), answer, keepMs: day });
      await store.answers.release(claim({ owner: 'b' }));
      expect((await store.answers.claim(claim(), minute)).kind).toBe('kept');
    });

    it('stores no answer of an attempt whose lease has expired', async () => {
      const { store, pass } = await open();
      await store.answers.claim(claim(), minute);
      await pass(minute);
      expect((await store.answers.claim(claim({ owner: 'b' }), minute)).kind).toBe('yours');
      await store.answers.keep({ claim: claim(), answer, keepMs: day });
      expect((await store.answers.claim(claim({ owner: 'c' }), minute)).kind).toBe('running');
    });
  });

  describe(`${name}: itself`, () => {
    it('answers a ping while it is open, and rejects it when it is closed', async () => {
      const { store } = await open();
      await store.ping();
      await store.close();
      await store.close();
      await expect(store.ping()).rejects.toThrow();
    });
  });
}
