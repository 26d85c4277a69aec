import { expect, it } from 'vitest';
import { regionsOf } from '../../../core/evidence/page/regions.js';
import type { AppraisedField, Region } from '../../../core/index.js';
import type { Appraisal } from '../../kit/fault.js';
import { typedExhibit } from '../faults/typed-exhibit.js';
import { grounded, overUnion } from './grounding.js';

const box = (x: number, width: number): Region => ({ page: 1, x, y: 0, width, height: 0.1 });

it.each([
  [box(0, 0.4), box(0, 0.4), 1],
  [box(0, 0.4), box(0.2, 0.4), 1 / 3],
  [box(0, 0.4), box(0.5, 0.4), 0],
  [box(0, 0), box(0, 0), 0],
])('boxes are alike as far as they have their union in common', (one, other, alike) => {
  expect(overUnion(one, other)).toBeCloseTo(alike);
});

it('a value counts for its page, the words around it and its own, as its reader quotes them', () => {
  const exhibit = typedExhibit(
    { fields: { total: { value: 768.74 }, tax: { value: 122.74 } }, line_items: null },
    'VAT 122,74',
    'Total 768,74',
  );
  const wordsOn = (page: number, from: number): readonly Region[] =>
    regionsOf([exhibit.document.pages[page - 1]?.words.slice(from) ?? []], page, exhibit.document);
  const field = (path: string, page: number, regions: readonly Region[]) => ({ path, page, regions }) as unknown as AppraisedField;
  const fields = [field('$.tax', 2, wordsOn(2, 0)), field('$.total', 2, wordsOn(2, 1))];
  expect(grounded(exhibit, { draft: { fields }, checks: [] } as unknown as Appraisal)).toEqual({
    pages: { labelled: 2, found: 2, same: 1 },
    words: { labelled: 4, found: 3, same: 1 },
    values: { labelled: 2, found: 3, same: 1 },
  });
});
