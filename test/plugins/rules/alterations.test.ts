import { PDFDocument, rgb, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import type { FileTrace } from '../../../core/index.js';
import alterations from '../../../plugins/rules/alterations.js';
import { documentOf, money, pageOf } from '../../core/builders.js';
import { runRule } from '../../kit/index.js';
import { openPdf } from '../converters/open.js';
import { at, rawPdf } from '../converters/raw-pdf.js';

const pdf = openPdf();
afterAll(() => pdf.close());

const tracesOf = async (bytes: Uint8Array): Promise<readonly FileTrace[]> =>
  (await pdf.convert(bytes)).pages.flatMap(({ traces = [] }) => traces);
const invoice = at(50, 700, 'Total') + at(200, 700, '1,440.00');

describe('a number that was changed is found', () => {
  it('under a white box with another one on it', async () => {
    const document = await PDFDocument.load(rawPdf([{ content: invoice }]));
    const page = document.getPage(0);
    page.drawRectangle({ x: 198, y: 697, width: 60, height: 13, color: rgb(1, 1, 1) });
    page.drawText('9,440.00', { x: 200, y: 700, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
    expect(await tracesOf(await document.save())).toEqual([{ kind: 'covered', text: '9,440.00 over 1,440.00' }]);
  });

  it('in a typeface that nothing else has', async () => {
    const document = await PDFDocument.load(rawPdf([{ content: at(50, 700, 'word '.repeat(20)) + at(50, 680, 'word '.repeat(20)) }]));
    document.getPage(0).drawText('9,440.00', { x: 200, y: 600, size: 12, font: await document.embedFont(StandardFonts.TimesRoman) });
    expect(await tracesOf(await document.save())).toEqual([{ kind: 'typeface', text: '9,440.00' }]);
  });

  it('by the first version that a later save has left in the file', async () => {
    expect(await tracesOf(savedAgain('1,440.00', '9,440.00'))).toEqual([{ kind: 'revised', text: '1,440.00 before, 9,440.00 now' }]);
  });

  it('and one that is only added, as by a stamp, is not', async () => {
    expect(await tracesOf(savedAgain('1,440.00', '1,440.00) Tj 0 -40 Td (12.11.2026'))).toEqual([]);
  });
});

describe('a file that says of itself what cannot be is found', () => {
  function dated(created: string, saved: string): Uint8Array {
    const file = rawPdf([{ content: invoice }], { objects: [`<< /CreationDate (${created}) /ModDate (${saved}) >>`] });
    return Buffer.from(Buffer.from(file).toString('latin1').replace('/Root 1 0 R', '/Root 1 0 R /Info 4 0 R'), 'latin1');
  }

  it('by a last save before its creation', async () => {
    expect(await tracesOf(dated("D:20260302120000+01'00'", 'D:20260101'))).toEqual([
      { kind: 'dated', text: 'created on 2026-03-02, saved on 2026-01-01' },
    ]);
  });

  it.each([
    ['a save later on', 'D:20260302120000Z', 'D:20260401120000Z'],
    ['time zones that are not stated', 'D:20260302120000', 'D:20260301180000'],
    ['a save in another time zone', "D:20260302120000+11'00'", 'D:20260302020000Z'],
    ['a program without a clock', 'D:20260302120000Z', 'D:19700101000000Z'],
    ['no date', 'D:20260302120000Z', 'yesterday'],
  ])('but not by %s', async (_what, created, saved) => {
    expect(await tracesOf(dated(created, saved))).toEqual([]);
  });
});

/** A file that was saved again behind itself, with another text in the content of its page. */
function savedAgain(before: string, after: string): Uint8Array {
  const first = Buffer.from(rawPdf([{ content: invoice.replace('1,440.00', before) }])).toString('latin1');
  const [, number = ''] = /\/Contents (\d+) 0 R/.exec(first) ?? [];
  const [, previous = ''] = /startxref\s+(\d+)/.exec(first) ?? [];
  const content = invoice.replace('1,440.00', after);
  const object = `\n${number} 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
  const place = String(first.length + 1).padStart(10, '0');
  const table = `xref\n${number} 1\n${place} 00000 n \ntrailer\n<< /Size 99 /Root 1 0 R /Prev ${previous} >>\n`;
  return Buffer.from(`${first}${object}${table}startxref\n${first.length + object.length}\n%%EOF\n`, 'latin1');
}

describe('the rule', () => {
  const asked = (kind: FileTrace['kind'], options: object = {}) =>
    runRule(alterations, {
      options: { ...options },
      schema: { total: money },
      document: documentOf(pageOf('Total 9,440.00', 1, { traces: [{ kind, text: '9,440.00' }] })),
      reading: { total: '9,440.00' },
    });

  it('holds the document, and says what that rests on', async () => {
    const { checks, held } = await asked('covered');
    expect(checks).toMatchObject([{ status: 'FAILED', policy: 'hold', actual: 'with numbers over other numbers (page 1, "9,440.00")' }]);
    expect(held).toEqual(['ALTERATIONS']);
  });

  it('names no page for what the file says of itself', async () => {
    expect((await asked('dated')).checks).toMatchObject([{ status: 'FAILED', actual: 'with dates that contradict each other (9,440.00)' }]);
  });

  it('holds none without a sign, and none that the host accepts', async () => {
    expect((await asked('struck')).checks).toMatchObject([{ status: 'PASSED' }]);
    expect((await asked('covered', { accept: ['covered'] })).held).toEqual([]);
  });
});
