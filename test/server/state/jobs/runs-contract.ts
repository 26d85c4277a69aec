import { describe, expect, it } from 'vitest';
import type { NewRun, NewVerdict } from '../../../../server/state/run-store.js';
import type { OpenedStore } from '../keys-contract.js';

const minute = 60_000;
let made = 0;
const idOf = (kind: string): string => `${kind}_${String(made).padStart(26, 'R')}`;
const verdict = (members: Partial<NewVerdict> = {}): NewVerdict => ({
  version: 0,
  reviewer: 'anna',
  leaseMs: minute,
  sealed: Buffer.from('verdict'),
  state: 'to_review',
  ...members,
});

/** The tests of runs that every store with runs must pass. */
export function runsContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    const { runs, jobs, webhooks } = store;
    if (!runs || !jobs || !webhooks) throw new Error('this store has no runs');
    const keep = async (members: Partial<NewRun> = {}): Promise<NewRun> => {
      made += 1;
      const document = { id: idOf('file'), size: 8 };
      await jobs.documents.put(document.id, 0, Buffer.from('document'));
      const [request, note, result] = ['request', 'note', 'answer'].map((text) => Buffer.from(text)) as [Buffer, Buffer, Buffer];
      const review = { state: 'to_review', rank: 3 } as const;
      const run = {
        id: idOf('job'),
        owner: 'key:a',
        request,
        document,
        note,
        keepMs: 60 * minute,
        webhook: null,
        result,
        credits: 1,
        review,
      };
      await runs.keep({ ...run, ...members });
      return { ...run, ...members };
    };
    const hasDocument = async ({ document }: NewRun) => (await jobs.documents.piece(document.id, 0)) !== undefined;
    return { store, runs, jobs, webhooks, pass, keep, hasDocument };
  };

  describe(`${name}: runs`, () => {
    it('are jobs that are done, keep their document, and only their owner sees them', async () => {
      const { runs, jobs, keep, hasDocument } = await opened();
      const run = await keep();
      expect(await runs.find('key:a', run.id)).toMatchObject({ state: 'to_review', version: 0, claimedUntil: null, verdicts: [] });
      expect([await runs.find('key:b', run.id), await runs.claim('key:b', run.id, { reviewer: 'bert', leaseMs: minute })]).toEqual([
        undefined,
        false,
      ]);
      expect(await runs.judge('key:b', run.id, verdict())).toBe(false);
      expect(await jobs.find('key:a', run.id)).toMatchObject({ status: 'done', credits: 1 });
      expect(await hasDocument(run)).toBe(true);
    });

    it('that need nobody are in no list, and their document is gone', async () => {
      const { runs, keep, hasDocument } = await opened();
      const run = await keep({ review: { state: 'cleared', rank: 0 } });
      expect([(await runs.list('key:a', { limit: 10 })).runs, await hasDocument(run)]).toEqual([[], false]);
      expect(await runs.judge('key:a', run.id, verdict())).toBe(false);
    });

    it('are listed page by page, with what there is most to lose first, the oldest first of equals', async () => {
      const { runs, keep } = await opened();
      const ranks = [1, 9, 9, -1];
      const kept = [];
      for (const rank of ranks) kept.push((await keep({ review: { state: 'to_review', rank } })).id);
      const first = await runs.list('key:a', { limit: 3 });
      const rest = await runs.list('key:a', { limit: 3, after: first.next });
      expect([...first.runs, ...rest.runs].map(({ id }) => id)).toEqual([kept[1], kept[2], kept[0], kept[3]]);
      expect([first.next, rest.next]).toEqual([kept[0], undefined]);
    });

    it('take one verdict on each version, and keep all', async () => {
      const { runs, keep } = await opened();
      const { id } = await keep();
      const taken = await Promise.all(Array.from({ length: 8 }, () => runs.judge('key:a', id, verdict())));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await runs.judge('key:a', id, verdict({ version: 1, sealed: Buffer.from('second') }))).toBe(true);
      const run = await runs.find('key:a', id);
      expect(run?.verdicts.map(({ number, sealed }) => [number, Buffer.from(sealed).toString()])).toEqual([
        [1, 'verdict'],
        [2, 'second'],
      ]);
      expect(run?.version).toBe(2);
    });

    it('belong to who claims them until the claim is over, and a verdict renews it', async () => {
      const { runs, keep, pass } = await opened();
      const { id } = await keep();
      const claim = (reviewer: string) => runs.claim('key:a', id, { reviewer, leaseMs: minute });
      expect([await claim('anna'), await claim('bert'), await claim('anna')]).toEqual([true, false, true]);
      expect((await runs.list('key:a', { state: 'reviewing', limit: 10 })).runs.map((run) => run.reviewer)).toEqual(['anna']);
      expect((await runs.list('key:a', { state: 'to_review', limit: 10 })).runs).toEqual([]);
      expect(await runs.judge('key:a', id, verdict({ reviewer: 'bert' }))).toBe(false);
      await pass(50_000);
      expect(await runs.judge('key:a', id, verdict())).toBe(true);
      await pass(50_000);
      expect(await claim('bert')).toBe(false);
      await pass(11_000);
      expect([(await runs.find('key:a', id))?.claimedUntil, await claim('bert')]).toEqual([null, true]);
      expect(await runs.judge('key:a', id, verdict({ version: 1 }))).toBe(false);
    });

    it('lose their document when they are confirmed or rejected, and take no more verdicts', async () => {
      const { runs, keep, hasDocument } = await opened();
      for (const state of ['confirmed', 'rejected'] as const) {
        const run = await keep();
        expect(await runs.judge('key:a', run.id, verdict({ state: 'postponed' }))).toBe(true);
        expect([(await runs.find('key:a', run.id))?.claimedUntil, await hasDocument(run)]).toEqual([null, true]);
        expect(await runs.judge('key:a', run.id, verdict({ version: 1, state }))).toBe(true);
        expect([(await runs.find('key:a', run.id))?.state, await hasDocument(run)]).toEqual([state, false]);
        expect(await runs.judge('key:a', run.id, verdict({ version: 2 }))).toBe(false);
        expect(await runs.claim('key:a', run.id, { reviewer: 'anna', leaseMs: minute })).toBe(false);
      }
    });

    it('tell their endpoint once that a person is needed, and once that one has decided', async () => {
      const { runs, webhooks, keep } = await opened();
      const endpoint = {
        id: `wh_${'W'.repeat(26)}`,
        owner: 'key:a',
        events: ['run.needs_review', 'run.reviewed'] as const,
        sealed: Buffer.from('x'),
      };
      await webhooks.add(endpoint, 20);
      const { id } = await keep({ webhook: endpoint.id });
      await runs.judge('key:a', id, verdict());
      await runs.judge('key:a', id, verdict({ version: 1, state: 'confirmed' }));
      const { messages } = await webhooks.messages('key:a', endpoint.id, { limit: 10 });
      expect(messages.map(({ type, about }) => [type, about]).toSorted()).toEqual([
        ['run.needs_review', id],
        ['run.reviewed', id],
      ]);
    });

    it('are forgotten after their time, with their verdicts and their document', async () => {
      const { store, runs, keep, pass, hasDocument } = await opened();
      const run = await keep();
      await runs.judge('key:a', run.id, verdict());
      await store.sweep();
      expect([(await runs.find('key:a', run.id))?.verdicts.length, await hasDocument(run)]).toEqual([1, true]);
      await pass(61 * minute);
      await store.sweep();
      await store.sweep();
      expect([await runs.find('key:a', run.id), await hasDocument(run)]).toEqual([undefined, false]);
    });
  });
}
