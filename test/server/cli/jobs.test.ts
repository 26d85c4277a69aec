import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../server/index.js';
import { auth, commonSchema, get, jobsPart, line, sendBatch } from '../routes/jobs/batch-form.js';
import { call, openDoor } from '../support/door.js';
import { filePart, form, schemaPart } from '../support/form.js';
import { cliWorkspace } from './cli-workspace.js';

const { command, folder } = cliWorkspace();
const at = (file: string): readonly string[] => ['--store', `sqlite:${file}`];

/** A server's store in a file, and its door. */
async function opened(name: string, work = 0) {
  const file = join(folder, name);
  const store = openStore(`sqlite:${file}`);
  onTestFinished(() => store.close());
  const app = await openDoor({ store, work });
  const post = async (url: string, { payload, headers }: ReturnType<typeof form>) =>
    (await call(app, { method: 'POST', url, payload, headers: { ...auth(), ...headers } })).body;
  return { file, app, post };
}

describe('vouch jobs', () => {
  it('shows who runs the service how the jobs of all callers are, and nothing that they say', async () => {
    const { file, post } = await opened('list.db');
    const { id } = await post('/v1/jobs', form(filePart(), schemaPart(), { name: 'metadata', value: '{"secret":"tenant"}' }));
    const listed = await command(['jobs', 'list', ...at(file)]);
    expect(listed).toMatchObject({
      code: 0,
      err: '',
      out: expect.stringMatching(new RegExp(`^${id}  queued  key:[\\w-]+  sent 20\\S+  0 runs\\n$`)),
    });
    const shown = await command(['jobs', 'show', id, ...at(file)]);
    expect(shown.out).toMatch(/status +queued\n(?:.*\n)*document +still there\n/);
    const [json] = JSON.parse((await command(['jobs', 'list', '--status', 'queued', '--json', ...at(file)])).out);
    expect(json).toMatchObject({ id, status: 'queued', hasDocument: true, batch: null });
    for (const { out } of [listed, shown]) expect(out).not.toMatch(/tenant|invoice\.pdf/);
    expect(await command(['jobs', 'list', '--status', 'done', ...at(file)])).toEqual({
      code: 0,
      out: '',
      err: 'There are no such jobs.\n',
    });
    expect((await command(['jobs', 'list', '--status', 'lost', ...at(file)])).code).toBe(2);
  });

  it('cancels a job for its caller', async () => {
    const { file, app, post } = await opened('cancel.db');
    const { id } = await post('/v1/jobs', form(filePart(), schemaPart()));
    expect(await command(['jobs', 'cancel', id, ...at(file)])).toEqual({ code: 0, out: '', err: `The job ${id} is cancelled.\n` });
    expect((await get(app, `/v1/jobs/${id}`)).body.status).toBe('cancelled');
    expect(await command(['jobs', 'cancel', 'job_none', ...at(file)])).toMatchObject({
      code: 2,
      err: expect.stringContaining('no job with this id'),
    });
  });

  it('queues a failed job again where its document is still there, and says why not elsewhere', async () => {
    const { file, app, post } = await opened('retry.db', 2);
    const kept = (await post('/v1/files', form(filePart('no document')))).id;
    const parts = [jobsPart(line('a', kept), line('b')), { ...filePart('none either', 'a.pdf') }, commonSchema];
    const batch = (await sendBatch(app, parts)).body.id;
    await expect.poll(async () => (await get(app, `/v1/batches/${batch}`)).body.status, { timeout: 20_000 }).toBe('ended');
    const [b, a] = (await get(app, `/v1/jobs?batch=${batch}`)).body.jobs;
    expect([a.status, b.status]).toEqual(['failed', 'failed']);
    expect(await command(['jobs', 'retry', b.id, ...at(file)])).toMatchObject({
      code: 2,
      err: expect.stringContaining('Its document is gone'),
    });
    expect(await command(['jobs', 'retry', a.id, ...at(file)])).toEqual({ code: 0, out: '', err: `The job ${a.id} is queued again.\n` });
    await expect.poll(async () => (await get(app, `/v1/jobs/${a.id}`)).body.runs, { timeout: 20_000 }).toBe(2);
    await expect
      .poll(async () => (await get(app, `/v1/batches/${batch}`)).body, { timeout: 20_000 })
      .toMatchObject({ status: 'ended', counts: { failed: 2 } });
    const waiting = (await post('/v1/jobs', form(filePart(), schemaPart()))).id;
    await expect.poll(async () => (await get(app, `/v1/jobs/${waiting}`)).body.status, { timeout: 20_000 }).toBe('done');
    expect((await command(['jobs', 'retry', waiting, ...at(file)])).err).toMatch(/Only a job that has failed/);
  });
});
