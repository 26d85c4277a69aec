import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { thirdOf } from '../figures/third.js';
import { readCorpus } from './corpus.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'corpus-'));
  for (const name of ['docs', 'docs_with_xml', 'truth']) mkdirSync(join(folder, name));
});
afterEach(() => rmSync(folder, { recursive: true }));

const put = (id: string, truth = {}) => {
  writeFileSync(join(folder, 'docs', `${id}.pdf`), '');
  writeFileSync(join(folder, 'truth', `${id}.json`), JSON.stringify({ id, fields: {}, ...truth }));
};

describe('a corpus', () => {
  it('is read in the order of ids, whatever the order of the folder', () => {
    put('b', { text_layer: 'ocr' });
    put('a', { text_layer: 'none', file: 'docs/a.pdf' });
    expect(readCorpus(folder)).toMatchObject([
      { id: 'a', path: join(folder, 'docs', 'a.pdf'), textLayer: 'none' },
      { id: 'b', path: join(folder, 'docs', 'b.pdf'), textLayer: 'ocr' },
    ]);
  });

  it('takes the text layer from the manifest where the truth does not say it', () => {
    put('a');
    put('b');
    writeFileSync(join(folder, 'manifest.csv'), 'id,note,text_layer\na,"one, ""two""",ocr\n');
    expect(readCorpus(folder).map(({ textLayer }) => textLayer)).toEqual(['ocr', 'native']);
  });

  it('takes receipts and the third of each source from the truth or the manifest', () => {
    put('a', { doc_type: 'receipt', group: 'brightwater' });
    put('b');
    put('c', { fields: { seller_name: { value: 'brightwater' } } });
    put('d');
    writeFileSync(join(folder, 'manifest.csv'), 'id,doc_type,group\nb,receipt,brightwater\n');
    expect(readCorpus(folder).map(({ isReceipt }) => isReceipt)).toEqual([true, true, false, false]);
    const third = thirdOf('brightwater');
    expect(readCorpus(folder).map((document) => document.third)).toEqual([third, third, third, null]);
  });

  it('takes the source before the issuer, so that a source is in one third', () => {
    put('a', { source_repo: 'somebody/invoices', group: 'brightwater' });
    put('b', { group: 'acme' });
    writeFileSync(join(folder, 'manifest.csv'), 'id,source_repo\nb,somebody/invoices\n');
    expect(readCorpus(folder).map(({ source }) => source)).toEqual(['somebody/invoices', 'somebody/invoices']);
    expect(new Set(readCorpus(folder).map(({ third }) => third))).toEqual(new Set([thirdOf('somebody/invoices')]));
  });

  it.each([
    [{ total: { value: '1.234,00' } }, 'fields.total must be {"value": …} with a number such as 1234.5, or left out'],
    [{ issue_date: { value: '12 March 2026' } }, 'fields.issue_date must be {"value": …} with a day such as 2026-03-31'],
    [{ tax: { value: null } }, 'fields.tax must be'],
    [{ total: 119 }, 'fields.total must be {"value": …}'],
    [{ supplier: { value: 'Acme' } }, 'fields.supplier is not known: there are invoice_number, '],
  ])('refuses a truth that would not be counted as it is meant, by its file and field: %j', (fields, message) => {
    put('a', { fields });
    expect(() => readCorpus(folder)).toThrow(`truth/a.json: ${message}`);
  });

  it('refuses a truth that is not JSON, or has a cell that is no value, by its file', () => {
    put('a', { line_items: [{ amount: { value: 1 } }, { amount: { value: '1' } }] });
    expect(() => readCorpus(folder)).toThrow('truth/a.json: line_items[1].amount must be');
    writeFileSync(join(folder, 'truth', 'a.json'), '{"id": "a",}');
    expect(() => readCorpus(folder)).toThrow('truth/a.json: it is not JSON: ');
  });

  it('takes documents from another folder where that has them', () => {
    put('a', { file: 'docs/a.pdf', with_xml_file: 'docs_with_xml/a.pdf' });
    put('b');
    writeFileSync(join(folder, 'docs_with_xml', 'a.pdf'), '');
    expect(readCorpus(folder, 'docs_with_xml').map(({ path }) => path)).toEqual([
      join(folder, 'docs_with_xml', 'a.pdf'),
      join(folder, 'docs', 'b.pdf'),
    ]);
  });

  it('names what is missing', () => {
    writeFileSync(join(folder, 'truth', 'x.json'), '{"id":"x","fields":{}}');
    expect(() => readCorpus(folder)).toThrow(`The document of truth/x.json, x.pdf or x.docx, is not in docs/ of ${folder}`);
    expect(() => readCorpus(folder, 'docs_with_xml')).toThrow('is neither in docs_with_xml/ nor in docs/');
    writeFileSync(join(folder, 'docs', 'x.pdf'), '');
    writeFileSync(join(folder, 'truth', 'x.json'), '{"id":"x","file":"docs/renamed.pdf","fields":{}}');
    expect(() => readCorpus(folder)).toThrow('The document of truth/x.json, renamed.pdf, is not in docs/');
    expect(() => readCorpus(join(folder, 'nowhere'))).toThrow('is no corpus');
  });
});
