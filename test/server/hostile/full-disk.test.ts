import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { samplePath } from '../../fixtures/sample.js';
import { ask } from '../support/ask.js';
import { key, origin } from '../support/door.js';
import { outputSchema } from '../support/form.js';

const main = fileURLToPath(new URL('../../../dist/server/app/main.js', import.meta.url));

/** The server as a process none of whose files can grow beyond 500 KB, which to SQLite is a disk without room. */
async function servingOnASmallDisk(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-full-disk-'));
  const env = { ...process.env, PORT: '0', VOUCH_KEYS: key, VOUCH_RATE_LIMIT: '1000', VOUCH_PLAYGROUND_ORIGINS: origin };
  const child = spawn('bash', ['-c', `trap '' XFSZ; ulimit -f 500; exec "$0" "$1"`, process.execPath, main], {
    cwd: folder,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  onTestFinished(() => {
    child.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });
  for await (const line of createInterface(child.stderr)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('the server did not start');
}

it('a full disk: probes say so, calls with a key are served, and what must be written is 503', async () => {
  const url = await servingOnASmallDisk();
  const send = (path: string, headers: Readonly<Record<string, string>>): Promise<{ readonly status: number }> => {
    const body = new FormData();
    body.set('file', new Blob([readFileSync(samplePath)]), 'sample.pdf');
    body.set('output_schema', outputSchema);
    return ask(url, path, { method: 'POST', body, headers });
  };
  const statusOf = async (path: string): Promise<number> => (await ask(url, path)).status;
  expect(await statusOf('/readyz')).toBe(200);

  // Each of these is counted, which writes, and then refused.
  const write = () => ask(url, '/v1/extract', { method: 'POST', headers: { authorization: 'Bearer pk_wrong' } });
  for (let round = 0; round < 200 && (await statusOf('/readyz')) === 200; round += 1) await Promise.all(Array.from({ length: 20 }, write));

  const keyed = await send('/v1/extract', { authorization: `Bearer ${key}` });
  const played = await send('/v1/playground', { origin });
  expect([await statusOf('/readyz'), await statusOf('/livez'), keyed.status, played.status]).toEqual([503, 200, 200, 503]);
});
