import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../readme/markdown.js';

/** Runs `.ci/run` with an npm that installs, tests and lints nothing, and answers `npm audit` like this, and with a container engine like this. */
function runWith(
  audit: string,
  docker = 'exit 1',
): { readonly status: number | null; readonly last: string | undefined; readonly out: string } {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-ci-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of ['.ci', 'bin']) mkdirSync(join(folder, name));
  copyFileSync(join(root, '.ci/run'), join(folder, '.ci/run'));
  writeFileSync(join(folder, 'bin/npm'), `#!/bin/sh\n[ "$1" = audit ] || exit 0\n${audit}\n`, { mode: 0o755 });
  for (const [name, script] of Object.entries({ docker, podman: 'exit 1' }))
    writeFileSync(join(folder, 'bin', name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` };
  const { status, stdout } = spawnSync('bash', [join(folder, '.ci/run')], { env, encoding: 'utf8' });
  return { status, out: stdout, last: stdout.trimEnd().split('\n').at(-1) };
}

const vulnerabilities = (total: number): string => `echo '{"metadata":{"vulnerabilities":{"total":${total}}}}'`;

it('a run without known advisories says nothing of them in its last line', () => {
  expect(runWith(vulnerabilities(0))).toMatchObject({ status: 0, last: '0 passed, 0 failed, 0 skipped' });
});

it('a run that found an advisory fails', () => {
  expect(runWith(`${vulnerabilities(2)}; exit 1`)).toMatchObject({ status: 1, last: '0 passed, 1 failed, 0 skipped' });
});

it('a run whose registry did not answer says so in its last line', () => {
  const { status, last, out } = runWith('echo unreachable >&2; exit 1');
  expect([status, last]).toEqual([0, '0 passed, 0 failed, 0 skipped, advisories not checked']);
  expect(out).toMatch(/^NOT CHECKED advisories/m);
});

it('a run without a container engine says that the image was not built', () => {
  expect(runWith(vulnerabilities(0)).out).toMatch(/^NOT CHECKED image: no container engine answers$/m);
});

it('a run with one builds the image, starts it, asks its doctor, and fails where that does', () => {
  expect(runWith(vulnerabilities(0), 'echo "$1" >&2').out).toMatch(/^ok {6}image \(docker build\)/m);
  const { out, last } = runWith(vulnerabilities(0), 'case "$*" in *doctor) exit 2;; esac');
  expect(out).toMatch(/^FAILED {2}image \(docker build\)/m);
  expect(last).toBe('0 passed, 1 failed, 0 skipped');
});
