import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type DocumentPieces, openStore, type Store } from '../../../../server/index.js';
import { StoreError } from '../../../../server/state/store.js';
import { call, key, openDoor } from '../../support/door.js';
import { fakeEngine } from '../../support/fake-engine.js';
import { boundary, filePart, form, goodForm, schemaPart } from '../../support/form.js';

const auth = { authorization: `Bearer ${key}` };
const send = (
  app: FastifyInstance,
  path: string,
  { payload, headers }: ReturnType<typeof form>,
  more: Readonly<Record<string, string>> = {},
) => call(app, { method: 'POST', url: path, payload, headers: { ...auth, ...headers, ...more } });
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(2_500_000)]);

/** An app, and the ids of the documents that its store holds. */
async function opened(
  documents: (pieces: DocumentPieces) => Partial<DocumentPieces> = () => ({}),
  options: Parameters<typeof openDoor>[0] = {},
) {
  const store = openStore('memory:');
  onTestFinished(() => store.close());
  const { jobs } = store;
  if (!jobs) throw new Error('no jobs');
  const put: string[] = [];
  const noted: DocumentPieces = {
    ...jobs.documents,
    put(document, number, piece) {
      put.push(document);
      return jobs.documents.put(document, number, piece);
    },
  };
  const spied: Store = { ...store, jobs: { ...jobs, documents: { ...noted, ...documents(noted) } } };
  const held = async (): Promise<readonly string[]> => {
    const found = await Promise.all([...new Set(put)].map(async (id) => ((await jobs.documents.piece(id, 0)) ? [id] : [])));
    return found.flat();
  };
  return { app: await openDoor({ store: spied, work: 0, ...options }), put, held };
}

describe('the document of a job', () => {
  it('comes in pieces, is read whole by the worker, and is gone with the end of the job', async () => {
    const seen: Uint8Array[] = [];
    const engine = fakeEngine();
    const { app, put, held } = await opened(undefined, {
      work: 1,
      engine: {
        ...engine,
        open: (job) => {
          seen.push(job.file.bytes);
          return engine.open(job);
        },
      },
    });
    const { body } = await send(app, '/v1/jobs', form(filePart(large), schemaPart()));
    expect(put).toHaveLength(3);
    expect((await call(app, { url: `/v1/jobs/${body.id}?wait=20`, headers: auth })).body).toMatchObject({ status: 'done' });
    expect(seen.map((bytes) => Buffer.compare(bytes, large))).toEqual([0]);
    expect(await held()).toEqual([]);
  });

  it.each([
    ['the schema is wrong', form(filePart(), schemaPart('{"type":"text"}')), 400],
    ['a field behind it is wrong', goodForm({ name: 'priority', value: '7' }), 400],
    ['it is too large', form(schemaPart(), filePart(randomBytes(10_485_761))), 413],
    ['it is empty', form(filePart(''), schemaPart()), 400],
    ['it comes twice', form(filePart(), filePart(), schemaPart()), 400],
  ])('is forgotten at once where %s', async (_case, sent, status) => {
    const { app, held } = await opened();
    expect((await send(app, '/v1/jobs', sent)).status).toBe(status);
    expect(await held()).toEqual([]);
  });

  it('is kept once for an Idempotency-Key, and another document under it is refused', async () => {
    const { app, held } = await opened();
    const once = { 'idempotency-key': 'once' };
    const answers = [await send(app, '/v1/jobs', goodForm(), once), await send(app, '/v1/jobs', goodForm(), once)];
    expect(answers.map(({ body }) => body.id)).toEqual(Array(2).fill(answers[0]?.body.id));
    expect((await send(app, '/v1/jobs', form(filePart('%PDF-1.7 other'), schemaPart()), once)).status).toBe(409);
    expect(await held()).toHaveLength(1);
  });

  it('is forgotten where the caller hangs up in the middle', async () => {
    const { app, put, held } = await opened();
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const { payload } = form(filePart(large), schemaPart());
    const headers = { ...auth, 'content-type': `multipart/form-data; boundary=${boundary}`, 'content-length': payload.length };
    const sending = request(address, { method: 'POST', path: '/v1/jobs', headers });
    sending.on('error', () => undefined);
    sending.write(payload.subarray(0, 2_400_000));
    await vi.waitFor(() => expect(put.length).toBeGreaterThan(0), 10_000);
    sending.destroy();
    await vi.waitFor(async () => expect(await held()).toEqual([]), 10_000);
    expect((await call(app, { url: '/v1/jobs', headers: auth })).body.jobs).toEqual([]);
  });

  it.each(['/v1/jobs', '/v1/files'])(
    'at %s is a 503 with Retry-After where the store takes no more in its middle, and leaves nothing',
    async (path) => {
      const full = (pieces: DocumentPieces): Partial<DocumentPieces> => ({
        put: (document, number, piece) =>
          number === 2 ? Promise.reject(new StoreError('database or disk is full')) : pieces.put(document, number, piece),
      });
      const { app, put, held } = await opened(full);
      const sent = form(filePart(large), ...(path === '/v1/jobs' ? [schemaPart()] : []));
      const answer = await send(app, path, sent);
      expect([answer.status, answer.headers['retry-after'], put.length]).toEqual([503, '1', 2]);
      expect(await held()).toEqual([]);
    },
  );
});
