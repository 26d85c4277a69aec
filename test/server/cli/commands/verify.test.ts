import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../../core/index.js';
import type { ExtractionBody } from '../../../../server/wire/extraction.js';
import { brokenSum, severalTaxRates } from '../../../fixtures/documents.js';
import { invoiceDocx } from '../../../fixtures/docx/invoice-docx.js';
import { invoicePdf } from '../../../fixtures/pdf/invoice-pdf.js';
import { samplePath } from '../../../fixtures/sample.js';
import type { Editable } from '../audit/saved-answer.js';
import { cliWorkspace } from '../cli-workspace.js';

/**
 * The shipped pipeline, with the real converter in its child process and the real reader. A command runs in a process of its own where that
 * matters: the first run, and one that reads the standard input.
 */
const { vouch, command, folder } = cliWorkspace({
  'vouch.config.yaml': 'server: { store: "memory:" }\n',
  'two-passes.yaml': 'recognizers: [tesseract, tesseract:closer]\nserver: { store: "memory:" }\n',
});

beforeAll(async () => {
  await vouch(['extract', samplePath, '--json', '--verify', '-o', 'answer.json']);
});

const kept = (): string => readFileSync(join(folder, 'answer.json'), 'utf8');
function edited(edit: (text: string) => string): string {
  const text = edit(kept());
  expect(text).not.toBe(kept());
  writeFileSync(join(folder, 'edited.json'), text);
  return 'edited.json';
}

