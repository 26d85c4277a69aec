import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './page.js';

/** The short pages beside the README: for who changes the code, who attacks it, who updates it, and for machines that write against it. */
export const guides = ['.github/CONTRIBUTING.md', '.github/SECURITY.md', 'server/docs/CHANGELOG.md', 'server/docs/llms.txt'].map(
  (path) => ({
    path,
    text: readFileSync(join(root, path), 'utf8'),
  }),
);

export function guide(path: string): string {
  const found = guides.find((candidate) => candidate.path === path);
  if (!found) throw new Error(`there is no guide ${path}`);
  return found.text;
}
