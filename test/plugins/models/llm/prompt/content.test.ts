import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page, Word } from '../../../../../core/index.js';
import { pageText } from '../../../../../plugins/models/llm/prompt/content.js';
import { line, pdf } from '../setting.js';

const page = (...words: readonly Word[]): Page => ({ number: 1, width: 595, height: 842, textLayer: 'native', words, hidden: [] });

describe('the text of a page', () => {
  it('has its rows in the order of the print, whatever the order in the file', () => {
    expect(pageText(page(...line(80, 'Total', '12.00'), ...line(50, 'Invoice', '7')))).toBe('Invoice 7\nTotal 12.00');
  });

  it('shows where a column ends', () => {
    expect(pageText(page(...line(50, 300, '12.00'), ...line(50, 'Total', 'due')))).toBe('Total due   12.00');
  });

  it('keeps a row together whose words stand a little higher or lower', () => {
    expect(pageText(page(...line(50, 'Total'), ...line(52, 100, 'EUR'), ...line(49, 120, '12.00')))).toBe('Total   EUR 12.00');
  });

  it('never shows what cannot be seen', () => {
    expect(pageText({ ...page(...line(50, 'seen')), hidden: line(60, 'unseen') })).toBe('seen');
  });

  it('holds every word once', () => {
    const word = fc.record({
      x: fc.integer({ min: 0, max: 500 }),
      y: fc.integer({ min: 0, max: 800 }),
      height: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(word), (boxes) => {
        const words = boxes.map(({ x, y, height }, index) => ({ text: `w${index}`, box: { x, y, width: 10, height }, ocr: false }));
        expect(
          pageText(page(...words))
            .split(/\s+/)
            .filter(Boolean)
            .sort(),
        ).toEqual(words.map(({ text }) => text).sort());
      }),
    );
  });

  it('is empty where there are no words', () => {
    expect(pdf([]).pages.map(pageText)).toEqual(['']);
  });
});
