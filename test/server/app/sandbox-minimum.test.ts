import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { packageRoot, startVouchOf } from '../../measure/bench/server.js';
import { launcherOf, levels } from '../../threats/hostile-server.js';

const folder = mkdtempSync(join(tmpdir(), 'vouch-no-walls-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Node that does not know the permission model, as other programs that run JavaScript do not. */
const careless = join(folder, 'node');
writeFileSync(
  careless,
  `#!/bin/sh
for option; do
  shift
  case $option in --permission | --allow-* | --no-experimental-sqlite) ;; *) set -- "$@" "$option" ;; esac
done
exec ${process.execPath} "$@"
`,
);
chmodSync(careless, 0o755);
const preload = join(folder, 'preload.cjs');
writeFileSync(preload, `process.execPath = ${JSON.stringify(careless)};`);

const outcome = (level: (typeof levels)[number], environment: Readonly<Record<string, string>>) =>
  startVouchOf(packageRoot, 'recognizers: []', { VOUCH_SANDBOX: '', ...environment }, launcherOf(level)).then(
    async (server) => {
      await server.stop();
      return 'started';
    },
    (error: Error) => error.message,
  );

describe('a server', () => {
  it.each(levels)('starts with isolation "%s" where this level is the least', async (level) => {
    expect(await outcome(level, { VOUCH_SANDBOX: level })).toBe('started');
  });

  it.each(levels)('with isolation "%s" starts as shipped where the kernel isolates parsers, else says how to start it', async (level) => {
    const said = await outcome(level, {});
    if (level !== 'permissions') expect(said).toBe('started');
    else expect(said).toMatch(/reach the network and stop this server.*set VOUCH_SANDBOX=permissions/s);
  });

  it.each(levels.filter((level) => level !== 'full'))('refuses isolation "%s" where it is told to take no less than all', async (level) => {
    const said = await outcome(level, { VOUCH_SANDBOX: 'full' });
    expect(said).toContain('VOUCH_SANDBOX: Parsers of documents are not isolated as sandbox "full" demands');
    expect(said).toContain(`To start all the same, set VOUCH_SANDBOX=${level}`);
  });

  it('refuses to start where not even Node’s permissions hold, and says what is given up and how to accept that', async () => {
    const environment = { NODE_OPTIONS: `--require ${preload}` };
    const said = await outcome('permissions', environment);
    expect(said).toContain(
      'A file that takes its parser over could read and change all that this server can: keys, documents and its program',
    );
    expect(said).toContain('set VOUCH_SANDBOX=none-accepted');
    expect(await outcome('permissions', { ...environment, VOUCH_SANDBOX: 'none-accepted' })).toBe('started');
  });
});
