import { afterAll, describe, expect, it } from 'vitest';
import type { Page } from '../../../core/index.js';
import { claims } from '../../threats/hidden-text.js';
import { openPdf, text } from './open.js';
import { at, type RawPage, rawPdf } from './raw-pdf.js';

const pdf = openPdf();
afterAll(() => pdf.close());

async function read(content: string, page: Omit<RawPage, 'content'> = {}): Promise<Pick<Page, 'words' | 'hidden'>> {
  const [first] = (await pdf.convert(rawPdf([{ content, ...page }]))).pages;
  if (!first) throw new Error('the document has no page');
  return first;
}

const visible = at(50, 700, 'Total 120.00');

describe('text that is drawn too small or too narrow to read', () => {
  const ways: Readonly<Record<string, string>> = {
    '2 point type': at(50, 600, 'Total 1.00', 2),
    'squeezed to a thousandth of its width': `0.1 Tz ${at(50, 600, 'Total 1.00')} 100 Tz`,
    'squeezed to a tenth of its width': `10 Tz ${at(50, 600, 'Total 1.00', 9)} 100 Tz`,
    'flattened by its matrix': 'BT /F1 1 Tf 12 0 0 0.01 50 600 Tm (Total 1.00) Tj ET',
    'narrowed by its matrix': 'BT /F1 1 Tf 0.01 0 0 12 50 600 Tm (Total 1.00) Tj ET',
    'shrunk by the matrix of the page': `q 0.1 0 0 0.1 45 540 cm ${at(50, 600, 'Total 1.00')} Q`,
    'turned upwards and squeezed': '1 Tz BT /F1 12 Tf 0 1 -1 0 300 600 Tm (Total 1.00) Tj ET 100 Tz',
  };
  it.each(Object.keys(ways))('is hidden: %s', async (way) => {
    const page = await read(visible + ways[way]);
    expect(text(page.words)).toBe('Total 120.00');
    expect(page.hidden.map((word) => word.text).sort()).toEqual(['1.00', 'Total']);
  });

  it('is found inside a word, so that no digit gets into an amount', async () => {
    const page = await read('BT 1 0 0 1 50 700 Tm /F1 12 Tf (1) Tj /F1 0.8 Tf (9) Tj /F1 12 Tf (20.00) Tj ET');
    expect(text(page.words).replaceAll(' ', '')).toBe('120.00');
    expect(text(page.hidden)).toBe('9');
  });
});

describe('digits that stand on their head', () => {
  const turned = (x: number, y: number, text: string): string => `BT /F1 12 Tf -1 0 0 -1 ${x} ${y} Tm (${text}) Tj ET\n`;
  it('prove nothing among others until OCR has read them', async () => {
    const page = await read(at(50, 700, 'IBAN IE29 AIBK') + turned(180, 708, '0689'));
    expect(page.words.filter(({ unconfirmed }) => unconfirmed).map(({ text }) => text)).toEqual(['0689']);
  });

  it('are read on a page that is printed so as a whole', async () => {
    const page = await read(turned(300, 700, 'Total 120.00') + turned(300, 600, 'Invoice 42'));
    expect(page.words.filter(({ unconfirmed }) => unconfirmed)).toEqual([]);
  });
});

