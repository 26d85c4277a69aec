import JSZip from 'jszip';
import { afterAll, describe, expect, it } from 'vitest';
import { parseSchema } from '../../../core/index.js';
import { csvOf } from '../../../server/export/csv.js';
import type { FileAnswer } from '../../../server/export/file-answers.js';
import { answerTables } from '../../../server/export/tables.js';
import { workbookOf } from '../../../server/export/workbook.js';
import { openXlsx, text } from '../../plugins/converters/open.js';

const xlsx = openXlsx();
afterAll(() => xlsx.close());

const schema = parseSchema(
  JSON.stringify({
    type: 'object',
    properties: {
      number: { type: 'string' },
      issued: { type: 'string' },
      total: { type: 'number' },
      paid: { type: 'boolean' },
      lines: { type: 'array', items: { type: 'object', properties: { item: { type: 'string' }, amount: { type: 'number' } } } },
    },
  }),
);

const answerWith = (values: object, entries: readonly object[] = []): FileAnswer => ({
  kind: 'answered',
  file: 'März/a&b.pdf',
  body: {
    object: { ...values, _meta: { confidence_score: 0.9, issues: [], field_confidence: entries as never } },
    metadata: { processing_time_ms: 1, credits: 1, fallback_triggered: false },
  },
});

const tablesOf = (answer: FileAnswer) => answerTables([answer], { schema, threshold: 0.85, addressOf: encodeURI });
const partsOf = async (answer: FileAnswer): Promise<Readonly<Record<string, string>>> => {
  const zip = await JSZip.loadAsync(await workbookOf(tablesOf(answer)));
  return Object.fromEntries(await Promise.all(Object.values(zip.files).map(async (file) => [file.name, await file.async('string')])));
};
const first = 'xl/worksheets/sheet1.xml';

describe('a workbook of answers', () => {
  it('is read back by our own reader of workbooks, a sheet for the documents, each list and the evidence', async () => {
    const answer = answerWith({ number: 'A-1', issued: '2026-03-31', total: 1234.5, paid: true, lines: [{ item: 'Tea', amount: 2.5 }] }, [
      { field: '$.total', score: 0.99, page: 2, text: 'Total 1,234.50', reason: 'Exact match' },
    ]);
    const { pages } = await xlsx.convert(await workbookOf(tablesOf(answer)));
    const said = pages.map(({ words }) => text(words));
    expect(said.join('\n')).toMatch(/A-1 2026-03-31 1234\.50 TRUE[\s\S]*Tea 2\.5[\s\S]*lines\[0\]\.amount 2\.5/);
    expect(said.join('\n')).toContain('total 1234.50 0.99 2 Total 1,234.50 Exact match');
  });

  it('has no two columns of one name, where rows have an item of their own', () => {
    const [, lines] = tablesOf(answerWith({ lines: [{ item: 'Tea', amount: 2.5 }] }));
    expect(lines?.header).toEqual(['file', 'item_', 'item', 'amount']);
  });

  it('has amounts as exact decimal numbers; one with more digits than a spreadsheet keeps is a text', async () => {
    const exact = await partsOf(answerWith({ total: 12231.98, lines: [{ amount: 0.1 }, { amount: -7 }, { amount: 123456789012.34 }] }));
    expect(exact[first]).toContain('<v>12231.98</v>');
    expect(exact['xl/worksheets/sheet2.xml']?.match(/<v>[^<]*<\/v>/g)).toEqual(
      ['1', '0.1', '2', '-7', '3', '123456789012.34'].map((number) => `<v>${number}</v>`),
    );
    const long = await partsOf(answerWith({ total: 12345678901234.56 }));
    expect(long[first]).toContain('<t xml:space="preserve">12345678901234.56</t>');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\t=1', '＝1', ' =1'])(
    'has no formula for the text %j, also when the cell is edited',
    async (number) => {
      const parts = await partsOf(answerWith({ number }));
      const cell = parts[first]?.match(/<c r="E2" s="(\d+)" t="inlineStr">/);
      const formats = parts['xl/styles.xml']?.match(/<cellXfs.*<\/cellXfs>/)?.[0].match(/<xf [^>]*>/g);
      expect(formats?.[Number(cell?.[1])]).toContain('quotePrefix="1"');
      expect(Object.values(parts).join('')).not.toMatch(/<f[ >]/);
      const [documents = { header: [], rows: [] }] = tablesOf(answerWith({ number }));
      expect(csvOf(documents)).toContain(`'${number}`);
    },
  );

  it('has no formula for a spreadsheet that parts cells by semicolons, nor a character that the text does not name', async () => {
    const answer = answerWith({ number: 'Tea;=HYPERLINK(A1)\n@x; -1', issued: 'INV_x0030_1', total: -5 });
    const [documents = { header: [], rows: [] }] = tablesOf(answer);
    expect(csvOf(documents)).toContain(`"Tea;'=HYPERLINK(A1)\n'@x;' -1",INV_x0030_1,-5`);
    expect((await partsOf(answer))[first]).toContain('>INV_x005F_x0030_1</t>');
  });

  it('keeps a number with leading zeros and a text of any characters as they are', async () => {
    const parts = await partsOf(answerWith({ number: '00123', issued: '<&>"\u0000\ud800 ✓' }));
    expect(parts[first]).toContain('>00123</t>');
    expect(parts[first]).toContain('>&lt;&amp;&gt;&quot;\ufffd ✓</t>');
  });

  it('marks what is under the threshold, and leaves empty what is unknown', async () => {
    const parts = await partsOf(answerWith({ number: null, total: 5 }, [{ field: '$.total', score: 0.5, reason: 'x' }]));
    expect(parts[first]).toMatch(/<c r="G2" s="1"><v>5<\/v><\/c>/);
    expect(parts[first]).not.toContain('r="E2"');
  });

  it('links each value to its page of the document', async () => {
    const parts = await partsOf(answerWith({ total: 5 }, [{ field: '$.total', score: 0.9, page: 2, text: '5', reason: 'x' }]));
    expect(parts['xl/worksheets/_rels/sheet3.xml.rels']).toContain('Target="M%C3%A4rz/a&amp;b.pdf#page=2" TargetMode="External"');
    expect(parts['xl/worksheets/sheet3.xml']).toContain('<hyperlink ref="H2" r:id="rId1"/>');
  });
});
