import { decode, encode } from 'jpeg-js';
import { beginText, endText, moveText, PDFDocument, PDFHexString, PDFName, rgb, StandardFonts, setFontAndSize, showText } from 'pdf-lib';
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

  it('in a typeface that nothing else has, where there are several', async () => {
    const document = await PDFDocument.load(rawPdf([{ content: at(50, 700, 'word '.repeat(20)) + at(50, 680, 'word '.repeat(20)) }]));
    for (const [row, name] of ['Verdana', 'Georgia'].entries()) {
      const key = PDFName.of(name);
      const font = { Type: 'Font', Subtype: 'Type1', BaseFont: name };
      document.getPage(0).node.setFontDictionary(key, document.context.register(document.context.obj(font)));
      const shown = [setFontAndSize(key, 12), moveText(50, 500 - row * 20), showText(PDFHexString.of(Buffer.from(name).toString('hex')))];
      document.getPage(0).pushOperators(beginText(), ...shown, endText());
    }
    document.getPage(0).drawText('9,440.00', { x: 200, y: 600, size: 12, font: await document.embedFont(StandardFonts.TimesRoman) });
    expect(await tracesOf(await document.save())).toEqual([{ kind: 'typeface', text: '9,440.00' }]);
  });

  it.each([
    ['GeorgiaPSMT', 'GeorgiaPS-BoldMT'],
    ['GeorgiaPSMT-Identity-H', 'GeorgiaPS-BoldMT-Identity-H'],
    ['GeorgiaMT', 'Georgia,Bold'],
  ])('but not in %s, where the rest is set in %s: they are one typeface', async (number, rest) => {
    const document = await PDFDocument.create();
    const page = document.addPage([595, 842]);
    for (const [row, [name, text]] of [
      [rest, 'word '.repeat(30)],
      [number, '9,440.00'],
    ].entries() as Iterable<[number, [string, string]]>) {
      const key = PDFName.of(`F${row}`);
      const font = { Type: 'Font', Subtype: 'Type1', BaseFont: name, Encoding: 'WinAnsiEncoding' };
      page.node.setFontDictionary(key, document.context.register(document.context.obj(font)));
      const shown = [setFontAndSize(key, 6), moveText(50, 500 - row * 20), showText(PDFHexString.of(Buffer.from(text).toString('hex')))];
      page.pushOperators(beginText(), ...shown, endText());
    }
    expect(await tracesOf(await document.save())).toEqual([]);
  });

  it('by the first version that a later save has left in the file', async () => {
    expect(await tracesOf(savedAgain('1,440.00', '9,440.00'))).toEqual([{ kind: 'revised', text: '1,440.00 before, 9,440.00 now' }]);
  });

  it('and one that is only added, as by a stamp, is not', async () => {
    expect(await tracesOf(savedAgain('1,440.00', '1,440.00) Tj 0 -40 Td (12.11.2026'))).toEqual([]);
  });
});

/** Ten lines with amounts below each other, of which the fifth is drawn otherwise. */
const lines = (fifth: (y: number) => string): string =>
  Array.from({ length: 10 }, (_, row) => 700 - row * 20)
    .map((y, row) => at(50, y, 'Some words here') + (row === 4 ? fifth(y) : at(200, y, `1,44${row}.00`)))
    .join('');

describe('a number that is set unlike its row and column is found', () => {
  it.each([
    ['in another size', (y: number) => at(200, y, '9,440.00', 13), '9,440.00: another size'],
    ['in another black', (y: number) => `0.15 g ${at(200, y, '9,440.00')} 0 g `, '9,440.00: another black'],
    ['beside its line', (y: number) => at(200, y - 1, '9,440.00'), '9,440.00: beside its line'],
  ])('%s', async (_how, fifth, text) => {
    expect(await tracesOf(rawPdf([{ content: lines(fifth) }]))).toEqual([{ kind: 'unlike', text }]);
  });

  const words = Array.from({ length: 10 }, (_, row) => at(50, 700 - row * 20, 'Some words here')).join('');

  it('where it alone stands beside a line, in no column', async () => {
    expect(await tracesOf(rawPdf([{ content: words + at(200, 619, '9,440.00') }]))).toEqual([
      { kind: 'unlike', text: '9,440.00: beside its line' },
    ]);
  });

  it.each([
    ['one of a page that is set unevenly', words + at(200, 619, '9,440.00') + at(200, 639, 'more') + at(200, 641, 'words')],
    ['one on the line between two', words + at(200, 610, '9,440.00')],
  ])('but not %s', async (_what, content) => {
    expect(await tracesOf(rawPdf([{ content }]))).toEqual([]);
  });

  it.each([
    ['one that is set as the others are', (y: number) => at(200, y, '9,440.00')],
    ['one that is large, to be seen first', (y: number) => at(200, y, '9,440.00', 20)],
    ['one in a colour', (y: number) => `1 0 0 rg ${at(200, y, '9,440.00')} 0 g `],
    ['one of several in its size', (y: number) => at(200, y, '9,440.00', 13) + at(300, y, '9,440.00', 13)],
    ['one whose words are moved with it', (y: number) => at(200, y - 1, '9,440.00') + at(300, y - 1, 'EUR')],
    ['words', (y: number) => at(200, y - 1, 'free', 13)],
  ])('but not %s', async (_what, fifth) => {
    expect(await tracesOf(rawPdf([{ content: lines(fifth) }]))).toEqual([]);
  });
});

