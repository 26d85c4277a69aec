import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createKey, openStore } from '../../../../server/index.js';
import { call, key, openDoor } from '../../support/door.js';
import { filePart, form, goodForm } from '../../support/form.js';
import { seenPieces } from './seen-pieces.js';

const auth = (secret = key) => ({ authorization: `Bearer ${secret}` });
const send = (app: FastifyInstance, { payload, headers } = form(filePart()), secret = key) =>
  call(app, { method: 'POST', url: '/v1/files', payload, headers: { ...auth(secret), ...headers } });
const get = (app: FastifyInstance, id: string, secret = key) => call(app, { url: `/v1/files/${id}`, headers: auth(secret) });
const remove = (app: FastifyInstance, id: string, secret = key) =>
  call(app, { method: 'DELETE', url: `/v1/files/${id}`, headers: auth(secret) });

const opened = async () => {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  return { store, app: await openDoor({ store, work: 0, keepHours: 2 }) };
};

describe('a file', () => {
  it('is kept for the hours of the host, and shows what it is, not what it says', async () => {
    const { app } = await opened();
    const sent = await send(app);
    expect([sent.status, sent.headers['location']]).toEqual([201, `/v1/files/${sent.body.id}`]);
    expect(sent.body).toMatchObject({ file: 'invoice.pdf', bytes: 24 });
    expect(Date.parse(sent.body.kept_until) - Date.parse(sent.body.created_at)).toBe(7_200_000);
    expect((await get(app, sent.body.id)).body).toEqual(sent.body);
  });

  it('is found again without its id, a page at a time, newest first, and by nobody else', async () => {
    const { app, store } = await opened();
    const other = await createKey(store.keys, { label: 'other' });
    const sent: unknown[] = [];
    for (let at = 0; at < 3; at += 1) sent.unshift((await send(app)).body);
    const list = async (query: string, secret = key) => (await call(app, { url: `/v1/files${query}`, headers: auth(secret) })).body;
    const first = await list('?limit=2');
    expect(first.files).toEqual(sent.slice(0, 2));
    expect(await list(`?cursor=${first.next}`)).toEqual({ files: sent.slice(2), next: null });
    expect(await list('', other.key)).toEqual({ files: [], next: null });
    await remove(app, first.files[0].id);
    expect((await list('')).files).toEqual(sent.slice(1));
    expect((await list('?cursor=mine')).detail).toBe('cursor must be the "next" of the page before');
  });

  it('is none where it came with a job', async () => {
    const { app } = await opened();
    const { payload, headers } = goodForm();
    await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
    expect((await call(app, { url: '/v1/files', headers: auth() })).body.files).toEqual([]);
  });

  it('can be forgotten once, and by nobody else', async () => {
    const { app, store } = await opened();
    const other = await createKey(store.keys, { label: 'other' });
    const { id } = (await send(app)).body;
    const others = [await get(app, id, other.key), await remove(app, id, other.key), await get(app, 'file_x')];
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect([(await remove(app, id)).status, (await get(app, id)).status, (await remove(app, id)).status]).toEqual([200, 404, 404]);
  });

  it('needs the scope jobs, a document, and a size within the limit', async () => {
    const { app, store } = await opened();
    const narrow = await createKey(store.keys, { label: 'narrow', scopes: ['extract'] });
    expect((await send(app, form(filePart()), narrow.key)).status).toBe(403);
    expect((await send(app, form({ name: 'note', value: 'x' }))).body.detail).toMatch(/^file is required/);
    expect((await send(app, form(filePart('')))).body.detail).toBe('file is empty');
    expect((await send(app, form(filePart(Buffer.alloc(10_485_761))))).status).toBe(413);
  });

  it('is sealed: who has the database finds neither its name nor its words', async () => {
    const { store } = await opened();
    const seen: Uint8Array[] = [];
    const { files, jobs } = store;
    if (!files || !jobs) throw new Error('no files');
    const add: typeof files.add = (file, most) => {
      seen.push(file.note);
      return files.add(file, most);
    };
    await send(
      await openDoor({
        store: { ...store, files: { ...files, add }, jobs: { ...jobs, documents: seenPieces(jobs.documents, seen) } },
        work: 0,
      }),
    );
    const kept = Buffer.concat(seen).toString('latin1');
    expect(seen).toHaveLength(2);
    for (const text of ['%PDF', 'invoice.pdf']) expect(kept).not.toContain(text);
  });

  it('over what one caller may keep is refused, with what would help', async () => {
    const { store } = await opened();
    const app = await openDoor({ store, limits: { storedBytes: 30 }, work: 0 });
    const answers = [await send(app), await send(app)];
    expect(answers.map(({ status }) => status)).toEqual([201, 409]);
    expect(answers[1]?.body.detail).toMatch(
      /^Your files and the documents of your jobs that have not ended are 0 MB together.*delete some/,
    );
  });
});
