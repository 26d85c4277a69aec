import { describe, expect, it } from 'vitest';
import { linesRun } from '../../../../plugins/recognizers/ocr/orientation.js';
import { textHeight } from '../../../../plugins/recognizers/ocr/text-height.js';
import { draw } from '../draw.js';
import { slip } from '../slip.js';

describe('a picture of print', () => {
  it.each([75, 150, 300])('at %i dpi gives the height of its letters: half an em of 12 points', async (dpi) => {
    const { picture } = await draw(slip(), dpi);
    expect((textHeight(picture) ?? 0) / (dpi / 72)).toBeGreaterThan(5);
    expect((textHeight(picture) ?? 0) / (dpi / 72)).toBeLessThan(10);
  });

  it('without print gives no height of letters', async () => {
    expect(textHeight((await draw(slip([]))).picture)).toBeUndefined();
  });

  it('gives the direction of its lines', async () => {
    const page = Array.from({ length: 8 }, (_, index) => `Line ${index} of several that are printed one under another`);
    const runs = async (rotate: number) => {
      const { picture } = await draw(slip(page, { rotate }), 100);
      return linesRun({ picture, letters: textHeight(picture) });
    };
    expect([await runs(0), await runs(90), await runs(180), await runs(270)]).toEqual(['across', 'down', 'across', 'down']);
  });
});
