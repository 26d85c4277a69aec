import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

/** Runs in a process of its own, because here Vite would load the modules and word the errors differently. */
const { vouch, folder } = cliWorkspace({ 'other.mjs': 'export const a = 1;' });

it.each([
  ['odd.mjs', '\n\nconst a = ;\n', "Unexpected token ';'", 3],
  ['odd.mts', 'const a: number = 1;\nconst b: = 2;\n', 'Unexpected token `=`', 2],
  ['lost.mjs', "import { nothing } from './other.mjs';\n", "does not provide an export named 'nothing'", 1],
])('%s is named with its line', async (name, text, message, line) => {
  writeFileSync(join(folder, name), text);
  writeFileSync(join(folder, 'vouch.config.yaml'), `tiers: [./${name}]\n`);
  const { code, err } = await vouch(['config', 'validate']);
  expect(code).toBe(2);
  expect(err).toContain(`plugin "./${name}": cannot be loaded: `);
  expect(err).toContain(message);
  expect(err).toMatch(new RegExp(`/${name}:${line}\\)\\.`));
});
