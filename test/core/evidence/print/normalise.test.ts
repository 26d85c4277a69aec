import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, normalise, squash } from '../../../../core/evidence/print/normalise.js';

const anyText = fc.string({ unit: 'binary', maxLength: 40 });

describe('normalise', () => {
  it.each([
    ['ligatures', 'ﬁnal oﬃce', 'final office'],
    ['soft hyphens and zero-width characters', 'Rech\u00ADnung\u200Bs\uFEFFnummer', 'rechnungsnummer'],
    ['every kind of space', ' a\u00A0\u202Fb\t\n c ', 'a b c'],
    ['every kind of minus', '\u22125 \u20135 \u20145 \uFE635 \uFF0D5 \u20115', '-5 -5 -5 -5 -5 -5'],
    ['every kind of apostrophe', '1\u2019234 1\u2018234 1\u00B4234 1`234 1\u02BC234 1\u2032234', "1'234 1'234 1'234 1'234 1'234 1'234"],
    ['Arabic digits, their marks left alone', '\u0661\u066C\u0662\u0663\u0664\u066B\u06F5', '1\u066C234\u066B5'],
    ['full-width forms', '１２，３４ ＥＵＲ', '12,34 eur'],
    ['letters whose case changes their length', 'Straße STRASSE ẞ', 'strasse strasse ss'],
    ['accents written apart', 'Me\u0301moire', 'mémoire'],
    ['an accent behind a soft hyphen', 'e\u00AD\u0301', 'é'],
  ])('makes %s comparable', (_, raw, text) => {
    expect(normalise(raw).text).toBe(text);
  });

  it('is idempotent for every character', () => {
    const changed: string[] = [];
    const isIdempotent = (text: string): boolean => fold(fold(text)) === fold(text);
    // Each character stands behind a letter of its own; a call for each one alone would take seconds.
    for (let first = 0; first <= 0x10ffff; first += 256) {
      const texts = Array.from({ length: 256 }, (_, index) => `a${String.fromCodePoint(first + index)}`);
      if (!isIdempotent(texts.join(' '))) changed.push(...texts.filter((text) => !isIdempotent(text)), `from ${first.toString(16)}`);
    }
    expect(changed).toEqual([]);
  });

  it('is idempotent for every text', () => {
    fc.assert(fc.property(anyText, (raw) => fold(fold(raw)) === fold(raw)));
  });

  it('maps every character back to its origin', () => {
    const raw = 'A \u00A0ﬁ\u00AD\u22125';
    const { text, offsets } = normalise(raw);
    expect(text).toBe('a fi-5');
    expect(offsets).toEqual([0, 1, 3, 3, 5, 6]);
  });

  it('keeps ascending offsets inside the raw text', () => {
    fc.assert(
      fc.property(anyText, (raw) => {
        const { text, offsets } = normalise(raw);
        expect(offsets).toHaveLength(text.length);
        expect(offsets.every((offset, i) => offset < raw.length && offset >= (offsets[i - 1] ?? 0))).toBe(true);
      }),
    );
  });

  it('takes a long text whole', () => {
    expect(normalise('a\u0301 '.repeat(50_000)).text).toBe('á '.repeat(50_000).trim());
    expect(normalise(`a${'\u0301'.repeat(100_000)}`).text.length).toBe(100_000);
  });
});

describe('squash', () => {
  it('keeps only letters and digits, without accents', () => {
    expect(squash('Nº Müller & Söhne, 12-a')).toBe('nomullersohne12a');
  });

  it('is the same for any spacing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 3 })),
        fc.constantFrom(' ', '\u00A0', '\u200B', '\u00AD', '\n '),
        (parts, gap) => {
          expect(squash(parts.join(gap))).toBe(squash(parts.join('')));
        },
      ),
    );
  });
});
