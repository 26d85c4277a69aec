import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from '../readme/page.js';

/** The client's own package, installed alone in an empty project. */
const folder = mkdtempSync(join(tmpdir(), 'vouch-client-package-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const run = (program: string, ...args: readonly string[]): string => {
  const path = `${join(root, 'node_modules/.bin')}:${process.env['PATH']}`;
  const settings = { npm_config_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };
  return execFileSync(program, args, { cwd: folder, encoding: 'utf8', env: { ...process.env, ...settings, PATH: path } });
};
const name = run('node', join(root, 'server/client/package/pack.js'), folder).trim().split('\n').at(-1) ?? '';
const tarball = join(folder, name);
writeFileSync(join(folder, 'package.json'), '{"type": "module", "private": true}');
run('npm', 'install', '--silent', tarball);

describe('the package of the client', () => {
  it('is the client and nothing else: no dependency, no test, under 42 KB', () => {
    expect(name).toMatch(/^vouch-client-\d+\.\d+\.\d+\.tgz$/);
    const manifest = JSON.parse(readFileSync(join(folder, 'node_modules/vouch-client/package.json'), 'utf8'));
    expect([manifest.dependencies, manifest.version]).toEqual([
      undefined,
      JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version,
    ]);
    const files = run('tar', 'tf', tarball).trim().split('\n');
    expect(files.filter((file) => !/^package\/(?:dist\/[\w/-]+\.(?:js|d\.ts)|README\.md|LICENSE|package\.json)$/.test(file))).toEqual([]);
    expect(readFileSync(tarball).length).toBeLessThan(42_000);
  });

  it('is as publint would have it', () => {
    expect(run('publint', 'run', tarball, '--strict')).toContain('All good!');
  });

  it('has types that need neither those of Node nor those of a library', () => {
    writeFileSync(
      join(folder, 'consumer.ts'),
      `import { Vouch, verifyWebhook } from 'vouch-client';
const vouch = new Vouch({ server: 'https://vouch.example.com', key: 'pk_none' });
export async function total(file: File): Promise<number | null> {
  const { data, evidence } = await vouch.extract(file, { type: 'object', properties: { total: { type: 'number' } } });
  const page: number | undefined = evidence.total.page;
  // @ts-expect-error: a value may be null
  const certain: number = data.total;
  return page === undefined || certain > 0 ? null : data.total;
}
export const checked = (body: string, headers: Headers): Promise<unknown> => verifyWebhook(body, headers, 'whsec_AAAA');
`,
    );
    const flags = ['--noEmit', '--strict', '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', '--target', 'es2023'];
    const surroundings = [
      '--types',
      '',
      '--lib',
      'es2023,dom,dom.iterable,dom.asynciterable',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
    ];
    expect(run('tsc', ...flags, ...surroundings, 'consumer.ts')).toBe('');
  });

  it('says of each member of an answer what it means, without the library of the schemas', () => {
    const types = readFileSync(join(folder, 'node_modules/vouch-client/dist/answer.d.ts'), 'utf8');
    expect(types).not.toMatch(/typebox|wire/);
    expect(types).toContain('  /** What it cost; null while it is under way */\n  readonly credits: number | null;\n');
    expect(types).toContain('export interface ExtractAnswer {\n');
  });

  it('runs', () => {
    const code =
      "import { Vouch } from 'vouch-client'; console.log(new Vouch({ server: 'http://127.0.0.1', key: 'pk_none' }).jobs !== undefined)";
    expect(run('node', '--input-type=module', '-e', code)).toBe('true\n');
  });
});
