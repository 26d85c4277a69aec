import { describe, expect, it } from 'vitest';
import type { CapName } from '../../../../core/contracts/cap.js';
import type { CalibrationTable } from '../../../../core/index.js';
import { randomOf } from '../../../kit/random.js';
import { learn } from '../learning/learn.js';
import type { CalibrationSample } from '../learning/sample.js';
import { compareTables, tableReport } from './tables.js';

const plan = { faultShare: 0.2, folds: 5, seed: 1, threshold: 0.85 };

/** Values of which one finding tells nearly all of whether they are right; `telling` is where it does. */
function samplesOf(sources: number, telling: CapName, other: CapName, chance?: number): readonly CalibrationSample[] {
  const random = randomOf(1, telling);
  return Array.from({ length: sources * 20 }, (_, at) => {
    const hasIt = random.below(100) < 12;
    const right = random.below(100) >= (hasIt ? 60 : 1);
    const caps = ['evidence.exact' as const, hasIt ? telling : other, 'agreement.single' as const].map((name) => ({ name }));
    return {
      source: `issuer ${at % sources}`,
      document: `document ${at}`,
      family: 'native',
      field: 'money',
      right,
      caps,
      ...(chance && { chance }),
    };
  });
}
const tableOf = (samples: readonly CalibrationSample[]): CalibrationTable => ({
  ...{ model: 'any', date: '2026-11-26', corpus: 'sha256:0', n: samples.length, split: { by: 'source', groups: 1, folds: 5, seed: 1 } },
  ...{ ece: { before: 0, after: 0 }, ...learn(samples, plan) },
});

describe('a new table against the one that is in use', () => {
  const mine = samplesOf(20, 'label.unknownText', 'label.match');
  // Learned where another finding told: what tells here weighs nothing there.
  const others = tableOf(samplesOf(20, 'uniqueness.several', 'label.unknownText'));

  it('may be used where it keeps more of issuers that it has not seen, at no more risk', () => {
    const compared = compareTables(mine, others, plan);
    expect(compared.refused).toBeUndefined();
    expect(compared.new.wrong).toBeLessThanOrEqual(compared.old.wrong);
    expect(compared.new.kept).toBeGreaterThanOrEqual(compared.old.kept);
    expect(compared.brier.new).toBeLessThan(compared.brier.old);
    expect(tableReport('other', compared)).toMatch(/new, at the same risk +\d+\.\d% .*It may be used/s);
  });

  it('is refused where the data is too thin, or none of it is wrong', () => {
    expect(
      compareTables(
        mine.filter(({ source }) => /[1-4]$/.test(source)),
        others,
        plan,
      ).refused,
    ).toMatch(/too thin: 160 values of 8 issuers/);
    expect(
      compareTables(
        mine.filter(({ right }) => right),
        others,
        plan,
      ).refused,
    ).toMatch(/none of these values is wrong/);
  });

  it('is refused where it is worse on them than the old one', () => {
    // Right and wrong by chance of the issuer alone: what is learned of some issuers is wrong of the others.
    const random = randomOf(2, 'worse');
    const rates = Array.from({ length: 20 }, (_, at) => (at < 10 ? 100 : 55));
    const noisy = samplesOf(20, 'label.unknownText', 'label.match').map((sample, at) => ({
      ...sample,
      right: random.below(100) < (rates[at % 20] ?? 0),
    }));
    const best = tableOf(noisy);
    expect(compareTables(noisy, best, { ...plan, folds: 2 }).refused).toMatch(/^worse/);
  });

  it('counts a value of a sample for as many as it stands for', () => {
    // Doubted values are all judged, and half of them are wrong; of the accepted, which are right, one in a hundred is.
    const doubted = mine.slice(0, 200).map((sample, at) => ({ ...sample, right: at % 2 === 0 }));
    const drawn = mine.slice(200).map((sample) => ({ ...sample, right: true, chance: 0.01 }));
    const prior = (samples: readonly CalibrationSample[]) => learn(samples, plan).priors[0]?.correct ?? 0;
    expect(prior([...doubted, ...drawn])).toBe(398);
    expect(prior([...doubted, ...drawn.map(({ chance: _, ...sample }) => sample)])).toBe(300);
  });
});