describe('vouch verify', () => {
  it('finds that an answer holds, field by field', async () => {
    const { code, out, err } = await command(['verify', 'answer.json', samplePath, '--schema', 'invoice']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/ok {2}\$\.total +12,231\.98 +0\.\d\d {2}page 2 “Total €12,231\.98”\n/);
    expect(out).toMatch(/ok +HORIZONTAL_SUM total, subtotal, tax\n/);
    expect(out).toMatch(/All \d+ hold\.\n$/);
    expect(out).not.toMatch(/NOT|\?/);
  });

  it('names the one field that was edited', async () => {
    const file = edited((text) => text.replace('"tax": 2287.28', '"tax": 2278.28'));
    const { code, out } = await command(['verify', file, samplePath]);
    expect(code).toBe(4);
    expect(out.match(/^ +NOT.*$/gm)).toEqual([expect.stringMatching(/\$\.tax +2278\.28 +0\.\d\d {2}the words do not say the value$/)]);
    expect(out).toContain('1 of ');
  });

  it.each<[string, string, (text: string) => string]>([
    ['a value and its words', '$.total', (text) => text.replace('"total": 12231.98', '"total": 12231.89').replaceAll('Total €12,231.98', 'Total €12,231.89')],
    ['a page number', '$.issue_date', (text) => text.replace(/("field": "\$\.issue_date"[^}]*"page": )1/, '$12')],
    ['the confidence', 'confidence_score', (text) => text.replace(/("confidence_score": )0\.\d+/, '$10.99')],
    ['one more field', '$.discount', (text) => text.replace('"total": 12231.98', '"discount": 5, "total": 12231.98')],
    ['the status of a check', 'HORIZONTAL_SUM', (text) => text.replace(/("type": "HORIZONTAL_SUM",\s*"status": ")PASSED/, '$1FAILED')],
    ['an entry, away', '$.due_date', (text) => text.replace(/\{\s*"field": "\$\.due_date"[^}]*\},/, '')],
    ['subtotal and total, exchanged', '$.subtotal', (text) => text.replace('"subtotal": 9944.7', '"subtotal": 12231.98').replace('"total": 12231.98,', '"total": 9944.7,')],
  ])('finds out %s', async (_, about, edit) => {
    const { code, out } = await command(['verify', edited(edit), samplePath, '--schema', 'invoice', '--json']);
    const { fields, checks, whole } = JSON.parse(out);
    const fails = [...fields, ...checks, ...whole].filter(({ verdict }) => verdict === 'fails').map((point) => point.about);
    expect(code).toBe(4);
    expect(fails.some((name: string) => name.startsWith(about))).toBe(true);
  }); // biome-ignore format: a table

  it('finds out a score that is not that of its findings, and an issue that was taken away', async () => {
    writeFileSync(join(folder, 'broken-sum.pdf'), await invoicePdf(brokenSum()));
    const whole = ['extract', 'broken-sum.pdf', '--json', '--verify', '--evidence', '-o', 'whole.json'];
    await command(whole);
    const text = readFileSync(join(folder, 'whole.json'), 'utf8');
    const failing = async (changed: string): Promise<string> => {
      expect(changed).not.toBe(text);
      writeFileSync(join(folder, 'changed.json'), changed);
      const { code, out } = await command(['verify', 'changed.json', 'broken-sum.pdf', '--schema', 'invoice']);
      expect(code).toBe(4);
      return out;
    };
    expect((await command(['verify', 'whole.json', 'broken-sum.pdf', '--schema', 'invoice'])).code).toBe(0);
    expect(await failing(text.replace(/("field": "\$\.invoice_number",\s*"score": )0\.\d+/, '$10.86'))).toMatch(
      /NOT +\$\.invoice_number .*the score is 0\.86, but its findings give 0\.9\d/,
    );
    expect(await failing(text.replace(/"issues": \[[^\]]*\]/, '"issues": []'))).toMatch(
      /NOT +\$\.total .*an issue is missing: Check failed/,
    );
  });

  it('finds that an answer belongs to another document', async () => {
    writeFileSync(join(folder, 'other.pdf'), await invoicePdf(severalTaxRates()));
    const { code, out } = await command(['verify', 'answer.json', 'other.pdf']);
    expect(code).toBe(4);
    expect(out).toMatch(/NOT +\$\.total .*the words are not on page 2|no page 2/);
  });

  it.each(['pdf', 'docx'])('confirms what was read from a generated %s', async (format) => {
    const bytes = format === 'pdf' ? await invoicePdf(severalTaxRates()) : await invoiceDocx(severalTaxRates());
    writeFileSync(join(folder, `taxes.${format}`), bytes);
    await command(['extract', `taxes.${format}`, '--json', '--verify', '-o', `${format}.json`]);
    expect(await command(['verify', `${format}.json`, `taxes.${format}`])).toMatchObject({ code: 0, err: '' });
  });

  it('says plainly what it cannot check without a schema', async () => {
    const file = edited((text) => text.replace(/\{\s*"field": "\$\.order_number"[^}]*\},/, '').replace(/"order_number": "[^"]*",/, ''));
    const { code, out } = await command(['verify', file, samplePath]);
    expect(out).toContain('No schema was given (--schema): types, required fields, enums and labels were not checked');
    expect({ code, other: out.includes('NOT') }).toEqual({ code: 0, other: false });
    const { code: strict, out: found } = await command(['verify', file, samplePath, '--schema', 'invoice']);
    expect([strict, found]).toEqual([4, expect.stringMatching(/NOT +\$\.order_number +the schema has it, the result does not/)]);
  });

  it('finds that an answer about a picture holds, with the same number of OCR passes', async () => {
    // One line of items is enough: of this page, too, one pass alone reads another day than both do.
    const lines = [{ description: 'Kaffee, ganze Bohne', quantity: 12, unit: 'kg', unitPrice: 18.9, taxRate: 7 }];
    writeFileSync(join(folder, 'picture.pdf'), await invoicePdf(severalTaxRates({ lines, layout: { scan: 'image' } })));
    const twoPasses = ['--config', 'two-passes.yaml'];
    await command(['extract', 'picture.pdf', '--json', '-o', 'picture.json', ...twoPasses]);
    const { object } = JSON.parse(readFileSync(join(folder, 'picture.json'), 'utf8')) as ExtractionBody;
    expect(object).toMatchObject({ invoice_number: expect.any(String), total: expect.any(Number) });
    const verified = await command(['verify', '-', 'picture.pdf', ...twoPasses], { input: JSON.stringify(object) });
    expect(verified).toMatchObject({ code: 0, err: '' });
  });

  it('finds that an answer about given data holds, and what was edited in it', async () => {
    const data = { invoice_number: 'BW-2026-0147', total: 9944.7, subtotal: 7719.7, tax: -2287.28, due_date: null };
    writeFileSync(join(folder, 'data.json'), JSON.stringify(data));
    const fields = Object.fromEntries(Object.keys(data).map((name) => [name, { type: /date|number/.test(name) ? 'string' : 'number' }]));
    writeFileSync(join(folder, 'own.json'), JSON.stringify({ type: 'object', properties: fields, required: ['total'] }));
    await command(['score', samplePath, 'data.json', '--schema', 'own.json', '--json', '-o', 'scored.json']);
    const verified = (answer: string) => command(['verify', answer, samplePath, '--schema', 'own.json']);
    expect(await verified('scored.json')).toMatchObject({ code: 0, out: expect.not.stringMatching(/NOT|\?/) });
    const refuted = async (edit: (object: JsonObject, meta: Editable['object']['_meta']) => void) => {
      const answer = JSON.parse(readFileSync(join(folder, 'scored.json'), 'utf8'));
      edit(answer.object, answer.object._meta);
      writeFileSync(join(folder, 'rescored.json'), JSON.stringify(answer));
      return (await verified('rescored.json')).out;
    };
    expect(await refuted((object) => Object.assign(object, { subtotal: 7719.8 }))).toMatch(/NOT +\$\.subtotal/);
    const raised = await refuted((_, meta) => {
      for (const entry of meta.field_confidence)
        if (entry.field === '$.total') Object.assign(entry, { score: 0.97, reason: 'Exact match' });
      meta.issues = meta.issues.filter((issue) => !issue.startsWith('$.total: '));
    });
    expect(raised).toMatch(/NOT +\$\.total/);
  });

  it('takes the object alone, from the standard input', async () => {
    const { object } = JSON.parse(kept()) as ExtractionBody;
    expect((await vouch(['verify', '-', samplePath], { input: JSON.stringify(object) })).code).toBe(0);
  });
});

