import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { parseSchema } from '../../core/schema/parse.js';
import { root } from '../shipped/readme/page.js';

const dist = pathToFileURL(join(root, 'dist/')).href;

it('a server without a configuration loads the files of joined modules, and otherwise hardly more than names them', async () => {
  const withCode = [...new Set(await loadedAtStart())].filter((file) => !isPointer(readFileSync(join(root, 'dist', file), 'utf8')));
  expect(withCode.toSorted()).toEqual([
    'engine.js',
    'server.js',
    'server/app/keep-compiled.js',
    'server/app/main.js',
    'server/app/stand-alone.js',
    'server/client/evidence.js',
  ]);
});

it('a joined module is the same for whoever imports it by its path', async () => {
  const { parseSchema: exported }: typeof import('../../core/index.js') = await import(new URL('core/index.js', dist).href);
  expect(exported).toBe(parseSchema);
});

/** The files in `dist` that a server loads until it listens. */
async function loadedAtStart(): Promise<readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-start-'));
  writeFileSync(
    join(folder, 'tell.mjs'),
    `import { registerHooks } from 'node:module';
    registerHooks({ load: (url, context, next) => (console.error('loads', url), next(url, context)) });`,
  );
  const server = spawn(
    process.execPath,
    ['--import', pathToFileURL(join(folder, 'tell.mjs')).href, join(root, 'dist/server/app/main.js')],
    {
      cwd: folder,
      env: { PATH: process.env['PATH'], PORT: '0', VOUCH_STORE: 'memory:', VOUCH_SANDBOX: 'permissions', VOUCH_DRAIN_MS: '0' },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const ended = once(server, 'exit');
  let told = '';
  for await (const chunk of server.stderr) {
    told += chunk;
    if (told.includes('listening on')) break;
  }
  server.kill('SIGKILL');
  await ended;
  rmSync(folder, { recursive: true });
  expect(told).toContain('listening on');
  return [...told.matchAll(/^loads (\S+\.js)$/gm)].flatMap(([, url = '']) => (url.startsWith(dist) ? [url.slice(dist.length)] : []));
}

/** Whether a file only imports and exports from others. */
const isPointer = (code: string): boolean => code.replaceAll(/^(?:import|export) [^;]*;$/gm, '').trim() === '';
