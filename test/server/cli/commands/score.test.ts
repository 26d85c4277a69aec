import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { cliWorkspace } from '../cli-workspace.js';

const right = { subtotal: 100, tax: 19, total: 119 };
const { vouch, command, folder } = cliWorkspace({
  'right.json': JSON.stringify(right),
  'wrong.json': JSON.stringify({ ...right, total: 191 }),
});
const invoice = 'TEXT\nSubtotal 100.00\nTax 19.00\nTotal 119.00\n';

describe('vouch score', () => {
  beforeAll(() => {
    mkdirSync(join(folder, 'inbox/march'), { recursive: true });
    const files = {
      'a.pdf': invoice,
      'a.json': JSON.stringify(right),
      'march/b.pdf': invoice,
      'march/b.json': '{"total": 191}',
      'c.pdf': invoice,
      'd.json': '{"total": 119}',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'inbox', name), text);
  });

  it('answers the values as they are, with scores and evidence', async () => {
    const { code, out, err } = await vouch(['score', 'good.txt', 'right.json', '--json', '--verify']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const { object, verification } = JSON.parse(out);
    expect(object).toMatchObject(right);
    expect(object._meta.field_confidence).toMatchObject([
      { field: '$.subtotal', page: 1 },
      { field: '$.tax' },
      { field: '$.total', text: 'Total 119.00' },
    ]);
    expect(verification.status).toBe('PASSED');
  });

  it('takes the values from beside the document, or from the standard input', async () => {
    writeFileSync(join(folder, 'good.json'), '{"total": 119}');
    expect(JSON.parse((await command(['score', 'good.txt', '--json'])).out).object.total).toBe(119);
    expect(JSON.parse((await command(['score', 'good.txt', '-', '--json'], { input: '{"tax": 19}' })).out).object.tax).toBe(19);
  });

  it('weighs the words and the page that are stated of a value, and says which of them cannot be used', async () => {
    writeFileSync(join(folder, 'quotes.json'), '{"$.tax": "Tax 19.00"}');
    writeFileSync(join(folder, 'lies.json'), '{"$.tax": "VAT, reverse charge"}');
    writeFileSync(join(folder, 'pages.json'), '{"$.tax": 0}');
    const scored = async (...sources: readonly string[]) => {
      const { out } = await command(['score', 'good.txt', 'right.json', '--json', ...sources]);
      return JSON.parse(out).object._meta.field_confidence[1];
    };
    expect(await scored('--quotes', 'quotes.json')).toMatchObject({ field: '$.tax', text: 'Tax 19.00' });
    expect((await scored('--quotes', 'lies.json')).reason).toContain('the quoted words do not');
    const { code, err } = await command(['score', 'good.txt', 'right.json', '--pages', 'pages.json']);
    expect([code, err]).toEqual([
      2,
      'vouch: pages.json: pages is wrong at $.tax: a page is a whole number from 1; it must be like {"$.total": 1}\n',
    ]);
    writeFileSync(join(folder, 'names.json'), '{"tax": "Tax 19.00"}');
    const named = await command(['score', 'good.txt', 'right.json', '--quotes', 'names.json']);
    expect(named).toMatchObject({
      code: 2,
      err: 'vouch: names.json: Invalid quotes: the data have no value at tax; paths begin with $, like $.total\n',
    });
  });

  it('takes quotes of one document only', async () => {
    const { code, err } = await command(['score', 'inbox', '--quotes', 'quotes.json']);
    expect([code, err]).toEqual([2, expect.stringContaining('--quotes and --pages are of one document')]);
  });

  it('takes the answer of a known extractor', async () => {
    const total = { Type: { Text: 'TOTAL' }, ValueDetection: { Text: '119.00' }, LabelDetection: { Text: 'Total' }, PageNumber: 1 };
    const input = JSON.stringify({ ExpenseDocuments: [{ SummaryFields: [total] }] });
    const { object } = JSON.parse((await command(['score', 'good.txt', '-', '--json'], { input })).out);
    expect([object.total, object._meta.field_confidence[0].text]).toEqual([119, 'Total 119.00']);
  });

  it('ends with 5 where a value has a lower score than --fail-under, and else with 0', async () => {
    const codes = await Promise.all(
      [
        ['right.json', '0.85'],
        ['wrong.json', '0.85'],
        ['wrong.json', '0'],
      ].map(([data = '', least = '']) => command(['score', 'good.txt', data, '--fail-under', least])),
    );
    expect(codes.map(({ code }) => code)).toEqual([0, 5, 0]);
  });

  it('ends with 4 where a check fails and --fail-on verification is set, with --verify or without', async () => {
    writeFileSync(join(folder, 'printed.json'), '{"subtotal": 100, "tax": 19, "total": 120}');
    const gated = (file: string, data: string, ...more: readonly string[]) =>
      command(['score', file, data, '--fail-on', 'verification', ...more]);
    expect((await gated('good.txt', 'right.json')).code).toBe(0);
    expect((await gated('wrong.txt', 'printed.json')).code).toBe(4);
    expect((await gated('wrong.txt', 'printed.json', '--verify', '--fail-under', '0.85')).code).toBe(4);
    expect(await gated('good.txt', 'right.json', '--fail-on', 'confidence')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--fail-under is for scores'),
    });
  });

  it('scores a folder, tells which documents have no values, and writes a table', async () => {
    const { code, out, err } = await command(['score', 'inbox', '--json', '--csv', 'scores.csv', '--fail-under', '0.85']);
    expect(code).toBe(5);
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).file),
    ).toEqual(['inbox/a.pdf', 'inbox/march/b.pdf']);
    expect(err).toContain('Left out, because no values stand beside them: inbox/c.pdf');
    expect(err).toContain('Left out, because they have the values of no document here: inbox/d.json');
    expect(readFileSync(join(folder, 'scores.csv'), 'utf8')).toContain('inbox/march/b.pdf,doubtful,total ');
  });

  it('scores each document of a folder by the names of its own values alone', async () => {
    mkdirSync(join(folder, 'own'), { recursive: true });
    const files = { 'a.pdf': invoice, 'a.json': '{"total": 119}', 'b.pdf': invoice, 'b.json': '{"total": 119, "due_date": "2026-05-04"}' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'own', name), text);
    const { out } = await command(['score', 'own', '--json']);
    const [first] = out
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).body ?? JSON.parse(line));
    expect(first.object._meta.field_confidence.map(({ field }: { field: string }) => field)).toEqual(['$.total']);
  });

  it('goes on where the values of a document cannot be read, says which and why, and ends with 2', async () => {
    mkdirSync(join(folder, 'mixed'), { recursive: true });
    const files = {
      'a.pdf': invoice,
      'a.json': '{"total": 119,',
      'b.pdf': invoice,
      'b.json': '{"total": 119}',
      'c.pdf': invoice,
      'c.json': '',
      'd.pdf': invoice,
      'd.json': '{"rows": [{"code": 1}, {"code": "b"}]}',
    };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'mixed', name), text);
    const { code, err } = await command(['score', 'mixed', '--csv', 'mixed.csv']);
    expect(code).toBe(2);
    expect(err).toMatch(/mixed\/a\.pdf.*mixed\/a\.json: Invalid data/);
    expect(err).toMatch(/mixed\/c\.pdf.*mixed\/c\.json: file is empty/);
    expect(err).toMatch(/mixed\/d\.pdf.*mixed\/d\.json: Invalid data: \$\.rows\[\]\.code is number and string/);
    expect(readFileSync(join(folder, 'mixed.csv'), 'utf8')).toMatch(/mixed\/b\.pdf,(done|doubtful),/);
  });

  it('goes on where the values of a document are not those of the schema', async () => {
    mkdirSync(join(folder, 'narrow'), { recursive: true });
    const files = { 'a.pdf': invoice, 'a.json': JSON.stringify(right), 'b.pdf': invoice, 'b.json': '{"total": 119}' };
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, 'narrow', name), text);
    writeFileSync(join(folder, 'narrow.txt'), '{"type": "object", "properties": {"total": {"type": "number"}}}');
    const { code, err, out } = await command(['score', 'narrow', '--schema', 'narrow.txt', '--json']);
    expect([code, err]).toEqual([2, expect.stringContaining('Invalid data: $.subtotal is not in the schema')]);
    expect(out).toContain('{"file":"narrow/b.pdf","object":{"total":119');
  });

  it.each([
    [['score', 'good.txt', 'nothing.json'], 'nothing.json: There is no such file'],
    [['score', 'right.json', 'good.txt'], 'right.json: the document comes first, then its values: vouch score good.txt right.json'],
    [['score', 'right.json'], 'right.json: the document comes first, then its values: vouch score invoice.pdf right.json'],
    [['score', 'good.txt', 'schema.txt'], 'schema.txt: Invalid data: '],
    [['score', 'good.txt', 'right.json', '--schema', 'narrow.json'], 'right.json: Invalid data: $.subtotal is not in the schema'],
    [['score', 'empty'], 'empty: no document in this folder has its values beside it'],
  ])('says what is wrong with the values: %j', async (args, why) => {
    mkdirSync(join(folder, 'empty'), { recursive: true });
    writeFileSync(join(folder, 'schema.txt'), 'total: 5');
    writeFileSync(join(folder, 'narrow.json'), '{"type": "object", "properties": {"total": {"type": "number"}}}');
    const { code, err } = await command(args);
    expect([code, err]).toEqual([2, expect.stringContaining(why)]);
  });
});
