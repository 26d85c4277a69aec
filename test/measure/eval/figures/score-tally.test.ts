import { describe, expect, it } from 'vitest';
import { calibrationErrorIn, countIn, rankingIn, sumOf, tallyOf } from './score-tally.js';

const values = (score: number, verdicts: string) => [...verdicts].map((verdict) => ({ score, right: verdict === '+' }));
const tally = tallyOf([...values(0.95, '+++-'), ...values(0.4, '+-')]);

describe('a tally of scores', () => {
  it('counts what is right and wrong at each score', () => {
    expect([...tally]).toEqual([
      [0.95, { right: 3, wrong: 1 }],
      [0.4, { right: 1, wrong: 1 }],
    ]);
    expect(countIn(tally, (score) => score >= 0.85)).toEqual({ right: 3, wrong: 1 });
  });

  it('is the sum of others, each counted so many times', () => {
    const sum = sumOf([
      { tally, times: 2 },
      { tally: tallyOf(values(0.95, '-')), times: 0.5 },
      { tally: tallyOf(values(0.1, '+')), times: 0 },
    ]);
    expect(countIn(sum)).toEqual({ right: 8, wrong: 4.5 });
    expect(sum.get(0.95)).toEqual({ right: 6, wrong: 2.5 });
  });

  it('has the calibration error: distances of ten bins, by the number of their values', () => {
    // 4 values of 0.95, 3 right: off by 0.2; 2 values of 0.4, 1 right: off by 0.1; (4 · 0.2 + 2 · 0.1) / 6.
    expect(calibrationErrorIn(tally)).toBeCloseTo(1 / 6);
    // In one bin, 0.91 wrong and 0.99 right are 0.95 and a half.
    expect(calibrationErrorIn(tallyOf([...values(0.91, '-'), ...values(0.99, '+')]))).toBeCloseTo(0.45);
    expect(calibrationErrorIn(tallyOf(values(1, '+')))).toBe(0);
    expect(calibrationErrorIn(new Map())).toBeNull();
  });

  it('has how often a right value scores above a wrong one', () => {
    // Of 4 · 2 pairs: 3 right above the low wrong one, 3 + 1 ties, 1 below.
    expect(rankingIn(tally)).toBe((3 + 4 / 2) / 8);
    expect(rankingIn(tallyOf(values(0.9, '++')))).toBeNull();
  });
});
