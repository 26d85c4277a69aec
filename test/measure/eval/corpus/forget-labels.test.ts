import { expect, it } from 'vitest';
import { labelIn } from '../../../../core/evidence/labels/labels.js';
import { lexicon } from '../../../../core/evidence/labels/lexicon.js';
import { forgetLabels, isForgotten } from './forget-labels.js';

it('a share of the labels is forgotten, the same ones for the same seed', () => {
  const labels = Object.values(lexicon).flat();
  const [some, others] = [0, 1].map((seed) => labels.filter((label) => isForgotten(label, { share: 0.3, seed })));
  expect((some?.length ?? 0) / labels.length).toBeCloseTo(0.3, 1);
  expect(some).not.toEqual(others);
  expect(isForgotten('Total', { share: 0.3, seed: 1 })).toBe(isForgotten('TOTAL', { share: 0.3, seed: 1 }));
});

it('what is forgotten names nothing any more', () => {
  const labels = [...lexicon.total];
  forgetLabels({ share: 0.5, seed: 1 });
  for (const label of labels) expect(lexicon.total.includes(label), label).toBe(!isForgotten(label, { share: 0.5, seed: 1 }));
  const gone = labels.filter((label) => isForgotten(label, { share: 0.5, seed: 1 }));
  const known = gone.filter((label) => labelIn(label)?.concept === 'total');
  expect(known.length).toBeLessThan(gone.length / 2);
});
