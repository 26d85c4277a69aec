import type { FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { listedIdOf } from '../../../../server/guards/key-secret.js';
import { call } from '../../support/door.js';
import { filePart, form, schemaPart } from '../../support/form.js';
import { modes } from '../../support/modes.js';
import { commonSchema, jobsPart, line, sendBatch, zipOf, zipPart } from './batch-form.js';

const [anna, ben] = ['pk_0123456789abcdefANNA', 'pk_0123456789abcdefBEN_'];
const as = (key: string) => ({ authorization: `Bearer ${key}` });
/** A document that is packed to next to nothing. */
const large = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(400_000, ' ')]);
const send = (app: FastifyInstance, path: string, key: string, parts = [filePart(large), schemaPart()]) => {
  const { payload, headers } = form(...parts);
  return call(app, { method: 'POST', url: path, payload, headers: { ...headers, ...as(key) } });
};
const sendZip = async (app: FastifyInstance, key: string, documents: number) => {
  const names = Array.from({ length: documents }, (_, at) => `${at}.pdf`);
  const zip = zipPart(await zipOf(Object.fromEntries(names.map((name) => [name, large]))));
  return sendBatch(app, [commonSchema, jobsPart(...names.map((name) => line(name, name))), zip], as(key));
};

describe.each(modes)('what one caller has stored in $door upon $state', ({ open, place }) => {
  const opened = async (work: number) => {
    const store = await (await place()).open();
    const app = await open({ store, keys: [anna, ben], work, limits: { storedBytes: 1_000_000 } });
    await app.ready();
    const stored = async (key: string) => (await store.files?.bytes(`key:${listedIdOf(key)}`)) ?? 0;
    return { app, stored };
  };

  it('is bounded over its jobs that wait, and leaves room for others', async () => {
    const { app, stored } = await opened(0);
    const statuses = [];
    for (const key of [anna, anna, anna, ben]) statuses.push((await send(app, '/v1/jobs', key)).status);
    expect(statuses).toEqual([202, 202, 429, 202]);
    expect(await stored(anna)).toBe(2 * large.length);
  });

  it('is bounded as a zip unpacks to it, and a batch that is refused leaves nothing', async () => {
    const { app, stored } = await opened(0);
    const refused = await sendZip(app, anna, 3);
    expect([refused.status, Number(refused.headers['retry-after']) > 0, await stored(anna)]).toEqual([429, true, 0]);
    expect(refused.body.detail).toMatch(/^Your files and the documents of your jobs that have not ended would be more than 0 MB together/);
    expect([(await sendZip(app, anna, 2)).status, (await sendZip(app, anna, 1)).status, (await sendZip(app, ben, 2)).status]).toEqual([
      202, 429, 202,
    ]);
    expect(await stored(anna)).toBe(2 * large.length);
  });

  it('is bounded over files and jobs together', async () => {
    const { app } = await opened(0);
    const file = () => send(app, '/v1/files', anna, [filePart(large)]);
    expect([(await file()).status, (await send(app, '/v1/jobs', anna)).status, (await file()).status]).toEqual([201, 202, 409]);
  });

  it('goes with jobs that have ended', async () => {
    const { app, stored } = await opened(2);
    for (let batch = 0; batch < 3; batch += 1) {
      expect((await sendZip(app, anna, 2)).status).toBe(202);
      await expect.poll(() => stored(anna)).toBe(0);
    }
    const { body } = await send(app, '/v1/jobs', anna);
    await call(app, { url: `/v1/jobs/${body.id}?wait=20`, headers: as(anna) });
    expect(await stored(anna)).toBe(0);
  });
});
