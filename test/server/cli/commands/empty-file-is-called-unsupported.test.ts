import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch, folder } = cliWorkspace();
writeFileSync(join(folder, 'nothing.pdf'), '');

it.each([
  ['a file', 'nothing.pdf'],
  ['the standard input', '-'],
])('says that %s is empty', async (_, file) => {
  expect(await vouch(['extract', file], { input: '' })).toEqual({ code: 2, out: '', err: `vouch: ${file}: file is empty\n` });
});
