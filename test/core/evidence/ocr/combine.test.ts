import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { combine } from '../../../../core/evidence/ocr/combine.js';
import { confusions, decideBySums } from '../../../../core/evidence/ocr/decide-by-sums.js';
import type { Document, Word } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../builders.js';

describe('combine', () => {
  const word = (text: string, x: number, certainty?: number, y = 100): Word => ({
    text,
    box: { x, y, width: 6 * text.length, height: 10 },
    ocr: true,
    ...(certainty !== undefined && { certainty }),
  });

  describe('two OCR results of one picture', () => {
    it('that read the same are surer than either', () => {
      expect(combine([word('12.50', 100, 0.7)], [word('12.50', 101, 0.8)])).toEqual([word('12.50', 100, 0.9)]);
      expect(combine([word('12.50', 100, 0.97)], [word('12.50', 101, 0.8)])[0]?.certainty).toBe(0.97);
    });

    it('that differ in a digit are both doubted, and the word keeps the other reading', () => {
      expect(combine([word('128.45', 100, 0.95)], [word('123.45', 100, 0.9)])).toEqual([
        { ...word('128.45', 100, 0.6), otherwise: '123.45' },
      ]);
    });

    it('keep what either has seen at a number: something faint, which may be a digit more', () => {
      const faint = { ...word('250.00', 100, 0.9), incomplete: true } as const;
      const plain = [word('250.00', 100, 0.9), word('GBP', 300, 0.9)];
      for (const seen of [combine([faint], plain), combine(plain, [faint])])
        expect(seen.filter(({ incomplete }) => incomplete).map(({ text }) => text)).toEqual(['250.00']);
    });

    it('that differ in case, accents or marks of a word without digits agree', () => {
      expect(combine([word('POÄNG', 100, 0.8)], [word('poang.', 100, 0.7)])[0]).toEqual(word('POÄNG', 100, 0.9));
    });

    it('have one height in a row, that of the second, whichever of them the words are from', () => {
      const seen = combine([word('12.50', 100, 0.7, 103), word('7.00', 160, 0.7, 103)], [word('12.50', 101, 0.8), word('x', 300, 0.8)]);
      expect(seen.map(({ text, box }) => [text, box.y])).toEqual([
        ['12.50', 100],
        ['7.00', 103],
        ['x', 100],
      ]);
    });

    it('never agree on digits apart from what stands between them', () => {
      expect(combine([word('1.250', 100, 0.9)], [word('1,250', 100, 0.9)])[0]).toMatchObject({ certainty: 0.6, otherwise: '1,250' });
    });

    it('agree on an amount whose sign of currency, decimal mark or loose bracket only one of them has seen so', () => {
      for (const [one = '', other = ''] of [
        ['€579,90', '579,90'],
        ['675,62', '675.62'],
        ['1.675,62', '1675.62'],
        ['47.70', '47.70)'],
      ])
        expect(combine([word(one, 100, 0.8)], [word(other, 100, 0.7)])).toEqual([word(one, 100, 0.9)]);
    });

    it('differ in a sign and in brackets, which may mean a negative amount', () => {
      for (const [one = '', other = ''] of [
        ['-47.70', '47.70'],
        ['(47.70)', '47.70'],
      ])
        expect(combine([word(one, 100, 0.8)], [word(other, 100, 0.7)])[0]?.certainty).toBe(0.6);
    });

    it('agree on an amount with a unit, and keep the words of the one that has not glued them', () => {
      const cut = combine([word('49,00Unités', 100, 0.8)], [word('49,00', 100, 0.7), word('Unites', 136, 0.7)]);
      expect(cut.map(({ text, certainty }) => [text, certainty])).toEqual([
        ['49,00', 0.9],
        ['Unites', 0.9],
      ]);
    });

    it('agree however they cut the words', () => {
      const cut = combine([word('TOTAL', 100, 0.8), word('DUE', 136, 0.8)], [word('TOTALDUE', 100, 0.9)]);
      expect(cut.map(({ text, certainty }) => [text, certainty])).toEqual([
        ['TOTAL', 0.9],
        ['DUE', 0.9],
      ]);
    });

    it('agree on a word that one of them read with figures for its letters, and on no number', () => {
      expect(combine([word('Sc0op', 100, 0.8)], [word('Scoop', 100, 0.7)])).toEqual([word('Scoop', 100, 0.9)]);
      expect(combine([word('Sdn', 100, 0.8)], [word('5dn', 100, 0.95)])).toEqual([word('Sdn', 100, 0.95)]);
      expect(combine([word('1O', 100, 0.8)], [word('10', 100, 0.95)])[0]?.certainty).toBe(0.6);
    });

    it('keep the lines apart where the boxes of one are as high as two lines', () => {
      const line = (y: number, height: number, ...texts: readonly string[]) =>
        texts.map((text, at) => ({ ...word(text, 100 + 60 * at, 0.8), box: { x: 100 + 60 * at, y, width: 50, height } }));
      const first = [...line(100, 12, 'Total', '12.50'), ...line(114, 12, 'Cash', '20.00')];
      const second = [...line(100, 12, 'Total', '12.50'), ...line(106, 22, 'Cash', '26.00')];
      const seen = combine(first, second);
      expect(seen.map(({ text, certainty }) => [text, certainty])).toEqual([
        ['Total', 0.9],
        ['12.50', 0.9],
        ['Cash', 0.9],
        ['20.00', 0.6],
      ]);
    });

    it('keep the reading without letters among the digits', () => {
      expect(combine([word('1O.00', 100, 0.9)], [word('10.00', 100, 0.7)])).toEqual([{ ...word('10.00', 100, 0.6), otherwise: '1O.00' }]);
    });

    it('that saw a word more in one place agree on what both saw', () => {
      const seen = combine([word('18.03.2025', 100, 0.8), word('03.', 140, 0.3)], [word('18.03.2025', 100, 0.85)]);
      expect(seen.map(({ text, certainty }) => [text, certainty])).toEqual([
        ['18.03.2025', 0.9],
        ['03.', 0.3],
      ]);
    });

    it('agree on the words that both read alike, also beside words on which they differ', () => {
      const [invoice, no, number] = [word('Invoice', 100, 0.9), word('No', 145, 0.9), word('A-1283', 160, 0.8)];
      const glued = { ...word('lnv0ice', 100, 0.5), box: { ...invoice.box, width: 52 } };
      const wide = { ...word('No', 142, 0.7), box: { ...no.box, width: 35 } };
      const seen = combine([invoice, no, number], [glued, wide, word('A-1288', 160, 0.7)]);
      expect(seen).toEqual([
        { ...invoice, certainty: 0.9 },
        { ...no, certainty: 0.9 },
        { ...number, certainty: 0.6, otherwise: 'A-1288' },
      ]);
    });

    it('keep what only one of them saw, where it stands', () => {
      const seen = combine([word('a', 10, 0.9), word('c', 200, 0.9), word('d', 10, 0.9, 130)], [word('b', 100, 0.5)]);
      expect(seen.map(({ text }) => text)).toEqual(['a', 'b', 'c', 'd']);
      expect(seen[1]?.certainty).toBe(0.5);
    });

    it('with a hidden layer of unknown quality that says the same make a sure word; what the layer alone says stays unknown', () => {
      const seen = combine([word('Total', 10, 0.8)], [word('Total', 10), word('9.99', 100)]);
      expect(seen).toEqual([word('Total', 10, 0.9), word('9.99', 100)]);
    });

    it('lose and invent no word, whatever they saw', () => {
      const words = fc.array(
        fc
          .record({
            text: fc.constantFrom('a', 'bb', '1.00', '7,00', 'x9'),
            x: fc.integer({ min: 0, max: 90 }),
            y: fc.integer({ min: 0, max: 60 }),
          })
          .map(({ text, x, y }) => word(text, x, 0.7, y)),
        { maxLength: 12 },
      );
      fc.assert(
        fc.property(words, words, (first, second) => {
          const read = new Set([...first, ...second].map(({ text }) => text));
          const seen = combine(first, second);
          expect(seen.every(({ text }) => read.has(text))).toBe(true);
          expect(seen.length).toBeGreaterThanOrEqual(first.length > 0 || second.length > 0 ? 1 : 0);
        }),
      );
    });
  });
});

describe('decide by sums', () => {
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
});