describe('a page of another file is found', () => {
  const page = { content: lines((y) => at(200, y, '9,440.00')) };
  const small = { ...page, entries: '/MediaBox [0 0 500 800]' };

  it('by its size', async () => {
    expect(await tracesOf(rawPdf([page, small, page]))).toEqual([{ kind: 'foreign', text: '500 × 800 points' }]);
  });

  it('by typefaces that no other page has', async () => {
    const document = await PDFDocument.load(rawPdf([page, page]));
    const font = await document.embedFont(StandardFonts.TimesRoman);
    document.addPage([595, 842]).drawText('word 1,440.00 '.repeat(4).concat('\n').repeat(5), { x: 50, y: 700, size: 12, font });
    expect(await tracesOf(await document.save())).toEqual([{ kind: 'foreign', text: 'set in times' }]);
  });

  it.each([
    [
      'one without numbers, such as terms',
      [page, { content: at(50, 700, 'word '.repeat(15)) + at(50, 680, 'word '.repeat(15)), entries: small.entries }],
    ],
    ['one that is turned', [page, { ...page, entries: '/MediaBox [0 0 842 595]' }]],
    ['one of two that are alike', [page, small, small]],
  ])('but not %s', async (_what, pages) => {
    expect(await tracesOf(rawPdf(pages))).toEqual([]);
  });
});

describe('a picture laid on a scan is found', () => {
  async function scanWith(
    ...boxes: readonly { readonly x: number; readonly y: number; readonly width: number; readonly height: number }[]
  ) {
    const document = await PDFDocument.create();
    const picture = await document.embedJpg(Uint8Array.from(encode({ width: 8, height: 8, data: new Uint8Array(256).fill(240) }, 80).data));
    const page = document.addPage([595, 842]);
    for (const box of [{ x: 0, y: 0, width: 595, height: 842 }, ...boxes]) page.drawImage(picture, box);
    return document.save();
  }
  const patch = { x: 400, y: 300, width: 60, height: 12 };

  it('where it is as large as a number', async () => {
    expect(await tracesOf(await scanWith(patch))).toEqual([
      { kind: 'patch', text: '60 × 12 points, 400 from the left and 530 from the top' },
    ]);
  });

  it('where the page has words of its own over its picture, too', async () => {
    const document = await PDFDocument.load(await scanWith(patch));
    for (let row = 0; row < 10; row += 1) document.getPage(0).drawText('four words of it', { x: 50, y: 700 - row * 20, size: 12 });
    expect(await tracesOf(await document.save())).toEqual([expect.objectContaining({ kind: 'patch' })]);
  });

  it.each([
    ['a stamp', [{ ...patch, width: 120, height: 60 }]],
    ['the parts that a scanner makes of its picture', [0, 20, 40, 60].map((y) => ({ ...patch, y }))],
  ])('but not %s', async (_what, boxes) => {
    expect(await tracesOf(await scanWith(...boxes))).toEqual([]);
  });
});

describe('a number pasted into the picture of a scan is found', () => {
  const [width, height] = [592, 840];
  type Dots = Uint8Array;
  /** Grey strokes on grey paper, as print has them, the same at each run. */
  function print(dots: Dots, { left, top, right, bottom }: Record<'left' | 'top' | 'right' | 'bottom', number>, seed: number): Dots {
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return (state >> 16) % below;
    };
    for (let y = top; y < bottom; y += 3)
      for (let x = left; x < right; x += 4) {
        const [wide, grey] = [1 + random(4), 40 + random(90)];
        for (let dot = 0; dot < wide * 2; dot += 1)
          dots.fill(grey, ((y + (dot & 1)) * width + x + (dot >> 1)) * 4, ((y + (dot & 1)) * width + x + (dot >> 1)) * 4 + 3);
      }
    return dots;
  }
  const compressed = (dots: Dots, quality: number) => Uint8Array.from(encode({ width, height, data: dots }, quality).data);
  const opened = (jpeg: Uint8Array): Dots => Uint8Array.from(decode(jpeg, { useTArray: true }).data);
  const paper = print(new Uint8Array(width * height * 4).fill(225), { left: 40, top: 40, right: 550, bottom: 800 }, 1);
  const number = { left: 402, top: 301, right: 462, bottom: 313 };

  async function tracesOfScan(jpeg: Uint8Array) {
    const document = await PDFDocument.create();
    document.addPage([width, height]).drawImage(await document.embedJpg(jpeg), { x: 0, y: 0, width, height });
    return tracesOf(await document.save());
  }

  it('where the JPEG was saved again in a higher quality', async () => {
    const [found, ...others] = await tracesOfScan(compressed(print(opened(compressed(paper, 75)), number, 7), 90));
    const [, wide, high, left, top] =
      /(\d+) × (\d+) points, (\d+) from the left and (\d+) from the top/.exec(found?.text ?? '')?.map(Number) ?? [];
    expect(others).toEqual([]);
    expect([Math.abs((left ?? 0) - 400), Math.abs((top ?? 0) - 300)].every((off) => off <= 8)).toBe(true);
    expect([wide, high]).toEqual([expect.closeTo(64, -1), expect.closeTo(16, -1)]);
  });

  it.each([
    ['a scan that is saved again as it is', compressed(opened(compressed(paper, 75)), 90)],
    ['what was printed so', compressed(print(Uint8Array.from(paper), number, 7), 90)],
  ])('but not %s', async (_what, jpeg) => {
    expect(await tracesOfScan(jpeg)).toEqual([]);
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
