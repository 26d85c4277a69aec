import { expect, it } from 'vitest';
import { lexicon } from '../../../../core/evidence/labels/lexicon.js';
import { forgetLabels, isForgotten } from './forget-labels.js';

it('a share of the labels is forgotten, the same ones for the same seed', () => {
  const labels = Object.values(lexicon).flat();
  const [some, others] = [0, 1].map((seed) => labels.filter((label) => isForgotten(label, { share: 0.3, seed })));
  expect((some?.length ?? 0) / labels.length).toBeCloseTo(0.3, 1);
  expect(some).not.toEqual(others);
  expect(isForgotten('Total', { share: 0.3, seed: 1 })).toBe(isForgotten('TOTAL', { share: 0.3, seed: 1 }));
});

it('what is forgotten leaves its list, and nothing else does', () => {
  const labels = [...lexicon.total];
  const list = [...labels];
  forgetLabels({ share: 0.5, seed: 1 }, [list]);
  expect(list).toEqual(labels.filter((label) => !isForgotten(label, { share: 0.5, seed: 1 })));
  expect(list.length).toBeLessThan(labels.length);
});
