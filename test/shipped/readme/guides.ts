import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './page.js';

/** The short pages beside the README and the guide: for contributors, security researchers, updates, and language models. */
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
