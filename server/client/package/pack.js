/**
 * Makes the client's own package from what is built: `node server/client/package/pack.js [FOLDER]` writes vouch-client-VERSION.tgz there, and
 * prints its name. Plain JavaScript, as it runs before and without everything else.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

await import('./answer-types.js');
const root = fileURLToPath(new URL('../../../', import.meta.url));
const [destination = '.'] = process.argv.slice(2);
const { version, license, engines } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const entry = { types: './dist/index.d.ts', default: './dist/index.js' };
const manifest = {
  name: 'vouch-client',
  version,
  description: 'Asks a Vouch server: typed values out of invoices, each with what proves it.',
  license,
  type: 'module',
  engines,
  sideEffects: false,
  exports: { '.': entry, './package.json': './package.json' },
  files: ['dist'],
};

const folder = mkdtempSync(join(tmpdir(), 'vouch-client-'));
try {
  cpSync(join(root, 'dist/server/client'), join(folder, 'dist'), { recursive: true });
  cpSync(join(root, 'server/client/package/README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const { status } = spawnSync('npm', ['pack', '--silent', '--pack-destination', resolve(destination)], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  process.exitCode = status ?? 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
