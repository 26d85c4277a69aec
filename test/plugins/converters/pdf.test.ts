import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Box, Page } from '../../../core/index.js';
import { grayPng } from '../../fixtures/pdf/png.js';
import { openPdf, text } from './open.js';
import { at, type RawPage, rawPdf } from './raw-pdf.js';

const pdf = openPdf();
afterAll(() => pdf.close());

const pagesOf = async (pages: readonly RawPage[]): Promise<readonly Page[]> => (await pdf.convert(rawPdf(pages))).pages;
const read = async (content: string, entries = ''): Promise<Page> => first(await pagesOf([{ content, entries }]));
const readBytes = async (bytes: Uint8Array): Promise<Page> => first((await pdf.convert(bytes)).pages);

function first<T>(values: readonly T[]): T {
  const [value] = values;
  if (value === undefined) throw new Error('there is none');
  return value;
}
const boxOf = (page: Page, word: string): Box => first(page.words.filter((candidate) => candidate.text === word)).box;

/** Writes a document with pdf-lib. */
async function written(draw: (pdf: PDFDocument) => Promise<void>): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  await draw(document);
  return document.save();
}
/** Grey noise, so that there is contrast anywhere in the picture. */
const noise = grayPng(
  Uint8Array.from({ length: 100 * 140 }, (_, index) => ((index * 7919) % 97) * 2),
  100,
  140,
);

it('reads the euro sign of a font that does not name its table, and leaves the letter Ä alone', async () => {
  const font = '<< /Type /Font /Subtype /TrueType /BaseFont /Arial /FirstChar 32 /LastChar 255 /Encoding /MacRomanEncoding >>';
  const content = `${at(20, 600, '\\20059,50')} ${at(20, 580, '1.200,00\\200')} ${at(20, 560, '\\200rger 4\\200x')}`;
  const page = first(await pagesOf([{ content, resources: `/Font << /F1 ${font} >>` }]));
  expect(page.words.map((word) => word.text)).toEqual(['€59,50', '1.200,00€', 'Ärger', '4Äx']);
});

describe('the type of a file', () => {
  const accepts = (bytes: string): boolean => pdf.converter.accepts({ name: 'invoice.docx', bytes: Buffer.from(bytes, 'latin1') });
  it('is PDF where the header stands within the first 1,024 bytes', () => {
    expect(accepts('%PDF-1.4\n')).toBe(true);
    expect(accepts(`MZ${' '.repeat(1_017)}%PDF-1.4`)).toBe(true);
  });
  it('is not PDF where the header comes later, or never', () => {
    expect(accepts(`${' '.repeat(1_020)}%PDF-1.4`)).toBe(false);
    expect(accepts('<html>')).toBe(false);
    expect(accepts('')).toBe(false);
  });
});

it('is read alike whatever was read before it, also where pdfium has to put faces in place of those that the file does not bring', async () => {
  const set = (name: string, width: number): Uint8Array => {
    const descriptor = `<< /Type /FontDescriptor /FontName /${name} /Ascent 900 /CapHeight 900 /Descent -210 /Flags 32 /FontBBox [-250 -210 2000 900] /ItalicAngle 0 /StemV 0 >>`;
    const widths = `/FirstChar 32 /LastChar 126 /Widths [${`${width} `.repeat(95)}]`;
    const font = `<< /Type /Font /Subtype /TrueType /BaseFont /${name} ${widths} /Encoding /WinAnsiEncoding /FontDescriptor ${descriptor} >>`;
    return rawPdf([{ content: at(20, 600, 'Duplicate 250.00'), resources: `/Font << /F1 ${font} >>` }]);
  };
  const before = await pdf.convert(set('LucidaConsole', 602));
  await pdf.convert(set('Tahoma,Bold', 900));
  expect(await pdf.convert(set('LucidaConsole', 602))).toEqual(before);
});

