import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'vouch-compiled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const built = fileURLToPath(new URL('../../../dist/server/app/keep-compiled.js', import.meta.url));
const program = (file: string): string => `
  import { getCompileCacheDir } from 'node:module';
  import { keepCompiled } from ${JSON.stringify(file)};
  keepCompiled();
  process.stdout.write(String(getCompileCacheDir()));
`;
const keptIn = (env: NodeJS.ProcessEnv = {}, file = built): string =>
  execFileSync(process.execPath, ['--input-type=module', '--eval', program(file)], { env, encoding: 'utf8' });

describe('the code that a start has compiled', () => {
  it('is kept beside the program, where only who may change the program may write', () => {
    expect(keptIn()).toContain(fileURLToPath(new URL('../../../dist/.compiled/', import.meta.url)));
  });

  it('is kept where the operator says', () => {
    expect(keptIn({ NODE_COMPILE_CACHE: folder })).toContain(folder);
  });

  it('is not kept where the operator does not want it', () => {
    expect(keptIn({ NODE_DISABLE_COMPILE_CACHE: '1' })).toBe('undefined');
  });

  it('is not missed where nothing can be written', () => {
    const copy = join(folder, 'server', 'app', 'keep-compiled.mjs');
    mkdirSync(join(folder, 'server', 'app'), { recursive: true });
    copyFileSync(built, copy);
    writeFileSync(join(folder, '.compiled'), 'a file, no folder');
    expect(keptIn({}, copy)).toBe('undefined');
  });
});
