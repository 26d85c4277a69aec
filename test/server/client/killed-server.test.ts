import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { DatabaseSync } from 'node:sqlite';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { Vouch } from '../../../server/client/index.js';
import { freePort } from '../../support/free-port.js';
import { key } from '../support/door.js';
import { pdf } from '../support/form.js';

const program = fileURLToPath(new URL('../../../dist/test/server/support/serving.js', import.meta.url));
const schema = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'] } as const;
/** Long enough to be killed in the middle. */
const slowMs = 1_500;

/** A server process on a database; another can take its place. */
async function start(settings: object) {
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program, String(slowMs), JSON.stringify(settings)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  for await (const line of createInterface(child.stderr)) if (line.includes('listening on')) break;
  return async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  };
}

it('a server that is killed in the middle of a call, and starts again, charges once and answers once', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-killed-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [path, file, port] = [join(folder, 'invoice.pdf'), join(folder, 'vouch.db'), await freePort()];
  writeFileSync(path, pdf);
  const settings = { port, store: `sqlite:${file}`, dailyCreditsPerKey: 50 };
  const kill = await start(settings);
  const state = new DatabaseSync(file);
  onTestFinished(() => state.close());
  const count = (sql: string): number => Number(state.prepare(sql).get()?.['n']);
  const claims = () => count('SELECT count(*) AS n FROM answer');
  const vouch = new Vouch({ server: `http://127.0.0.1:${port}`, key, timeoutMs: 60_000 });

  const call = vouch.extract(path, schema, { idempotencyKey: 'one-call' });
  await expect.poll(() => claims() + count('SELECT count(*) AS n FROM hold'), { interval: 20 }).toBe(2);
  await kill();
  // The dead process has its claim and its credits for a minute more; here that minute is over at once.
  state.exec('UPDATE answer SET until = 0; UPDATE hold SET lease_until = 0');
  await start(settings);

  const { data, metadata } = await call;
  expect([data.total, metadata.credits]).toEqual([120, 1]);
  const again = await vouch.extract(path, schema, { idempotencyKey: 'one-call' });
  expect(again.data).toEqual(data);
  expect({ claims: claims(), used: count('SELECT sum(used) AS n FROM quota'), held: count('SELECT sum(held) AS n FROM quota') }).toEqual({
    claims: 1,
    used: 1,
    held: 0,
  });
});
