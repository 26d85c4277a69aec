import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, it, onTestFinished } from 'vitest';
import { ask } from '../support/ask.js';

const program = fileURLToPath(new URL('../../../server/vouch.js', import.meta.url));

/** The server behind a shell that passes no signal on, as npx starts it. */
async function behindShell() {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-npx-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = {
    PATH: process.env['PATH'],
    HOME: folder,
    PORT: '0',
    VOUCH_STORE: 'memory:',
    VOUCH_DRAIN_MS: '0',
    VOUCH_SANDBOX: 'permissions',
  };
  const command = `'${process.execPath}' '${program}' serve; true`;
  const shell = spawn('sh', ['-c', command], { cwd: folder, env: { ...env, npm_command: 'exec' }, stdio: ['ignore', 'ignore', 'pipe'] });
  for await (const line of createInterface(shell.stderr)) {
    const url = /listening on (\S+)/.exec(line)?.[1];
    if (url !== undefined) return { shell, url };
  }
  throw new Error('the server did not start');
}

it('a SIGTERM that ends only the shell of npx ends the server, too', async () => {
  const { shell, url } = await behindShell();
  expect((await ask(url, '/livez')).status).toBe(200);
  shell.kill('SIGTERM');
  await once(shell, 'exit');
  await expect
    .poll(
      () =>
        ask(url, '/livez').then(
          () => 'answers',
          () => 'gone',
        ),
      { timeout: 15_000 },
    )
    .toBe('gone');
});
