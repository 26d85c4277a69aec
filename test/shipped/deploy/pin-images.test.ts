import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { root } from '../readme/markdown.js';

const digest = `sha256:${'0'.repeat(64)}`;

/** Runs the script with a docker that prints this for every image. */
function pinned(printed: string) {
  const bin = mkdtempSync(join(tmpdir(), 'vouch-pin-'));
  onTestFinished(() => rmSync(bin, { recursive: true }));
  writeFileSync(join(bin, 'docker'), `#!/bin/sh\necho '${printed}'\n`, { mode: 0o755 });
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` };
  return spawnSync('sh', [join(root, 'deploy/pin-images.sh')], { env, encoding: 'utf8' });
}

it('every base image can be pinned, and the script pins those that are used', () => {
  const used = ['Dockerfile', 'compose.yaml'].map((file) => readFileSync(join(root, file), 'utf8')).join('\n');
  const images = new Map(
    [...used.matchAll(/(?:ARG (\w+)=|\{(\w+):-)([\w.-]+:[\w.-]+)/g)].map(([, arg, name, image]) => [arg ?? name, image]),
  );
  expect(pinned(digest).stdout.trim().split('\n')).toEqual([...images].map(([name, image]) => `${name}=${image}@${digest}`));
  expect(images.size).toBe(3);
  expect(used).not.toMatch(/^(?:FROM|\s+image:) (?!\$\{|vouch$)/m);
});

it('nothing is pinned where there is no digest', () => {
  const { status, stdout, stderr } = pinned('unauthorized');
  expect([status, stdout, stderr.includes('There is no digest for node:24-bookworm-slim: unauthorized')]).toEqual([1, '', true]);
});