describe('digits that look like themselves', () => {
  const resources = '/Font << /F1 3 0 R /F4 4 0 R >>';
  const drawing = (digit: string, glyph: string): string =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [${digit.charCodeAt(0)} /${glyph}] >> /ToUnicode 5 0 R >>`;

  // In small type they differ in few dots only.
  it.each([3, 4, 6, 12])('vouch for no others under their name, on their page or the next: %i point type', async (size) => {
    for (const [digit, glyph] of [
      ['8', 'three'],
      ['3', 'eight'],
      ['0', 'six'],
      ['5', 'six'],
    ] as const) {
      const honest = at(50, 700, 'Total 1234567890', size) + at(50, 680, `${digit}${digit}.00`, size);
      const lying = honest + at(50, 640, `${digit}${digit}.00`, size).replace('/F1', '/F4');
      const pages = [{ content: honest }, { content: lying, resources }];
      const document = await pdf.convert(rawPdf(pages, { objects: [drawing(digit, glyph), claims({})] }));
      const doubted = document.pages.map(({ words }) => words.filter(({ unconfirmed, box }) => unconfirmed && box.y > 190));
      expect(doubted.map((words) => words.map((word) => word.text))).toEqual([[], [`${digit}${digit}.00`]]);
    }
  });
});

it('a comma of old-style figures is smaller than the tallest of them, and no digit of them is, however tall another one is drawn', async () => {
  // What each code draws, and how large: 0 and 1 are as high as an x, and a 2 is as high as four of them.
  const figures: Readonly<Record<string, readonly [string, number]>> = {
    zero: ['0', 620],
    one: ['1', 620],
    two: ['2', 2_600],
    three: ['3', 950],
    comma: [',', 1_250],
    period: ['0', 620],
  };
  const stream = (text: string): string => `<< /Length ${text.length} >>\nstream\n${text}\nendstream`;
  const names = Object.keys(figures);
  const font = `<< /Type /Font /Subtype /Type3 /FontBBox [0 -300 1000 1000] /FontMatrix [0.001 0 0 0.001 0 0] /FirstChar 44 /LastChar 51
    /Widths [400 0 600 0 600 600 1600 600] /Encoding << /Type /Encoding /Differences [44 /comma 46 /period 48 /zero /one /two /three] >>
    /Resources << /Font << /F1 3 0 R >> >> /CharProcs << ${names.map((name, at) => `/${name} ${6 + at} 0 R`).join(' ')} >> /ToUnicode 5 0 R >>`;
  const drawn = Object.values(figures).map(([text, size]) => stream(`600 0 d0 BT /F1 ${size} Tf (${text}) Tj ET`));
  const content = [at(50, 700, '13,30'), at(50, 650, '1,100'), at(50, 600, '1.100'), at(50, 500, '2')].join('').replaceAll('/F1', '/F4');
  const document = await pdf.convert(
    rawPdf([{ content, resources: '/Font << /F1 3 0 R /F4 4 0 R >>' }], { objects: [font, claims({}), ...drawn] }),
  );
  expect(document.pages[0]?.words.map(({ text, unconfirmed = false }) => [text, unconfirmed])).toEqual([
    ['13,30', false],
    ['1,100', false],
    ['1.100', true],
    ['2', false],
  ]);
});

describe('two codes of one font', () => {
  const resources = '/Font << /F1 3 0 R /F4 4 0 R >>';
  // The code ~ has the text of another and is drawn as `glyph`.
  it.each([
    ['8', 'three', 3],
    ['0', 'six', 3],
    ['5', 'six', 4],
    ['8', 'three', 6],
  ])('that both say %s, of which one draws a %s, are told apart: %i point type', async (digit, glyph, size) => {
    const font = `<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /BaseEncoding /WinAnsiEncoding /Differences [126 /${glyph}] >> /ToUnicode 5 0 R >>`;
    const rows = (from: number, text: string): string =>
      [...Array(8).keys()].map((row) => at(50 + row * 0.137, from - row * 13.03, text, size).replace('/F1', '/F4')).join('');
    const content = rows(750, `Total 1234567890 ${digit}${digit}.00`) + rows(400, `${digit}~.00`);
    const document = await pdf.convert(rawPdf([{ content, resources }], { objects: [font, claims({ '~': digit })] }));
    const words = document.pages[0]?.words ?? [];
    expect(words.filter(({ text, unconfirmed }) => text === `${digit}${digit}.00` && unconfirmed).length).toBe(8);
    expect(words.filter(({ unconfirmed }) => unconfirmed).length).toBe(8);
  });
});

it('60 pages of tables in 5 point type are read in the time of a parser', async () => {
  const rows = (page: number): string =>
    [...Array(2_000).keys()].map((cell) => at(20 + (cell % 20) * 28, 20 + Math.floor(cell / 20) * 8, `${page}.${cell}`, 5)).join('');
  const { pages } = await pdf.convert(rawPdf([...Array(60).keys()].map((page) => ({ content: rows(page) }))));
  expect(pages).toHaveLength(60);
  expect(pages.flatMap(({ words }) => words.filter(({ unconfirmed }) => unconfirmed))).toEqual([]);
}, 240_000);

describe('an annotation', () => {
  const noted = async (flags: number): Promise<string> => {
    const drawn = 'q 1 1 1 rg 0 0 200 14 re f Q BT /F 11 Tf 1 3 Td (Total 9.99) Tj ET';
    const form = `<< /Type /XObject /Subtype /Form /BBox [0 0 200 14] /Resources << /Font << /F 3 0 R >> >> /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`;
    const annotation = `<< /Type /Annot /Subtype /FreeText /Rect [50 697 250 711] /AP << /N 4 0 R >> /F ${flags} >>`;
    const document = await pdf.convert(rawPdf([{ content: visible, entries: '/Annots [5 0 R]' }], { objects: [form, annotation] }));
    return text(document.pages[0]?.words);
  };

  it('that is only for paper does not cover what is seen on a screen', async () => {
    expect(await noted(4)).toBe('Total 9.99');
    expect(await noted(32 | 4)).toBe('Total 120.00');
  });
});

describe('small print that can be read', () => {
  it.each([4, 4.5, 5])('is shown: terms in %s point type', async (size) => {
    const page = await read(at(50, 600, 'until 15.11.2026, 1.5 % of $ 711.14 in all', size));
    expect(text(page.words)).toBe('until 15.11.2026, 1.5 % of $ 711.14 in all');
  });

  it('is shown: a condensed face, marks and thin letters', async () => {
    const page = await read(`82 Tz ${at(50, 600, 'Illi, 111.11 - i.l.', 5)} 100 Tz`);
    expect(text(page.words)).toBe('Illi, 111.11 - i.l.');
    expect(page.hidden).toEqual([]);
  });

  it('is shown: turned upwards', async () => {
    const page = await read('BT /F1 5 Tf 0 1 -1 0 300 600 Tm (Form 4711) Tj ET');
    expect(text(page.words)).toBe('Form 4711');
  });
});