describe('what cannot be checked ends with 5, and says why', () => {
  it.each([
    ['an answer that is not there', ['gone.json', samplePath], 'gone.json cannot be checked: There is no such file'],
    [
      'something that is no answer',
      ['schema.json', samplePath],
      'schema.json cannot be checked: it is no answer of Vouch: _meta is missing',
    ],
    ['a document that is not there', ['answer.json', 'gone.pdf'], 'gone.pdf cannot be checked: There is no such file'],
    ['a file that is no document', ['answer.json', 'answer.json'], 'answer.json cannot be checked: Unsupported file type'],
    ['a document that is broken', ['answer.json', 'broken.pdf'], 'broken.pdf cannot be checked: '],
  ])('%s', async (_, args, why) => {
    writeFileSync(join(folder, 'broken.pdf'), '%PDF-1.7\nnothing\n');
    const { code, out, err } = await command(['verify', ...args]);
    expect({ code, out }).toEqual({ code: 5, out: '' });
    expect(err).toContain(`vouch: ${why}`);
    expect(err).not.toMatch(/ at .*\.js/);
  });

  it('a document that is only a picture, where no OCR engine is configured', async () => {
    writeFileSync(join(folder, 'blind.yaml'), 'recognizers: []\n');
    writeFileSync(join(folder, 'scan.pdf'), await invoicePdf(severalTaxRates({ layout: { scan: 'image' } })));
    const { code, err } = await command(['verify', 'answer.json', 'scan.pdf', '--config', 'blind.yaml']);
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('scan.pdf cannot be checked: the document has no text layer') });
  });

  it('the answer to an extraction that failed', async () => {
    writeFileSync(join(folder, 'failed.json'), JSON.stringify({ object: null, error: { code: 'TIMEOUT_ERROR', message: 'too late' } }));
    const { code, err } = await command(['verify', 'failed.json', samplePath]);
    expect({ code, err }).toEqual({ code: 5, err: expect.stringContaining('failed extraction (TIMEOUT_ERROR)') });
  });

  it('wrong usage ends with 2', async () => {
    for (const args of [['verify'], ['report'], ['export', '-o', 'swapped.csv']])
      expect(await command([...args, samplePath, 'answer.json'])).toMatchObject({
        code: 2,
        err: `vouch: answer.json: the answer comes first, then its document: vouch ${args[0]} answer.json ${samplePath}\n`,
      });
    expect((await command(['verify', 'answer.json'])).code).toBe(2);
    expect((await command(['verify', 'answer.json', samplePath, '--schema', 'gone'])).code).toBe(2);
  });
});