describe('words', () => {
  it('stand where they are printed, measured in points from the top left, and are as high as their type', async () => {
    const page = await read(at(100, 742, 'Total 120.00', 10));
    expect(page).toMatchObject({ number: 1, width: 595, height: 842, textLayer: 'native', hidden: [] });
    expect(page.words.map((word) => word.text)).toEqual(['Total', '120.00']);
    expect(boxOf(page, 'Total').x).toBeCloseTo(100, 0);
    expect(boxOf(page, 'Total').height).toBeCloseTo(11, -1);
    expect(boxOf(page, 'Total').y + boxOf(page, 'Total').height).toBeCloseTo(102, 0);
    expect(boxOf(page, '120.00').x).toBeGreaterThan(boxOf(page, 'Total').x + boxOf(page, 'Total').width);
  });

  it('keep the order in which pdfium reads the page', async () => {
    const page = await read(at(50, 700, 'Invoice 42') + at(300, 700, 'Date') + at(50, 650, 'Total'));
    expect(text(page.words)).toBe('Invoice 42 Date Total');
  });

  it('are apart where a wide gap without a space lies between them', async () => {
    const page = await read('BT /F1 12 Tf 1 0 0 1 50 700 Tm [(Total) -4000 (120.00)] TJ ET');
    expect(page.words.map((word) => word.text)).toEqual(['Total', '120.00']);
  });

  it('keep the hyphen at the end of a line', async () => {
    const page = await read(`BT /F1 12 Tf 14 TL 1 0 0 1 50 700 Tm (order INV-) Tj T* (2024 of May) Tj ET`);
    expect(page.words.map((word) => word.text)).toEqual(['order', 'INV-', '2024', 'of', 'May']);
  });

  it('are turned with the page', async () => {
    const page = await read(at(100, 700, 'Total'), '/Rotate 90');
    expect(page).toMatchObject({ width: 842, height: 595 });
    const box = boxOf(page, 'Total');
    expect(box.x).toBeCloseTo(697, -1);
    expect(box.y).toBeCloseTo(100, 0);
    expect(box.height).toBeGreaterThan(box.width);
  });

  it('are measured from the corner of the crop box, and those outside of it are hidden', async () => {
    const page = await read(at(100, 700, 'Total') + at(500, 700, 'Secret'), '/CropBox [50 600 350 800]');
    expect(page).toMatchObject({ width: 300, height: 200 });
    expect(boxOf(page, 'Total').x).toBeCloseTo(50, 0);
    expect(boxOf(page, 'Total').y + boxOf(page, 'Total').height).toBeCloseTo(103, 0);
    expect(text(page.hidden)).toBe('Secret');
  });

  it('are read as they stand where a negative size of type turns a turned text matrix back', async () => {
    const { words } = await read('BT /F1 -12 Tf -1 0 0 -1 20 600 Tm (Equipment Amount 1,609.50) Tj ET\n');
    expect(words).toMatchObject(['Equipment', 'Amount', '1,609.50'].map((word) => ({ text: word })));
    expect(words.filter(({ unconfirmed }) => unconfirmed)).toEqual([]);
  });
  it('that run upwards are words, too', async () => {
    const page = await read(`BT /F1 12 Tf 0 1 -1 0 40 300 Tm (Account 4711) Tj ET`);
    expect(page.words.map((word) => word.text)).toEqual(['Account', '4711']);
    expect(boxOf(page, 'Account').height).toBeGreaterThan(3 * boxOf(page, 'Account').width);
    expect(boxOf(page, '4711').y).toBeLessThan(boxOf(page, 'Account').y);
  });
});

describe('hidden words', () => {
  const visible = at(50, 700, 'Total 120.00');
  const ways: Readonly<Record<string, string>> = {
    'white on white': `1 g ${at(50, 600, 'Total 1.00')} 0 g`,
    'almost white on white': `0.97 g ${at(50, 600, 'Total 1.00')} 0 g`,
    'black on black': `0 g 40 590 200 30 re f ${at(50, 600, 'Total 1.00')}`,
    'in invisible mode': `3 Tr ${at(50, 600, 'Total 1.00')} 0 Tr`,
    'off the page': at(700, 600, 'Total 1.00'),
    'too small to read': at(50, 600, 'Total 1.00', 0.5),
    'under a white box': `${at(50, 600, 'Total 1.00')} 1 g 40 590 200 30 re f 0 g`,
    'under a striped box': `${at(50, 600, 'Total 1.00')} 0.9 g 40 590 200 30 re f 0 g 40 602 200 2 re f 40 606 200 1 re f`,
    'cut away by a clip': `q 0 0 10 10 re W n ${at(50, 600, 'Total 1.00')} Q`,
  };
  it.each(Object.keys(ways))('are those %s', async (way) => {
    const page = await read(visible + ways[way]);
    expect(text(page.words)).toBe('Total 120.00');
    expect(text(page.hidden)).toBe('Total 1.00');
  });

  it('are found inside a word, so that no digit gets into an amount', async () => {
    const page = await read('1 g BT /F1 12 Tf 1 0 0 1 50 700 Tm (9) Tj 0 g (120.00) Tj ET');
    expect(text(page.words)).toBe('120.00');
    expect(text(page.hidden)).toBe('9');
  });

  it('are those that are invisible in the place of others', async () => {
    const page = await read(`1 g ${at(50, 700, 'Amount 9,999.00')} 0 g ${visible}`);
    expect(text(page.words)).toBe('Total 120.00');
    expect(text(page.hidden)).toBe('Amount 9,999.00');
  });

  it('are not those that are printed twice to look bold', async () => {
    const page = await read(visible + at(50.6, 700, 'Total 120.00'));
    expect(page.hidden).toEqual([]);
    expect(text(page.words)).toContain('Total 120.00');
  });

  it('are not white ones on a dark bar', async () => {
    const page = await read(`0.1 g 40 590 200 30 re f 1 g ${at(50, 600, 'Total 120.00')}`);
    expect(text(page.words)).toBe('Total 120.00');
  });

  it('are not those under a transparent seal', async () => {
    const page = await read(
      `${visible} /G gs 1 0 0 rg 40 690 100 30 re f`,
      '/Resources << /Font << /F1 3 0 R >> /ExtGState << /G << /ca 0.3 >> >> >>',
    );
    expect(text(page.words)).toBe('Total 120.00');
  });

  it('are not pale or thin ones', async () => {
    const page = await read(`0.85 0.9 0.92 rg ${at(50, 600, 'Invoice')} 0 g ${at(50, 500, 'a | b', 4)}`);
    expect(text(page.words)).toBe('Invoice a | b');
  });
});

