import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { command, folder } = cliWorkspace();
const good = 'TEXT\nSubtotal 100.00\nTax 19.00\nTotal 119.00\n';
const run = (output: string, ...files: readonly string[]) => command(['extract', ...files, '--schema', 'schema.json', '-o', output]);
const text = (name: string): string => readFileSync(join(folder, name), 'utf8');
const lines = (name: string): Record<string, unknown>[] =>
  text(name)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

it('tries a refused file and a failed extraction again, and leaves one line for each file', async () => {
  expect((await run('run.jsonl', 'late.txt', 'good.txt', 'broken.txt')).code).toBe(2);
  writeFileSync(join(folder, 'late.txt'), good);
  writeFileSync(join(folder, 'broken.txt'), good);
  const { code, err } = await run('run.jsonl', 'late.txt', 'good.txt', 'broken.txt');
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/^1 of 3 files are answered already in run\.jsonl[^\n]*\n3 files · 3 done · /),
  });
  expect(lines('run.jsonl').map(({ file }) => file)).toEqual(['good.txt', 'late.txt', 'broken.txt']);
  expect(lines('run.jsonl')).toEqual(Array(3).fill(expect.objectContaining({ object: expect.objectContaining({ total: 119 }) })));
});

it('keeps the line of a failed file that is not named this time', async () => {
  await run('other.jsonl', 'gone.txt');
  await run('other.jsonl', 'good.txt');
  expect(lines('other.jsonl').map(({ file }) => file)).toEqual(['gone.txt', 'good.txt']);
});

it('takes the answer that follows an older failure', async () => {
  await run('twice.jsonl', 'good.txt');
  writeFileSync(join(folder, 'twice.jsonl'), `{"file":"good.txt","detail":"There is no such file"}\n${text('twice.jsonl')}`);
  const before = text('twice.jsonl');
  expect((await run('twice.jsonl', 'good.txt')).err).toContain('1 of 1 files are answered already');
  expect(text('twice.jsonl')).toBe(before);
});

it('names each file that fails while the answers go to a file', async () => {
  writeFileSync(join(folder, 'broken.txt'), 'TEXT\nBROKEN\n');
  const { err } = await run('named.jsonl', 'gone.txt', 'good.txt', 'broken.txt');
  expect(err).toMatch(/^vouch: gone\.txt: There is no such file\nvouch: broken\.txt: LLM_ERROR: reader: out of order\n/);
  expect((await run('named.json', 'broken.txt')).err).toBe('vouch: broken.txt: LLM_ERROR: reader: out of order\n');
});
