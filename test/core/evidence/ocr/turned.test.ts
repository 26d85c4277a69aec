import { describe, expect, it } from 'vitest';
import { turned } from '../../../../core/evidence/ocr/turned.js';
import { pageOf } from '../../builders.js';
import { seenLine } from './seen-line.js';

const page = pageOf('Total 120.00', 1, { width: 200, height: 100 });

describe('a page that is turned', () => {
  it('clockwise by a quarter has at its right what was at its top', () => {
    const { words, width, height } = turned(page, 1);
    expect([width, height]).toEqual([100, 200]);
    // 'Total' stood at x = 40, y = 40, 30 wide and 10 high.
    expect(words[0]?.box).toEqual({ x: 50, y: 40, width: 10, height: 30 });
  });

  it('takes along the lines that OCR saw', () => {
    const seen = seenLine('Total', { x: 40, y: 40, width: 30, height: 10 });
    expect(turned({ ...page, lines: [seen] }, 1).lines).toEqual([{ ...seen, box: { x: 50, y: 40, width: 10, height: 30 } }]);
  });

  it('by four quarters, or by one and back, is as it was', () => {
    expect(turned(page, 4)).toEqual(page);
    expect(turned({ ...page, ...turned(page, 1) }, -1)).toMatchObject({ words: page.words, width: 200, height: 100 });
  });
});