describe('a scan', () => {
  it('without text has no words and no text layer', async () => {
    const bytes = await written(async (document) => {
      document.addPage([595, 842]).drawImage(await document.embedPng(noise), { x: 0, y: 0, width: 595, height: 842 });
    });
    expect(await readBytes(bytes)).toMatchObject({ textLayer: 'none', words: [], hidden: [] });
  });

  it('with text under its picture has an OCR layer', async () => {
    const bytes = await written(async (document) => {
      const page = document.addPage([595, 842]);
      page.drawText('Total 120.00', { x: 50, y: 700, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
      page.drawImage(await document.embedPng(noise), { x: 0, y: 0, width: 595, height: 842 });
    });
    const page = await readBytes(bytes);
    expect(page.textLayer).toBe('ocr');
    expect(page.words.map((word) => [word.text, word.ocr])).toEqual([
      ['Total', true],
      ['120.00', true],
    ]);
  });

  it('in invisible mode over blank paper is hidden, not an OCR layer', async () => {
    const blank = grayPng(new Uint8Array(100 * 140).fill(255), 100, 140);
    const bytes = await written(async (document) => {
      const page = document.addPage([595, 842]);
      page.drawText('Total 120.00', { x: 50, y: 700, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
      page.drawImage(await document.embedPng(blank), { x: 0, y: 0, width: 595, height: 842 });
    });
    expect(await readBytes(bytes)).toMatchObject({ textLayer: 'none', words: [] });
  });

  it('may have native words beside its picture', async () => {
    const bytes = await written(async (document) => {
      const page = document.addPage([595, 842]);
      page.drawImage(await document.embedPng(noise), { x: 0, y: 0, width: 595, height: 400 });
      page.drawText('Received', { x: 50, y: 700, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
    });
    const page = await readBytes(bytes);
    expect(page).toMatchObject({ textLayer: 'native', figures: 'large' });
    expect(page.words).toMatchObject([{ text: 'Received', ocr: false }]);
  });

  it('has a large one where it may hold lines of text: no logo, and no ground that words stand on', async () => {
    const pictureOf = async (width: number, height: number, wordsAt: number) => {
      const bytes = await written(async (document) => {
        const page = document.addPage([595, 842]);
        page.drawImage(await document.embedPng(noise), { x: 40, y: 40, width, height });
        page.drawText('Received with thanks', { x: 50, y: wordsAt, size: 12, font: await document.embedFont(StandardFonts.Helvetica) });
      });
      return (await readBytes(bytes)).figures;
    };
    expect(await pictureOf(500, 80, 700)).toBe('large');
    expect(await pictureOf(120, 60, 700)).toBe('small');
    expect(await pictureOf(500, 80, 60)).toBe('small');
  });
});

describe('forms and notes', () => {
  it('give the values that their fields show', async () => {
    const bytes = await written(async (document) => {
      const page = document.addPage([595, 842]);
      const field = document.getForm().createTextField('total');
      field.setText('120.00 EUR');
      field.addToPage(page, { x: 100, y: 700, width: 200, height: 20 });
    });
    const page = await readBytes(bytes);
    expect(text(page.words)).toBe('120.00 EUR');
    const box = boxOf(page, '120.00');
    expect(box.x).toBeGreaterThanOrEqual(100);
    expect(box.y).toBeGreaterThan(120);
    expect(box.y).toBeLessThan(145);
  });

  it.each(['', '/NeedAppearances true'])('give the value of a field without an appearance of its own %s', async (need) => {
    const field = '/Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (120.00 EUR) /DA (/F1 10 Tf 0 g) /Rect [100 690 300 710] /F 4';
    const bytes = rawPdf([{ content: at(50, 695, 'Total'), entries: '/Annots [4 0 R]' }], {
      objects: [`<< ${field} >>`],
      catalog: `/AcroForm << /Fields [4 0 R] /DA (/F1 10 Tf 0 g) /DR << /Font << /F1 3 0 R >> >> ${need} >>`,
    });
    const page = await readBytes(bytes);
    expect(text(page.words)).toBe('Total 120.00 EUR');
    expect(boxOf(page, '120.00').x).toBeCloseTo(101, -1);
  });

  it('that are hidden give no words', async () => {
    const bytes = rawPdf([{ content: at(50, 695, 'Total'), entries: '/Annots [4 0 R]' }], {
      objects: ['<< /Type /Annot /Subtype /Widget /FT /Tx /T (total) /V (120.00) /DA (/F1 10 Tf 0 g) /Rect [100 690 300 710] /F 2 >>'],
      catalog: '/AcroForm << /Fields [4 0 R] /DR << /Font << /F1 3 0 R >> >> >>',
    });
    expect(text((await readBytes(bytes)).words)).toBe('Total');
  });

  it('are read where a note is written onto the page', async () => {
    const bytes = rawPdf([{ content: at(50, 695, 'Total'), entries: '/Annots [4 0 R]' }], {
      objects: [
        '<< /Type /Annot /Subtype /FreeText /Contents (Paid in full) /DA (/F1 10 Tf 0 g) /Rect [100 500 300 520] /F 4 /AP << /N 5 0 R >> >>',
        '<< /Type /XObject /Subtype /Form /BBox [0 0 200 20] /Resources << /Font << /F1 3 0 R >> >> /Length 44 >>\nstream\nBT /F1 10 Tf 2 5 Td (Paid in full) Tj ET     \nendstream',
      ],
    });
    const page = await readBytes(bytes);
    expect(text(page.words)).toBe('Total Paid in full');
    expect(boxOf(page, 'Paid').y).toBeGreaterThan(320);
  });
});

describe('attachments', () => {
  it('are extracted with their names', async () => {
    const bytes = await written(async (document) => {
      document.addPage();
      await document.attach(Buffer.from('<Invoice/>'), 'factur-x.xml', { mimeType: 'text/xml' });
    });
    const { attachments } = await pdf.convert(bytes);
    expect(attachments.map(({ name, bytes: content }) => [name, Buffer.from(content).toString()])).toEqual([
      ['factur-x.xml', '<Invoice/>'],
    ]);
  });

  it('are twenty at most', async () => {
    const bytes = await written(async (document) => {
      document.addPage();
      for (let index = 0; index < 25; index += 1) await document.attach(Buffer.from('x'), `${index}.txt`);
    });
    expect((await pdf.convert(bytes)).attachments).toHaveLength(20);
  });
});

describe('a document', () => {
  it('is charged by its pages', async () => {
    const document = await pdf.convert(rawPdf([{ content: at(50, 700, 'one') }, { content: '' }, { content: at(50, 700, 'three') }]));
    expect(document).toMatchObject({ format: 'pdf', chargedPages: 3 });
    expect(document.pages.map((page) => [page.number, page.textLayer])).toEqual([
      [1, 'native'],
      [2, 'none'],
      [3, 'native'],
    ]);
  });

  it('keeps its other pages where one holds more than a printed page can', async () => {
    const packed = deflateSync('BT /F1 12 Tf (a) Tj '.repeat(300_000)).toString('latin1');
    const bytes = rawPdf([{ content: '', entries: '/Contents 4 0 R' }, { content: at(50, 700, 'Total') }], {
      objects: [`<< /Filter /FlateDecode /Length ${packed.length} >>\nstream\n${packed}\nendstream`],
    });
    const document = await pdf.convert(bytes);
    expect(document.pages.map((page) => text(page.words))).toEqual(['', 'Total']);
  });

  it.each<[string, Uint8Array, RegExp]>([
    ['has no pages', rawPdf([]), /zero pages/],
    ['is noise after its header', Buffer.from(`%PDF-1.7\n${'\u0001\u0002'.repeat(5_000)}`), /unreadable/],
    ['has too many pages', rawPdf(Array.from({ length: 101 }, () => ({ content: '' }))), /101; at most 100/],
  ])('that %s is refused with that reason', async (_, bytes, reason) => {
    await expect(pdf.convert(bytes)).rejects.toMatchObject({ name: 'ExtractionError', code: 'EXTRACTION_FAILED', message: reason });
  });
});

describe('a page as a picture', () => {
  const draw = (bytes: Uint8Array, page = 1, width?: number) =>
    pdf.converter.draw?.({ name: 'file', bytes }, page, new AbortController().signal, width);

  it('is 1,100 dots wide and as a viewer shows it, turned and cut', async () => {
    const page = { content: at(50, 300, 'Total'), entries: '/CropBox [0 200 400 400] /Rotate 90' };
    expect(await draw(rawPdf([page]))).toMatchObject({ mediaType: 'image/png', width: 1_100, height: 2_200 });
  });

  it('of print is a PNG, and of a photograph a JPEG, because that is smaller', async () => {
    const noise = randomBytes(900 * 1_200).toString('latin1');
    const picture = `<< /Type /XObject /Subtype /Image /Width 900 /Height 1200 /ColorSpace /DeviceGray /BitsPerComponent 8 /Length ${noise.length} >>\nstream\n${noise}\nendstream`;
    const photograph = rawPdf([{ content: '595 0 0 842 0 0 cm /P Do', resources: '/XObject << /P 4 0 R >>' }], { objects: [picture] });
    const { mediaType, bytes } = (await draw(photograph)) ?? {};
    expect([mediaType, Buffer.from(bytes ?? []).toString('hex', 0, 3)]).toEqual(['image/jpeg', 'ffd8ff']);
  });

  it('is as wide as asked for, until it would become too large', async () => {
    const widths = await Promise.all([300, 1_600, 50_000].map((width) => draw(rawPdf([{ content: '' }]), 1, width)));
    expect(widths.map((picture) => picture?.width)).toEqual([300, 1_600, 1_681]);
  });

  it('that is not there is refused', async () => {
    await expect(draw(rawPdf([{ content: '' }]), 2)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });
});

describe('an excerpt', () => {
  const threePages = rawPdf(['one', 'two', 'three'].map((word) => ({ content: at(50, 300, word), entries: '/Rotate 90' })));
  const excerpt = async (bytes: Uint8Array, pages: readonly number[]) =>
    (await pdf.converter.excerpt?.({ name: 'file', bytes }, pages, new AbortController().signal)) ?? new Uint8Array();

  it('has only the wanted pages, in the wanted order and as they were', async () => {
    const { pages } = await pdf.convert(await excerpt(threePages, [3, 1]));
    const [whole] = await pagesOf([{ content: at(50, 300, 'three'), entries: '/Rotate 90' }]);
    expect(pages.map(({ words }) => text(words))).toEqual(['three', 'one']);
    expect(pages[0]).toEqual(whole);
  });

  it('of a scan has its picture', async () => {
    const scan = await written(async (document) => {
      for (const _ of [1, 2])
        document.addPage([595, 842]).drawImage(await document.embedPng(noise), { x: 0, y: 0, width: 595, height: 842 });
    });
    expect((await pdf.convert(await excerpt(scan, [2]))).pages).toMatchObject([{ pictured: true }]);
  });

  it.each([[[4]], [[0]], [[]]])('of the pages %j, which are not there, is refused, and the next one is made', async (pages) => {
    await expect(excerpt(threePages, pages)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
    expect((await pdf.convert(await excerpt(threePages, [2]))).pages.map(({ words }) => text(words))).toEqual(['two']);
  });
});

describe('what is struck out', () => {
  const line = (from: number, to: number, y: number): string => ` 0.8 w ${from} ${y} m ${to} ${y} l S`;
  const total = at(50, 700, 'Total') + at(200, 700, '1,440.00');

  it('is told by its words', async () => {
    expect((await read(total + line(198, 250, 703))).traces).toEqual([{ kind: 'struck', text: '1,440.00' }]);
    expect((await read(total + line(48, 250, 703))).traces).toEqual([{ kind: 'struck', text: 'Total 1,440.00' }]);
  });

  it('is neither underlined nor crossed by the line of a frame', async () => {
    expect((await read(total + line(198, 250, 697.5))).traces).toBeUndefined();
    expect((await read(total + line(20, 400, 703))).traces).toBeUndefined();
  });

  it('may be struck out by a note', async () => {
    const note = '/Annots [<< /Type /Annot /Subtype /StrikeOut /Rect [198 698 252 710] /QuadPoints [198 710 252 710 198 698 252 698] >>]';
    expect((await read(total, note)).traces).toEqual([{ kind: 'struck', text: '1,440.00' }]);
  });
});
