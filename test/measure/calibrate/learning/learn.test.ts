import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import { ceilingOf, entriesOf, ladders, worthIn } from '../../../../core/evidence/scoring/calibration.js';
import { startValues } from '../../../../core/evidence/scoring/caps.js';
import { checkCalibrations } from '../../../../core/evidence/scoring/check-calibration.js';
import { tableOf } from '../../../core/evidence/scoring/calibration-tables.js';
import { learn } from './learn.js';
import type { CalibrationSample } from './sample.js';
import { samplesOf } from './sample-builders.js';

const native = { family: 'native', field: 'money' } as const;
const worth = (cap: CapName, samples: readonly CalibrationSample[]): number => worthIn(learn(samples))(cap, native);

describe('what a cap is worth', () => {
  it('comes near the observed rate where it decided many values', () => {
    expect(worth('agreement.single', samplesOf('agreement.single', { n: 1000, right: 700 }))).toBeCloseTo(0.7, 1);
    expect(worth('model.certain', samplesOf('model.certain', { n: 2000, right: 1990 }))).toBe(0.99);
  });

  it('is not learned from values that were limited by their own dim words', () => {
    const likely = samplesOf('model.likely', { n: 50, right: 45 });
    const dim = samplesOf('model.likely', { n: 500, right: 100 }).map((sample) => ({
      ...sample,
      caps: [...sample.caps, { name: 'evidence.obscured', heldTo: 0.6 } as const],
    }));
    expect(learn([...likely, ...dim])).toEqual(learn(likely));
  });

  it('hardly moves for a few values', () => {
    expect(worth('model.likely', samplesOf('model.likely', { n: 2, right: 1 }))).toBeCloseTo(0.82, 1);
  });

  it('is not raised by a few lucky values where a score is used without a second reading, nor lowered by them', () => {
    expect(worth('model.certain', samplesOf('model.certain', { n: 5, right: 5 }))).toBe(startValues['model.certain']);
  });

  it('stays under the threshold where the evidence asks for a second reading, however lucky the corpus', () => {
    expect(worth('label.unknownValue', samplesOf('label.unknownValue', { n: 1000, right: 1000 }))).toBe(0.84);
  });

  it('stays under a confirmed value where no second reader confirms it', () => {
    expect(worth('agreement.single', samplesOf('agreement.single', { n: 1000, right: 1000 }))).toBe(0.98);
  });

  it('follows the other kinds of fields where few values of this kind were observed', () => {
    const others = samplesOf('model.likely', { n: 500, right: 300 }, { field: 'line' });
    const few = samplesOf('model.likely', { n: 2, right: 2 });
    expect(worth('model.likely', [...others, ...few])).toBeLessThan(worth('model.likely', few) - 0.1);
  });

  it('keeps the start values for an unseen kind of document or field', () => {
    const table = learn(samplesOf('model.certain', { n: 2000, right: 1990 }));
    expect(worthIn(table)('model.certain', { family: 'scanned', field: 'money' })).toBe(0.95);
    expect(worthIn(table)('model.certain', { family: 'native', field: 'text' })).toBe(0.95);
  });

  it('counts by the start values, whatever score the answer had', () => {
    const [entry] = learn(samplesOf('label.conflict', { n: 3, right: 1 })).caps.filter(({ n }) => n > 0);
    expect(entry).toMatchObject({ cap: 'label.conflict', n: 3, correct: 1 });
  });
});

describe('a learned table', () => {
  const names = ladders.flat();
  const counts = fc.array(
    fc.record({
      cap: fc.constantFrom(...names),
      field: fc.constantFrom('money', 'date', 'line'),
      n: fc.nat(60),
      share: fc.double({ min: 0, max: 1, noNaN: true }),
    }),
    { minLength: 1, maxLength: 30 },
  );
  const table = (drawn: typeof counts extends fc.Arbitrary<infer T> ? T : never) =>
    learn(drawn.flatMap(({ cap, field, n, share }) => samplesOf(cap, { n, right: Math.round(n * share) }, { field })));

  it('is monotone and within bounds for any counts, so the engine accepts it', () => {
    fc.assert(
      fc.property(counts, (drawn) => {
        expect(() => checkCalibrations([tableOf([], table(drawn))])).not.toThrow();
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every value between 0 and 1 and under its ceiling', () => {
    fc.assert(
      fc.property(counts, (drawn) => {
        expect(entriesOf(table(drawn)).filter(({ cap, value }) => !(value >= 0 && value <= ceilingOf(cap)))).toEqual([]);
      }),
    );
  });

  it('accepts nothing at 0.85 that the start values do not accept', () => {
    fc.assert(
      fc.property(counts, (drawn) => {
        const lifted = entriesOf(table(drawn)).filter(({ cap, value }) => value >= 0.85 && startValues[cap] < 0.85);
        expect(lifted).toEqual([]);
      }),
    );
  });
});
