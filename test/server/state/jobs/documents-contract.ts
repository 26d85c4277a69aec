import { describe, expect, it } from 'vitest';
import type { NewJob } from '../../../../server/index.js';
import type { OpenedStore } from '../keys-contract.js';

const hour = 3_600_000;
const lease = 30_000;

let made = 0;
const id = (kind: string): string => {
  made += 1;
  return `${kind}_${String(made).padStart(26, '0')}`;
};

/** The tests of documents that every store with jobs must pass. */
export function documentsContract(name: string, open: () => Promise<OpenedStore>): void {
  const opened = async () => {
    const { store, pass } = await open();
    const { jobs, files, batches } = store;
    if (!jobs || !files || !batches) throw new Error('this store has no jobs');
    const { documents } = jobs;
    /** Puts a document of three pieces down. */
    const putDown = async (): Promise<string> => {
      const document = id('file');
      for (const [number, text] of ['one', 'two', 'three'].entries()) await documents.put(document, number, Buffer.from(text));
      return document;
    };
    const piecesOf = async (document: string): Promise<readonly (string | undefined)[]> => {
      const pieces = await Promise.all([0, 1, 2, 3].map((number) => documents.piece(document, number)));
      return pieces.map((piece) => piece && Buffer.from(piece).toString());
    };
    const job = (document: string): NewJob => ({
      id: id('job'),
      owner: 'key:a',
      priority: 'normal',
      request: Buffer.from('request'),
      document: { id: document, size: 11 },
      note: Buffer.from('note'),
      expiresInMs: 24 * hour,
      keepMs: hour,
      attempts: 2,
      webhook: null,
    });
    const file = (document: string) => ({ id: document, size: 11, owner: 'key:a', note: Buffer.from('note'), keepMs: 3 * hour });
    return { store, jobs, files, batches, documents, pass, putDown, piecesOf, job, file };
  };
  const whole = ['one', 'two', 'three', undefined];
  const nothing = [undefined, undefined, undefined, undefined];

  describe(`${name}: documents`, () => {
    it('are read piece by piece, as they were put down', async () => {
      const { documents, putDown, piecesOf } = await opened();
      const [one, other] = [await putDown(), await putDown()];
      await documents.discard(one);
      expect([await piecesOf(one), await piecesOf(other)]).toEqual([nothing, whole]);
    });

    it('of an upload that was interrupted are forgotten an hour after its last piece', async () => {
      const { store, documents, putDown, piecesOf, pass } = await opened();
      const [slow, dead] = [await putDown(), await putDown()];
      await pass(hour - 1_000);
      await documents.put(slow, 3, Buffer.from('four'));
      await pass(2_000);
      await store.sweep();
      expect([await piecesOf(slow), await piecesOf(dead)]).toEqual([['one', 'two', 'three', 'four'], nothing]);
      await expect(documents.put(dead, 3, Buffer.from('four'))).rejects.toThrow();
    });

    it('stay as long as the job that has taken them is under way, and are gone with its end', async () => {
      const { store, jobs, documents, putDown, piecesOf, pass, job } = await opened();
      const document = await putDown();
      expect(await jobs.enqueue(job(document))).toBe('queued');
      await documents.discard(document);
      await pass(2 * hour);
      await store.sweep();
      expect(await piecesOf(document)).toEqual(whole);
      const [taken] = await jobs.claim(1, lease);
      if (!taken) throw new Error('there is no job');
      await jobs.end(taken.run, { status: 'done', result: null, credits: 1 });
      expect(await piecesOf(document)).toEqual(nothing);
    });

    it('are gone when their job is cancelled, expires, or dies for the last time', async () => {
      const { store, jobs, putDown, piecesOf, pass, job } = await opened();
      const [cancelled, expired, died] = [await putDown(), await putDown(), await putDown()];
      const doomed = job(cancelled);
      await jobs.enqueue(doomed);
      await jobs.cancel('key:a', doomed.id);
      await jobs.enqueue({ ...job(died), attempts: 1 });
      await jobs.claim(1, lease);
      await jobs.enqueue({ ...job(expired), expiresInMs: 1_000 });
      await pass(lease + 1_000);
      await store.sweep();
      expect([await piecesOf(cancelled), await piecesOf(expired), await piecesOf(died)]).toEqual([nothing, nothing, nothing]);
    });

    it('are taken once: by a job, a file or a batch', async () => {
      const { jobs, files, batches, putDown, piecesOf, job, file } = await opened();
      const [one, two, three] = [await putDown(), await putDown(), await putDown()];
      await jobs.enqueue(job(one));
      await files.add(file(two), 100);
      await batches.takeDocument(id('batch'), 'key:a', { id: three, size: 11 });
      for (const document of [one, two, three, id('file')]) {
        const again = job(document);
        await expect(jobs.enqueue(again)).rejects.toThrow('forgotten before anything took it');
        await expect(files.add(file(document), 100)).rejects.toThrow();
        await expect(batches.takeDocument(id('batch'), 'key:a', { id: document, size: 11 })).rejects.toThrow();
        expect(await jobs.find('key:a', again.id)).toBeUndefined();
      }
      expect([await piecesOf(one), await piecesOf(two), await piecesOf(three)]).toEqual([whole, whole, whole]);
    });

    it('in pieces that lie elsewhere are named when they are gone, until they are cleared there', async () => {
      const { jobs, documents, job } = await opened();
      const document = id('file');
      for (const number of [0, 1]) await documents.put(document, number, new Uint8Array());
      await documents.put(document, 2, Buffer.from('here'));
      expect([(await documents.piece(document, 1))?.length, await documents.gone(9)]).toEqual([0, []]);
      const waiting = job(document);
      await jobs.enqueue(waiting);
      await jobs.cancel('key:a', waiting.id);
      expect((await documents.gone(9)).map(({ number }) => number).toSorted()).toEqual([0, 1]);
      expect(await documents.gone(1)).toHaveLength(1);
      await documents.cleared([{ document, number: 0 }]);
      expect(await documents.gone(9)).toEqual([{ document, number: 1 }]);
    });

    it('of an owner are listed as files, newest first, a page at a time, as long as they are kept', async () => {
      const { files, putDown, pass, file } = await opened();
      const made: string[] = [];
      for (let at = 0; at < 3; at += 1) {
        made.unshift(await putDown());
        await files.add(file(made[0] ?? ''), 100);
      }
      const pages = [await files.list('key:a', { limit: 2 }), await files.list('key:a', { after: made[1], limit: 2 })];
      expect(pages.map((page) => [page.files.map(({ id }) => id), page.next])).toEqual([
        [made.slice(0, 2), made[1]],
        [made.slice(2), undefined],
      ]);
      expect(await files.list('key:b', { limit: 2 })).toEqual({ files: [] });
      await pass(3 * hour);
      expect(await files.list('key:a', { limit: 2 })).toEqual({ files: [] });
    });

    it('of a file are gone with the file', async () => {
      const { store, files, putDown, piecesOf, pass, file } = await opened();
      const [forgotten, old] = [await putDown(), await putDown()];
      for (const document of [forgotten, old]) await files.add(file(document), 100);
      await files.remove('key:a', forgotten);
      await pass(2 * hour);
      await store.sweep();
      expect([await piecesOf(forgotten), await piecesOf(old)]).toEqual([nothing, whole]);
      await pass(hour);
      await store.sweep();
      expect(await piecesOf(old)).toEqual(nothing);
    });
  });
}
