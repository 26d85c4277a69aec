import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const { command, folder } = cliWorkspace();
const invoice = (total: string): string => `TEXT\nSubtotal 100.00\nTax 19.00\nTotal ${total}\n`;
const put = (name: string, text: string): void => writeFileSync(join(folder, name), text);
const lines = (name: string): { file: string; object: { total: number } }[] =>
  readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
const totals = (name: string) => lines(name).map(({ file, object }) => [file, object.total]);
/** Node keeps one object for the package.json that versions are read from. */
function upgrade(): void {
  const info = createRequire(import.meta.url)('vouch/package.json') as { version: string };
  const { version } = info;
  info.version = '999.0.0';
  onTestFinished(() => void Object.assign(info, { version }));
}
const anew = (files: string, output: string): string =>
  `${files} answered anew: the document, its values, the schema, the settings or the version of Vouch differ from those in ${output}.\n`;
const already = (files: string, output: string): string =>
  `${files} answered already in ${output}: the same documents, schema and settings; delete it to ask again.\n`;

describe('vouch extract continues a file of answers', () => {
  const extract = (output: string, ...more: readonly string[]) =>
    command(['extract', 'a.txt', 'b.txt', '--schema', 'schema.json', '-o', output, ...more]);
  beforeEach(() => {
    put('a.txt', invoice('119.00'));
    put('b.txt', invoice('119.00'));
  });

  it('asks again for a document with another content, whose new answer replaces the old one', async () => {
    await extract('run.jsonl');
    put('a.txt', invoice('120.00'));
    const { code, err } = await extract('run.jsonl');
    expect(code).toBe(0);
    expect(err).toContain(already('1 of 2 files are', 'run.jsonl') + anew('1 of 2 files are', 'run.jsonl'));
    expect(totals('run.jsonl')).toEqual([
      ['b.txt', 119],
      ['a.txt', 120],
    ]);
    expect((await extract('run.jsonl')).err).toContain(already('2 of 2 files are', 'run.jsonl'));
  });

  it.each([
    ['another threshold', 'threshold', () => ['--threshold', '0.99']],
    ['more to be said', 'include', () => ['--evidence']],
    ['another schema', 'schema', () => ['--schema', 'invoice']],
    ['another configuration', 'config', () => ['--config', 'other.yaml']],
    ['another version of Vouch', 'version', () => void upgrade()],
    ['a plugin of another text', 'plugin', () => void appendFileSync(join(folder, 'reader.js'), '// A second version.\n')],
  ])('asks again with %s', async (_, name, change) => {
    put('other.yaml', `${readFileSync(join(folder, 'vouch.config.yaml'), 'utf8')}credits: { page: 2 }\n`);
    await extract(`${name}.jsonl`);
    const { err } = await extract(`${name}.jsonl`, ...(change() ?? []));
    expect(err).toContain(anew('2 of 2 files are', `${name}.jsonl`));
  });

  it('asks again for an answer that does not say what it is about, and claims no difference', async () => {
    await extract('old.jsonl');
    put(
      'old.jsonl',
      lines('old.jsonl')
        .map((line) => `${JSON.stringify({ ...line, digest: undefined })}\n`)
        .join(''),
    );
    expect((await extract('old.jsonl')).err).toContain(
      '2 of 2 files are answered anew: nothing says whether those in old.jsonl are the same documents, schema and settings.\n',
    );
    expect(lines('old.jsonl')).toHaveLength(2);
  });

  it.each([
    ['a file that is not there any more', 'gone', () => rmSync(join(folder, 'a.txt')), 'There is no such file'],
    ['a document whose new content could not be read', 'out', () => put('a.txt', 'TEXT\nBROKEN\n'), 'LLM_ERROR: reader: out of order'],
  ])('keeps the answer to %s, and fails', async (_, name, change, why) => {
    const output = `${name}.jsonl`;
    await extract(output);
    const before = readFileSync(join(folder, output), 'utf8');
    change();
    const { code, err } = await extract(output);
    expect(code).not.toBe(0);
    expect(err).toContain(`vouch: a.txt: ${why}; its earlier answer stays in ${output}\n`);
    expect(readFileSync(join(folder, output), 'utf8')).toBe(before);
    if (name === 'gone') expect(err).not.toContain('anew');
  });

  it('keeps the answer to a document that has changed until there is a new one; an export of both says that there are two', async () => {
    await extract('cut.jsonl');
    const before = readFileSync(join(folder, 'cut.jsonl'), 'utf8');
    put('a.txt', invoice('120.00'));
    await extract('cut.jsonl');
    const [, after = ''] = readFileSync(join(folder, 'cut.jsonl'), 'utf8').split('\n');
    put('cut.jsonl', `${before}${after}\n${after}\n`);
    const { err } = await command(['export', 'cut.jsonl', '-o', 'cut.csv']);
    expect(err).toBe(
      '2 answers are about a file named a.txt; all are exported. If an extract -o was cut off, run it again to leave the last.\n',
    );
    const [, ...rows] = readFileSync(join(folder, 'cut.csv'), 'utf8').trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').filter((_, at) => at === 0 || at === row.split(',').length - 1))).toEqual([
      ['a.txt', '119'],
      ['b.txt', '119'],
      ['a.txt', '120'],
    ]);
  });
});

it('vouch score asks again for other values, quotes or pages, so that what they lack fails the run', async () => {
  put('a.txt', invoice('119.00'));
  const score = (...more: readonly string[]) => command(['score', 'a.txt', 'a.json', '-o', 'scores.jsonl', '--fail-under', '0.5', ...more]);
  put('a.json', '{"total": 119}');
  expect((await score()).code).toBe(0);
  put('a.json', '{"total": 7}');
  expect(await score()).toMatchObject({ code: 5, err: anew('1 of 1 files are', 'scores.jsonl') });
  expect(totals('scores.jsonl')).toEqual([['a.txt', 7]]);
  put('quotes.json', '{"$.total": "Total 119.00"}');
  expect(await score('--quotes', 'quotes.json')).toMatchObject({ code: 5, err: anew('1 of 1 files are', 'scores.jsonl') });
});
