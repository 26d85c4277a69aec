import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { beforeAll, describe, expect, it } from 'vitest';
import { brokenSum } from '../../../fixtures/documents.js';
import { invoiceDocx } from '../../../fixtures/docx/invoice-docx.js';
import { samplePath } from '../../../fixtures/sample.js';
import { cliWorkspace } from '../cli-workspace.js';

const { command, folder } = cliWorkspace({ 'vouch.config.yaml': 'server: { store: "memory:" }\n' });
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');

beforeAll(async () => {
  await command(['extract', samplePath, '--json', '-o', 'answer.json']);
  copyFileSync(samplePath, join(folder, 'copy.pdf'));
  await command(['extract', samplePath, 'copy.pdf', '--json', '-o', 'answers.jsonl']);
});

describe('vouch export', () => {
  it('makes tables of a kept answer: values, lists, and the evidence with links to the pages', async () => {
    expect(await command(['export', 'answer.json', 'invoices/march 1.pdf', '-o', 'out.csv'])).toEqual({ code: 0, out: '', err: '' });
    expect(read('out.csv')).toMatch(/^\u{feff}file,state,why,confidence,invoice_number,[\s\S]*march 1\.pdf,done,,0\.96,BW-2026-0147,/u);
    expect(read('out.line_items.csv')).toContain('Festival posters A2,250,1.48,370');
    expect(read('out.evidence.csv')).toMatch(
      /\r\n.*,total,12231\.98,0\.99\d*,2,"Total €12,231\.98",".*",invoices\/march%201\.pdf#page=2\r\n/,
    );
  });

  it('links to no page where nobody says which document the answer is about', async () => {
    await command(['export', 'answer.json', '-o', 'alone.csv']);
    expect(read('alone.evidence.csv')).toMatch(/\r\nanswer,total,12231\.98,0\.99\d*,2,"Total €12,231\.98",".*",\r\n/);
  });

  it('makes a workbook of the answers to several files', async () => {
    expect(await command(['export', 'answers.jsonl', '-o', 'out.xlsx'])).toEqual({ code: 0, out: '', err: '' });
    expect(readFileSync(join(folder, 'out.xlsx')).subarray(0, 2).toString()).toBe('PK');
  });

  it('exports all answers of two folders with files of the same names, and says so; the same answer twice it exports once', async () => {
    const [line = ''] = read('answers.jsonl').split('\n');
    const answerOf = (digest?: string): string => `${JSON.stringify({ ...JSON.parse(line), file: 'invoice.pdf', digest })}\n`;
    writeFileSync(join(folder, 'all.jsonl'), answerOf('march') + answerOf('april') + answerOf('march') + answerOf());
    expect(await command(['export', 'all.jsonl', '-o', 'all.csv'])).toEqual({
      code: 0,
      out: '',
      err: '3 answers are about a file named invoice.pdf; all are exported. If an extract -o was cut off, run it again to leave the last.\n',
    });
    expect(read('all.csv').match(/\r\ninvoice\.pdf,/g)).toHaveLength(3);
  });

  it('makes a PDF of the document with boxes, which are found again where the answer has none', async () => {
    expect(read('answer.json')).not.toContain('"boxes"');
    expect(await command(['export', 'answer.json', samplePath, '-o', 'out.pdf'])).toEqual({ code: 0, out: '', err: '' });
    const pages = (await PDFDocument.load(readFileSync(join(folder, 'out.pdf')))).getPages();
    expect(pages.map((page) => (page.node.Annots()?.size() ?? 0) > 5)).toEqual([true, true]);
  });

  it('makes an electronic invoice of one answer, and names what it lacks', async () => {
    const { code, out, err } = await command(['export', 'answer.json', '-o', 'out.cii.xml']);
    expect([code, out]).toEqual([0, '']);
    expect(err).toContain('out.cii.xml is not valid by EN 16931: ask for buyer_country, two letters such as DE (BT-55)\n');
    expect(read('out.cii.xml')).toMatch(
      /<ram:ID>BW-2026-0147<[\s\S]*<ram:Name>Festival posters A2<[\s\S]*<ram:GrandTotalAmount>12231\.98</,
    );
    for (const files of [
      ['-o', 'out.ubl.xml'],
      [samplePath, '-o', 'out.pdf'],
    ])
      expect(await command(['export', 'answers.jsonl', ...files])).toEqual({
        code: 2,
        out: '',
        err: 'vouch: A PDF and an electronic invoice are made of one answer: name a file with one.\n',
      });
  });

  it('puts a complete electronic invoice into its document, and says what that is not', async () => {
    const [line] = [{ description: 'Chair', quantity: 2, unit: 'pcs', unit_price: 50, tax_rate: 19, amount: 100 }];
    const parties = { seller_name: 'Shop', seller_country: 'DE', seller_tax_id: 'DE136695976', buyer_name: 'Guest', buyer_country: 'FR' };
    const terms = { invoice_number: 'A-7', issue_date: '2026-01-31', due_date: '2026-02-28', currency: 'EUR' };
    const { _meta } = JSON.parse(read('answer.json')).object;
    const object = { ...terms, ...parties, subtotal: 100, tax: 19, total: 119, line_items: [line], _meta };
    writeFileSync(join(folder, 'complete.json'), JSON.stringify({ object, metadata: {} }));
    expect(await command(['export', 'complete.json', samplePath, '-o', 'out.facturx.pdf'])).toEqual({
      code: 0,
      out: '',
      err: `out.facturx.pdf is PDF/A-3, as Factur-X wants it, only if ${samplePath} is: its fonts and colours are left as they are\n`,
    });
    expect(await command(['einvoice', 'check', 'out.facturx.pdf'])).toMatchObject({ code: 0, out: 'out.facturx.pdf: valid\n' });
  });

  it('says what is missing', async () => {
    writeFileSync(join(folder, 'a.docx'), await invoiceDocx(brokenSum()));
    await command(['extract', 'a.docx', '--json', '-o', 'docx.json']);
    const errors = [
      await command(['export', 'answer.json', '-o', 'out.doc']),
      await command(['export', 'answer.json', '-o', 'out.pdf']),
      await command(['export', 'docx.json', 'a.docx', '-o', 'out.pdf']),
      await command(['export', 'answer.json', '-o', 'out.facturx.pdf']),
    ].map(({ code, err }) => [code, err]);
    expect(errors).toEqual([
      [2, 'vouch: out.doc should end in .xlsx, .csv, .pdf, .ubl.xml, .cii.xml or .facturx.pdf, which says what to make.\n'],
      [2, 'vouch: A PDF needs the document: vouch export answer.json invoice.pdf -o marked.pdf\n'],
      [2, 'vouch: The document has no pages to draw on, as a PDF or a picture has: export a workbook (.xlsx) instead\n'],
      [2, 'vouch: A Factur-X needs the document: vouch export answer.json invoice.pdf -o invoice.facturx.pdf\n'],
    ]);
  });
});
