import { describe, expect, it } from 'vitest';
import { predictionsOf } from './learning/sample-builders.js';
import { acceptedAt, asRead, bins, brier, calibrationError, chanceError, rankingQuality, riskArea, riskCurve } from './measure.js';

const sure = predictionsOf(0.9, { n: 10, right: 8 });
const doubtful = predictionsOf(0.5, { n: 10, right: 5 });
const both = [...doubtful, ...sure];

describe('the calibration error', () => {
  it('is the distance of score and rate, by mass', () => {
    expect(calibrationError(sure)).toBeCloseTo(0.1);
    expect(calibrationError(both)).toBeCloseTo(0.05);
    expect(calibrationError(predictionsOf(0.75, { n: 4, right: 3 }))).toBe(0);
  });
  it('has at most 15 bins of about equal mass and keeps equal scores together', () => {
    const even = Array.from({ length: 300 }, (_, index) => predictionsOf(index / 300, { n: 1, right: 1 })).flat();
    expect(bins(even).map(({ n }) => n)).toEqual(new Array(15).fill(20));
    expect(bins(both).map(({ n, score, right }) => [n, score.toFixed(2), right])).toEqual([
      [10, '0.50', 0.5],
      [10, '0.90', 0.8],
    ]);
  });
  it('does not depend on the order of the values', () => {
    expect(calibrationError(both.toReversed())).toBe(calibrationError(both));
  });
  it('expects a larger error by chance where whole sources err together', () => {
    const together = [...predictionsOf(0.5, { n: 10, right: 10 }, 'a'), ...predictionsOf(0.5, { n: 10, right: 0 }, 'b')];
    const apart = [...predictionsOf(0.5, { n: 10, right: 5 }, 'a'), ...predictionsOf(0.5, { n: 10, right: 5 }, 'b')];
    expect(chanceError(together)).toBeCloseTo((Math.sqrt(2 / Math.PI) * Math.sqrt(50)) / 20);
    expect(chanceError(apart)).toBe(0);
  });
});

describe('the ranking', () => {
  it('is the chance that a right value scores above a wrong one, ties counting half', () => {
    expect(rankingQuality(both)).toBeCloseTo((8 * 5 + (8 * 2) / 2 + (5 * 5) / 2) / (13 * 7));
    expect(rankingQuality([...predictionsOf(0.2, { n: 3, right: 0 }), ...predictionsOf(0.9, { n: 3, right: 3 })])).toBe(1);
    expect(rankingQuality(predictionsOf(0.9, { n: 3, right: 3 }))).toBeNull();
  });
  it('gives the risk at each coverage, from the highest score on', () => {
    expect(riskCurve(both)).toEqual([
      { score: 0.9, coverage: 0.5, risk: 0.2 },
      { score: 0.5, coverage: 1, risk: 7 / 20 },
    ]);
    expect(riskArea(sure)).toBeCloseTo(0.2);
    expect(riskArea(both)).toBeGreaterThan(0.2);
    expect(riskArea(both)).toBeLessThan(0.35);
  });
});

it('a value as it was read is one without a planted fault', () => {
  expect(asRead([...sure, ...doubtful.map((one) => ({ ...one, fault: 'digit-swap' }))])).toEqual(sure);
});

it('the Brier score is the mean squared distance of score and fact', () => {
  expect(brier(sure)).toBeCloseTo(0.8 * 0.01 + 0.2 * 0.81);
});

it('a threshold accepts the scores that reach it', () => {
  expect([acceptedAt(both, 0.9), acceptedAt(both, 0.91)]).toEqual([
    { accepted: 10, wrong: 2 },
    { accepted: 0, wrong: 0 },
  ]);
});
