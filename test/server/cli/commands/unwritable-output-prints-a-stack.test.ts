import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { command, folder } = cliWorkspace();
mkdirSync(join(folder, 'taken.jsonl'));

it.each([
  ['a folder that is not there', 'nope/x.json', 'nope/x.json cannot be written: there is no such folder.'],
  ['a folder that is not there, for lines', 'nope/x.jsonl', 'nope/x.jsonl cannot be written: there is no such folder.'],
  ['a folder itself', 'taken.jsonl', 'taken.jsonl cannot be written: it is a folder.'],
  ['a file as a folder', 'good.txt/x.json', 'good.txt/x.json cannot be written: a part of the path is a file.'],
])('says in one sentence why %s is no output', async (_, output, sentence) => {
  expect(await command(['extract', 'good.txt', '--schema', 'schema.json', '-o', output])).toEqual({
    code: 2,
    out: '',
    err: `vouch: ${sentence}\n`,
  });
});

it('says the same of a schema that is a folder', async () => {
  expect(await command(['extract', 'good.txt', '--schema', 'taken.jsonl'])).toEqual({
    code: 2,
    out: '',
    err: 'vouch: The schema taken.jsonl cannot be read (EISDIR).\n',
  });
});
