import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from './support/temporary-folder.js';

/** The doors of the package: what `package.json` exports, what architecture.md promises, and the files that are there. */
const top = fileURLToPath(new URL('..', import.meta.url));
const textOf = (file: string): string => readFileSync(join(top, file), 'utf8');

interface Door {
  readonly name: string;
  readonly file: string;
}

/** The rows of the table in architecture.md. */
const promised: readonly Door[] = [
  ...textOf('server/docs/extend/architecture.md').matchAll(/^\| `(vouch[\w/]*)` \| \[[^\]]+\]\((?:\.\.\/)+([^)]+\.ts)\) \|/gm),
].map(([, name = '', file = '']) => ({ name, file }));

const { exports } = JSON.parse(textOf('package.json')) as {
  readonly exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};

describe('the doors of the package', () => {
  it('are those that architecture.md lists, each with its file', () => {
    const exported = Object.entries(exports).flatMap(([name, door]) => (typeof door === 'string' ? [] : [{ name, ...door }]));
    expect(promised.length).toBeGreaterThan(0);
    expect(exported).toEqual(
      promised.map(({ name, file }) => {
        const built = `./dist/${file.replace(/\.ts$/, '')}`;
        return { name: name.replace('vouch', '.'), types: `${built}.d.ts`, default: `${built}.js` };
      }),
    );
  });

  it.each(promised)('$name opens, and exports what $file lists', async ({ file }) => {
    const listed = [...textOf(file).matchAll(/^export \{([^}]*)\}/gm)]
      .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
      .filter((name) => name !== '' && !name.startsWith('type '))
      .map((name) => name.split(' as ').at(-1));
    const opened: object = await import(pathToFileURL(join(top, 'dist', file.replace(/\.ts$/, '.js'))).href);
    expect(Object.keys(opened).toSorted()).toEqual(listed.toSorted());
  });

  it('have types that compile where the package is installed, with no library skipped', () => {
    const folder = temporaryFolder('doors');
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(top, join(folder, 'node_modules/vouch'));
    writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
    writeFileSync(join(folder, 'doors.ts'), promised.map(({ name }, at) => `export * as door${at} from '${name}';\n`).join(''));
    const compiler = join(top, 'node_modules/.bin/tsc');
    const { stdout } = spawnSync(compiler, '--noEmit --strict --module nodenext --target es2023 doors.ts'.split(' '), {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(stdout).toBe('');
  });

  it('never export a whole file, nor does any other file of the product: each name is chosen', () => {
    const starred = ['core', 'plugins', 'config', 'server'].flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => /\.tsx?$/.test(file) && /^export \*/m.test(textOf(file))),
    );
    expect(starred).toEqual([]);
  });
});
