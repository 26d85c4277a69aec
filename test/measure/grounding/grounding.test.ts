import { expect, it } from 'vitest';
import { regionsOf } from '../../../core/evidence/page/regions.js';
import type { AppraisedField, Region } from '../../../core/index.js';
import type { Appraisal } from '../../kit/fault.js';
import { typedExhibit } from '../faults/typed-exhibit.js';
import { grounded, groundedBeside, overUnion } from './grounding.js';

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

it('a value that people labelled in several places is found at any of them, and its label in our boxes is none of its words', () => {
  const truth = { fields: { total: { value: 768.74 } }, line_items: null };
  const labelled = typedExhibit(truth, 'Sum 768,74', 'Total 768,74');
  const field = { path: '$.total', page: 2, regions: regionsOf([labelled.document.pages[1]?.words ?? []], 2, labelled.document) };
  const appraisal = { draft: { fields: [field] }, checks: [] } as unknown as Appraisal;
  expect(groundedBeside(labelled, labelled.document, appraisal)).toEqual({
    all: { labelled: 1, found: 2, same: 1 },
    own: { labelled: 1, found: 1, same: 1 },
  });
});
