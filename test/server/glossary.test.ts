import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const readme = new URL('../../server/README.md', import.meta.url);
const text = readFileSync(readme, 'utf8');

it('the glossary of the server is short, and what it links is there', () => {
  const links = [...text.matchAll(/\]\(([^)#]+)\)/g)].flatMap(([, path]) => path ?? []);
  expect([links.length > 30, text.split('\n').length <= 65]).toEqual([true, true]);
  expect(links.filter((path) => !existsSync(fileURLToPath(new URL(path, readme))))).toEqual([]);
});
