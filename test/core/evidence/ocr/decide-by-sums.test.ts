import { describe, expect, it } from 'vitest';
import { confusions, decideBySums } from '../../../../core/evidence/ocr/decide-by-sums.js';
import type { Document } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../builders.js';

/** A page as OCR read it, with what a second recognizer read in the place of some words. */
function seen(text: string, otherwise: Readonly<Record<string, string>> = {}): Document {
  const page = pageOf(text);
  const words = page.words.map((word) => {
    const other = otherwise[word.text];
    return { ...word, ocr: true, certainty: 0.6, ...(other !== undefined && { otherwise: other }) };
  });
  return documentOf({ ...page, textLayer: 'ocr', words });
}
const read = (document: Document): string => (document.pages[0]?.words ?? []).map(({ text }) => text).join(' ');

describe('arithmetic decides between two readings', () => {
  it('where exactly one of them makes the sum, and the word keeps the other', () => {
    const decided = decideBySums(seen('Subtotal 100.00\nVAT 20.00\nTotal 126.00', { '126.00': '120.00' }));
    expect(read(decided)).toBe('Subtotal 100.00 VAT 20.00 Total 120.00');
    expect(decided.pages[0]?.words.at(-1)).toMatchObject({ text: '120.00', otherwise: '126.00', certainty: 0.6 });
  });

  it('where a letter was taken for a figure', () => {
    expect(read(decideBySums(seen('Subtotal 100.00\nVAT 2O.00\nTotal 120.00')))).toBe('Subtotal 100.00 VAT 20.00 Total 120.00');
  });

  it.each([
    ['the sum holds as it was read', 'Subtotal 100.00\nVAT 20.00\nTotal 120.00', { '120.00': '126.00' }],
    ['no reading makes it', 'Subtotal 100.00\nVAT 20.00\nTotal 127.00', { '127.00': '126.00' }],
    ['two readings make it', 'Subtotal 100.00\nVAT 20.00\nTotal 126.00', { '126.00': '120.00', '20.00': '26.00' }],
    ['nothing is there to add', 'Total 126.00', { '126.00': '120.00' }],
  ])('but not where %s', (_, text, otherwise) => {
    const document = seen(text, otherwise);
    expect(decideBySums(document)).toBe(document);
  });

  it("never in a document's own text", () => {
    const document = documentOf('Subtotal 100.00\nVAT 2O.00\nTotal 120.00');
    expect(decideBySums(document)).toBe(document);
  });
});

it.each([
  ['1O.00', ['10.00']],
  ['l2.5O', ['12.50']],
  ['$1S.00', ['$15.00']],
  ['12.00', []],
  ['SOLD.', []],
  ['SB.5O', []],
  ['B12', []],
])('%s may be %j', (text, readings) => {
  expect(confusions(text)).toEqual(readings);
});
