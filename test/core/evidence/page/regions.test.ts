import { describe, expect, it } from 'vitest';
import { regionsOf } from '../../../../core/evidence/page/regions.js';
import type { Box, Page, Word } from '../../../../core/index.js';
import { documentOf, pageOf } from '../../builders.js';

const pageWith = (more: Partial<Page>) => documentOf(pageOf('Total 120.00', 1, { width: 200, height: 100, ...more }));
const line = (...boxes: readonly Box[]): readonly Word[] => boxes.map((box) => ({ text: 'x', box, ocr: false }));
const rounded = (box: Box) => Object.fromEntries(Object.entries(box).map(([name, value]) => [name, Math.round(value * 1e6) / 1e6]));

describe('the place of words as a viewer shows it', () => {
  it('is a share of the page, from its top left corner', () => {
    const [region] = regionsOf([line({ x: 50, y: 20, width: 100, height: 10 })], 1, pageWith({}));
    expect(region && rounded(region)).toEqual({ page: 1, x: 0.25, y: 0.2, width: 0.5, height: 0.1 });
  });

  // A word at the top left of the upright page, which is 200 wide and 100 high, and where it lies in the picture that was turned to it.
  it.each([
    [90, { x: 0, y: 0.75, width: 0.2, height: 0.25 }],
    [180, { x: 0.75, y: 0.8, width: 0.25, height: 0.2 }],
    [270, { x: 0.8, y: 0, width: 0.2, height: 0.25 }],
    [-90, { x: 0.8, y: 0, width: 0.2, height: 0.25 }],
  ])('lies on the side that the page lies on, where it was turned by %i degrees to be read', (turn, { ...place }) => {
    const [region] = regionsOf([line({ x: 0, y: 0, width: 50, height: 20 })], 1, pageWith({ turn }));
    expect(region && rounded(region)).toEqual({ page: 1, ...place });
  });

  it('is askew by what was taken out of it: down at the left where the page was turned clockwise', () => {
    const [left, right] = regionsOf(
      [10, 180].map((x) => line({ x, y: 45, width: 10, height: 10 })),
      1,
      pageWith({ turn: 3 }),
    );
    expect((left?.y ?? 0) > (right?.y ?? 1)).toBe(true);
    expect((left?.y ?? 0) + (right?.y ?? 0) + (right?.height ?? 0)).toBeCloseTo(1, 5);
  });

  it('is around the words of a line, wherever each of them lies', () => {
    const [left, right] = [10, 180].map((x) => ({ x, y: 45, width: 10, height: 10 }));
    const [together] = regionsOf([line(...[left, right].flatMap((box) => box ?? []))], 1, pageWith({ turn: 3 }));
    const apart = regionsOf(
      [left, right].flatMap((box) => (box ? [line(box)] : [])),
      1,
      pageWith({ turn: 3 }),
    );
    expect(together?.y).toBeCloseTo(apart[1]?.y ?? 0, 9);
    expect((together?.y ?? 0) + (together?.height ?? 0)).toBeCloseTo((apart[0]?.y ?? 0) + (apart[0]?.height ?? 0), 9);
  });

  it('ends at the edge of the page', () => {
    const [region, ...more] = regionsOf(
      [line({ x: -10, y: 90, width: 30, height: 20 }), line({ x: 300, y: 0, width: 9, height: 9 })],
      1,
      pageWith({}),
    );
    expect(region && rounded(region)).toEqual({ page: 1, x: 0, y: 0.9, width: 0.1, height: 0.1 });
    expect(more).toEqual([]);
  });

  it('is unknown in a document without pages of its own, and on a page without a size', () => {
    const box = { x: 1, y: 1, width: 9, height: 9 };
    expect(regionsOf([line(box)], 1, { ...pageWith({}), markdown: 'Total 120.00' })).toEqual([]);
    expect(regionsOf([line(box)], 1, pageWith({ width: 0, height: 0 }))).toEqual([]);
  });
});
