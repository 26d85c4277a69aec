import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { vouch, command, folder } = cliWorkspace();
const schema = ['--schema', 'schema.json'];
const lines = (text: string): Record<string, unknown>[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

describe('vouch extract', () => {
  it('prints only the body of the wire contract with --json', async () => {
    const { code, out, err } = await vouch(['extract', 'good.txt', ...schema, '--json']);
    const body = JSON.parse(out);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(body.object).toMatchObject({ subtotal: 100, tax: 19, total: 119 });
    expect(Object.keys(body)).toEqual(['object', 'metadata']);
    expect(body.metadata).toMatchObject({ credits: 1, fallback_triggered: false });
  });

  it('adds the checks with --verify', async () => {
    const { out } = await command(['extract', 'good.txt', ...schema, '--json', '--verify']);
    expect(JSON.parse(out).verification).toMatchObject({ status: 'PASSED', checks_run: [{ type: 'HORIZONTAL_SUM', passed: true }] });
  });

  it('says with --usage what was asked of providers, which here is nothing', async () => {
    const { out } = await command(['extract', 'good.txt', ...schema, '--json', '--usage']);
    expect(JSON.parse(out).usage).toMatchObject({ calls: 0, input_tokens: 0, cost: null, models: [] });
    expect((await command(['extract', 'good.txt', ...schema, '--usage'])).out).toContain('0 calls · 0 tokens in, 0 out');
  });

  it('adds the places of the quotes with --boxes only', async () => {
    const [plain, placed] = await Promise.all(
      [[], ['--boxes']].map((more) => command(['extract', 'good.txt', ...schema, '--json', ...more])),
    );
    const entries = (text = ''): { readonly boxes?: readonly unknown[] }[] => JSON.parse(text).object._meta.field_confidence;
    expect(entries(placed?.out).map(({ boxes }) => boxes?.length)).toEqual([1, 1, 1]);
    expect(plain?.out).not.toContain('boxes');
  });

  it('prints for a person by default, without colours if the output is no terminal', async () => {
    const { code, out } = await command(['extract', 'good.txt', ...schema, '--verify']);
    expect(code).toBe(0);
    expect(out).toMatch(/^good\.txt {2}confidence 0\.\d\d · 1 credit · /);
    expect(out).toMatch(/total +119\.00 +0\.\d\d +p\.1 +“Total 119\.00”/);
    expect(out).toContain('✓ HORIZONTAL_SUM');
    expect(out).not.toContain('\u001b');
  });

  it('reads the standard input', async () => {
    const { code, out } = await vouch(['extract', '-', ...schema, '--json'], { input: 'TEXT\nTotal 7.00\n' });
    expect({ code, total: JSON.parse(out).object.total }).toEqual({ code: 0, total: 7 });
  });

  it('takes the shipped invoice schema when none is named', async () => {
    const { out } = await command(['extract', 'good.txt', '--json']);
    expect(Object.keys(JSON.parse(out).object)).toEqual(expect.arrayContaining(['invoice_number', 'line_items', 'total']));
  });

  it('writes to a file and keeps the standard output empty', async () => {
    const { code, out } = await command(['extract', 'good.txt', ...schema, '-o', 'one.json']);
    expect({ code, out }).toEqual({ code: 0, out: '' });
    expect(JSON.parse(readFileSync(join(folder, 'one.json'), 'utf8')).object.total).toBe(119);
  });
});

describe('several files', () => {
  it('give one line each in the order of the arguments, also when they fail', async () => {
    const { code, out } = await command(['extract', 'good.txt', 'broken.txt', 'other.txt', 'gone.txt', ...schema, '--json', '-j', '3']);
    const answers = lines(out);
    expect(code).toBe(2);
    expect(answers.map(({ file }) => file)).toEqual(['good.txt', 'broken.txt', 'other.txt', 'gone.txt']);
    expect(answers[1]).toMatchObject({ object: null, error: { code: 'LLM_ERROR', message: 'reader: out of order' } });
    expect(answers[2]).toEqual({ file: 'other.txt', detail: expect.stringContaining('TEXT') });
    expect(answers[3]).toEqual({ file: 'gone.txt', detail: 'There is no such file' });
  });

  it('are continued where an earlier run stopped, even in the middle of a line', async () => {
    await command(['extract', 'good.txt', ...schema, '-o', 'run.jsonl']);
    const first = readFileSync(join(folder, 'run.jsonl'), 'utf8');
    appendFileSync(join(folder, 'run.jsonl'), '{"file":"wrong.txt","obj');
    const { code, err } = await command(['extract', 'good.txt', 'wrong.txt', ...schema, '-o', 'run.jsonl']);
    const text = readFileSync(join(folder, 'run.jsonl'), 'utf8');
    expect({ code, err }).toEqual({ code: 0, err: expect.stringContaining('1 of 2 files are answered already') });
    expect(text.startsWith(first)).toBe(true);
    expect(lines(text).map(({ file }) => file)).toEqual(['good.txt', 'wrong.txt']);
  });

  it('leave a file as it is that holds something else', async () => {
    writeFileSync(join(folder, 'notes.jsonl'), '{"hello":1}\n');
    const { code, err } = await command(['extract', 'good.txt', ...schema, '-o', 'notes.jsonl']);
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('notes.jsonl:1: this is no answer of an earlier run') });
    expect(readFileSync(join(folder, 'notes.jsonl'), 'utf8')).toBe('{"hello":1}\n');
  });
});

describe('the exit code', () => {
  it.each([
    ['0 when a failed check is not asked for', ['wrong.txt', '--verify'], 0],
    ['4 when it is', ['wrong.txt', '--fail-on', 'verification'], 4],
    ['0 when a null required field is not asked for', ['empty.txt'], 0],
    ['5 when it is', ['empty.txt', '--fail-on', 'confidence'], 5],
    ['4 before 5', ['wrong.txt', 'empty.txt', '--fail-on', 'verification,confidence'], 4],
    ['5 when a threshold is not reached', ['good.txt', '--threshold', '1', '--fail-on', 'confidence'], 5],
    ['3 when the extraction failed', ['broken.txt'], 3],
    ['2 for a file of another kind', ['other.txt'], 2],
    ['2 for a file that is not there', ['gone.txt'], 2],
    ['2 for a schema that is none', ['good.txt', '--schema', 'good.txt'], 2],
    ['2 for a threshold out of range', ['good.txt', '--threshold', '1.5'], 2],
    ['2 for an unknown option', ['good.txt', '--treshold', '1'], 2],
    ['2 for a configuration that is not there', ['good.txt', '--config', 'none.yaml'], 2],
  ])('is %s', async (_, args, code) => {
    const named = args.includes('--schema') ? args : [...args, ...schema];
    expect((await command(['extract', ...named])).code).toBe(code);
  });
});
