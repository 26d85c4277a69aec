import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

/** What the package promises: `public-api.txt` has one exported name a line, under the door that exports it. */
const top = fileURLToPath(new URL('../..', import.meta.url));
const reviewed = readFileSync(join(top, 'test/core/public-api.txt'), 'utf8');
const doors = {
  vouch: 'core/index.ts',
  'vouch/text': 'core/text.ts',
  'vouch/config': 'config/index.ts',
  'vouch/server': 'server/index.ts',
  'vouch/llm': 'plugins/models/llm/index.ts',
  'vouch/testing': 'core/testing/index.ts',
  'vouch/rules': 'plugins/rules/records/index.ts',
  'vouch/client': 'server/client/index.ts',
};

/** The names that a door exports, in alphabetical order; `type` stands before those that exist for the compiler only. */
function exportedBy(door: string): readonly string[] {
  const text = readFileSync(join(top, door), 'utf8');
  return [...text.matchAll(/^export (type )?\{([^}]*)\}/gm)]
    .flatMap(([, type = '', names = '']) => names.split(',').map((name) => name.trim() && `${type}${name.trim()}`))
    .filter((name) => name !== '')
    .toSorted((a, b) => (nameIn(a) < nameIn(b) ? -1 : 1));
}
const nameIn = (line: string): string => line.replace(/^type /, '');

describe('the public API', () => {
  it('is the reviewed list, name by name', () => {
    const listed = Object.entries(doors).map(([door, file]) => `# ${door} (${file})\n\n${exportedBy(file).join('\n')}\n`);
    expect(listed.join('\n')).toBe(reviewed);
  });

  it.each(Object.entries(doors))('of %s stands in %s, which the package exports', (door, file) => {
    const { exports } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
      readonly exports: Readonly<Record<string, { readonly types: string }>>;
    };
    expect(exports[door.replace('vouch', '.')]?.types).toBe(`./dist/${file.replace('.ts', '.d.ts')}`);
  });

  it('is never exported by a star, here or in any other file of the product', () => {
    const starred = ['core', 'plugins', 'config', 'server'].flatMap((folder) =>
      readdirSync(join(top, folder), { recursive: true, encoding: 'utf8' })
        .map((file) => join(folder, file))
        .filter((file) => /\.tsx?$/.test(file) && /^export \*/m.test(readFileSync(join(top, file), 'utf8'))),
    );
    expect(starred).toEqual([]);
  });
});
