import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished } from 'vitest';
import { parseSchema } from '../../../core/index.js';
import { openStore } from '../../../server/index.js';
import { freePort } from '../../support/free-port.js';
import { sandboxHere } from '../../support/sandbox-here.js';
import { cliWorkspace } from '../cli/cli-workspace.js';
import { auth, get } from '../routes/jobs/batch-form.js';
import { call, openDoor } from '../support/door.js';
import { fakeEngine } from '../support/fake-engine.js';
import { filePart, form, schemaPart } from '../support/form.js';

const { folder, vouch } = cliWorkspace();
const program = fileURLToPath(new URL('../../../server/vouch.js', import.meta.url));
const metricsToken = 'a-token-of-metrics';

/** `vouch work` in a process of its own, once it says that it works. */
async function working(args: readonly string[], token = metricsToken) {
  const env = { PATH: process.env['PATH'], HOME: folder, VOUCH_METRICS_TOKEN: token, ...sandboxHere };
  const worker = spawn(process.execPath, [program, 'work', ...args], { cwd: folder, env });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const [said] = await once(worker.stderr, 'data');
  return { said: String(said), worker };
}

async function opened(name: string) {
  const address = `sqlite:${join(folder, name)}`;
  const store = openStore(address);
  onTestFinished(() => store.close());
  return { address, app: await openDoor({ store, work: 0 }) };
}

describe('vouch work', () => {
  it('runs the jobs of a server that takes them in only, answers probes and nothing else, and ends when it is told', async () => {
    const { address, app } = await opened('work.db');
    const port = await freePort();
    const { said, worker } = await working(['--store', address, '--probes', String(port)]);
    expect(said).toBe(`Vouch works on jobs, 2 at a time, and answers probes on http://127.0.0.1:${port}\n`);
    const { payload, headers } = form(filePart('TEXT\nTotal 120.00\n'), schemaPart());
    // A file of text is what the worker's configuration reads; the door has not looked at it.
    const { body } = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
    expect((await get(app, `/v1/jobs/${body.id}?wait=60`)).body).toMatchObject({ status: 'done', runs: 1 });

    const probe = async (path: string, init?: RequestInit) => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, init);
      return { status: response.status, text: await response.text() };
    };
    expect(await probe('/livez')).toEqual({ status: 200, text: '{"status":"alive"}' });
    expect(await probe('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
    expect((await probe('/health')).status).toBe(200);
    expect((await probe('/metrics')).status).toBe(401);
    const metrics = await probe('/metrics', { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(metrics.text).toContain('job_attempts_total{result="done"} 1');
    for (const [method, path] of [
      ['POST', '/v1/extract'],
      ['GET', '/v1/jobs'],
      ['GET', '/docs'],
      ['GET', '/'],
      ['POST', '/livez'],
    ])
      expect(await probe(path ?? '', { method: method ?? '' })).toEqual({
        status: 404,
        text: expect.stringContaining('this process runs jobs'),
      });

    worker.kill('SIGTERM');
    expect(await once(worker, 'exit')).toEqual([0, null]);
    await expect(probe('/livez')).rejects.toThrow();
  });

  it('finds the schema that a document belongs to among its own, also after a worker that died over it', async () => {
    const text = '{"type": "object", "properties": {"total": {"type": "number"}}}';
    writeFileSync(join(folder, 'total.json'), text);
    const config = readFileSync(join(folder, 'vouch.config.yaml'), 'utf8');
    writeFileSync(join(folder, 'named.yaml'), `${config}schemas: { invoice: { schema: total.json, version: 4 } }\n`);
    const schemas = [{ name: 'invoice', version: '4', title: 'Invoice', words: [], schema: parseSchema(text), text }];
    const file = join(folder, 'auto.db');
    const store = openStore(`sqlite:${file}`);
    onTestFinished(() => store.close());
    const app = await openDoor({ store, work: 0, engine: { ...fakeEngine(), schemas } });
    const { payload, headers } = form(filePart('TEXT\nInvoice\nTotal 120.00\nSLOW\n'), { name: 'schema', value: 'auto' });
    const { body } = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth(), ...headers } });
    const { worker } = await working(['--store', `sqlite:${file}`, '--config', 'named.yaml']);
    await expect.poll(async () => (await get(app, `/v1/jobs/${body.id}`)).body.status, { interval: 10, timeout: 30_000 }).toBe('running');
    worker.kill('SIGKILL');
    await once(worker, 'exit');
    const state = new DatabaseSync(file);
    state.exec('UPDATE job SET leased = 0');
    state.close();
    await working(['--store', `sqlite:${file}`, '--config', 'named.yaml']);
    const ended = await get(app, `/v1/jobs/${body.id}?wait=60`);
    expect(ended.body).toMatchObject({
      status: 'done',
      runs: 2,
      result: { schema: { name: 'invoice', version: '4' }, object: { total: 120 } },
    });
  });

  it('listens nowhere unless it is told to, and says where it cannot', async () => {
    const { address } = await opened('quiet.db');
    const port = await freePort();
    const { said } = await working(['--store', address, '--concurrency', '3']);
    expect(said).toBe('Vouch works on jobs, 3 at a time\n');
    await working(['--store', address, '--probes', String(port)], '');
    const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
    expect([metrics.status, await metrics.text()]).toEqual([404, expect.stringContaining('VOUCH_METRICS_TOKEN')]);
    const second = await vouch(['work', '--store', address, '--probes', String(port)]);
    expect(second).toMatchObject({ code: 2, err: expect.stringContaining(`Probes cannot be answered on 127.0.0.1:${port}: it is taken`) });
  });

  it('needs a store that others can reach', async () => {
    expect(await vouch(['work', '--store', 'memory:'])).toMatchObject({ code: 2, err: expect.stringContaining('The store is memory:') });
  });
});
