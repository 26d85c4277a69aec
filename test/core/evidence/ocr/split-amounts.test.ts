import { describe, expect, it } from 'vitest';
import { joinSplitAmounts } from '../../../../core/evidence/ocr/split-amounts.js';
import type { Word } from '../../../../core/index.js';

/** Words of a line with as many points between them. */
function line(gap: number, ...texts: readonly string[]): readonly Word[] {
  let x = 0;
  return texts.map((text, index) => {
    const word = { text, box: { x, y: 100, width: 6 * text.length, height: 10 }, ocr: true, certainty: 0.9 - index / 10 };
    x += word.box.width + gap;
    return word;
  });
}
const texts = (words: readonly Word[]): readonly string[] => words.map(({ text }) => text);

describe('an amount that was cut at its decimal mark', () => {
  it.each([
    [
      ['Total', '55.', '90'],
      ['Total', '55.90'],
    ],
    [
      ['RM2.', '70', 'SR'],
      ['RM2.70', 'SR'],
    ],
    [['1', '.22'], ['1.22']],
    [['12', ',50A'], ['12,50A']],
  ])('%j is %j', (cut, whole) => {
    expect(texts(joinSplitAmounts(line(4, ...cut)))).toEqual(whole);
  });

  it('is as sure as its less sure part, and as wide as both', () => {
    expect(joinSplitAmounts(line(4, '55.', '90'))).toEqual([
      { text: '55.90', box: { x: 0, y: 100, width: 34, height: 10 }, ocr: true, certainty: 0.8 },
    ]);
  });

  it('stands without the dust beside it', () => {
    const dust = line(4, '©|', 'Total', '—', '12.50').map((word) => (/\p{L}|\d/u.test(word.text) ? word : { ...word, certainty: 0.2 }));
    expect(texts(joinSplitAmounts(dust))).toEqual(['Total', '12.50']);
  });

  it.each([
    ['what stands in the next column', 12, ['55.', '90']],
    ['a number behind the end of a sentence', 4, ['page.', '90']],
    ['more or fewer figures than two', 4, ['1.', '234', '5.', '6']],
    ['two whole numbers', 4, ['12', '50']],
  ])('%s stays apart', (_, gap, apart) => {
    expect(texts(joinSplitAmounts(line(gap, ...apart)))).toEqual(apart);
  });
});
