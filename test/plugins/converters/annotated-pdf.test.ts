import { PDFArray, PDFDict, PDFDocument, PDFName, PDFString } from 'pdf-lib';
import { afterAll, describe, expect, it } from 'vitest';
import type { Mark, Page } from '../../../core/index.js';
import { openPdf } from './open.js';
import { at, rawPdf } from './raw-pdf.js';

const pdf = openPdf();
afterAll(() => pdf.close());

const annotated = async (bytes: Uint8Array, ...marks: readonly Mark[]) =>
  (await pdf.converter.annotate?.({ name: 'file', bytes }, marks, new AbortController().signal)) ?? new Uint8Array();

const wordIn = ({ words }: Page, text: string) => words.find((word) => word.text === text)?.box ?? { x: -1, y: -1, width: 0, height: 0 };

/** Around a word of a page. */
const around = (page: Page, text: string): Mark => {
  const { x, y, width, height } = wordIn(page, text);
  const share = { x: x / page.width, y: y / page.height, width: width / page.width, height: height / page.height };
  return { page: page.number, ...share, colour: [28, 107, 63], tag: '0.99', says: 'Total: 120.00 · 0.99 · naïve ✓' };
};

async function annotationsOf(bytes: Uint8Array) {
  const [page] = (await PDFDocument.load(bytes)).getPages();
  const list = page?.node.Annots() ?? PDFArray.withContext((await PDFDocument.create()).context);
  return Array.from({ length: list.size() }, (_, index) => list.lookup(index, PDFDict));
}

describe('an annotated PDF', () => {
  it.each([
    ['as it is', ''],
    ['turned', '/Rotate 90'],
    ['turned the other way', '/Rotate 270'],
    ['upside down', '/Rotate 180'],
    ['cropped and turned', '/CropBox [50 600 350 800] /Rotate 90'],
  ])('has the box where the word is printed, and the score upright beside it, on a page that is %s', async (_, entries) => {
    const bytes = rawPdf([{ content: at(150, 700, 'Total'), entries }]);
    const [before] = (await pdf.convert(bytes)).pages as [Page];
    const marked = await annotated(bytes, around(before, 'Total'));
    const [annotation] = await annotationsOf(marked);
    const [left = 0, bottom = 0, right = 0, top = 0] =
      annotation
        ?.lookup(PDFName.of('Rect'), PDFArray)
        .asArray()
        .map((side) => Number(String(side))) ?? [];
    expect([left < 151, right > 175, bottom < 700, top > 708]).toEqual([true, true, true, true]);
    expect((right - left) * (top - bottom)).toBeLessThan(60 * 60);
    const [after] = (await pdf.convert(marked)).pages as [Page];
    const [word, tag] = [wordIn(after, 'Total'), wordIn(after, '0.99')];
    expect(word).toEqual(wordIn(before, 'Total'));
    expect(tag.width).toBeGreaterThan(tag.height);
    expect(tag.x + tag.width).toBeLessThan(word.x + 1);
  });

  it('says what the mark says, in any script, and has its own drawing, which is printed', async () => {
    const bytes = rawPdf([{ content: at(150, 700, 'Total') }]);
    const [page] = (await pdf.convert(bytes)).pages as [Page];
    const [annotation] = await annotationsOf(await annotated(bytes, around(page, 'Total')));
    expect(annotation?.lookup(PDFName.of('Contents'), PDFString).decodeText()).toBe('Total: 120.00 · 0.99 · naïve ✓');
    expect(annotation?.lookup(PDFName.of('AP'), PDFDict).has(PDFName.of('N'))).toBe(true);
    expect(String(annotation?.get(PDFName.of('F')))).toBe('4');
  });

  it('keeps the words and the pages that the document had', async () => {
    const bytes = rawPdf([{ content: at(150, 700, 'Total') }, { content: at(50, 300, 'Terms') }]);
    const { pages } = await pdf.convert(bytes);
    const marked = await pdf.convert(await annotated(bytes, around(pages[0] as Page, 'Total')));
    expect(marked.pages.map(({ words }) => words.map(({ text }) => text).filter((text) => text !== '0.99'))).toEqual([
      ['Total'],
      ['Terms'],
    ]);
    expect(marked.pages[1]).toEqual(pages[1]);
  });

  it('with a mark on a page that is not there is refused', async () => {
    const mark: Mark = { page: 2, x: 0, y: 0, width: 1, height: 1, colour: [0, 0, 0], says: '' };
    await expect(annotated(rawPdf([{ content: '' }]), mark)).rejects.toMatchObject({ code: 'EXTRACTION_FAILED' });
  });
});
