import { describe, expect, it } from 'vitest';
import { runSample, valuesOf } from './builders.js';
import { atThreshold, curveOf, scoresOf, wrongAmong, wrongAt } from './curve.js';

/** Of 8 right values 4 score 0.9 beside a wrong one, 3 score 0.6 beside a planted one that counts half, and one 0.2. */
const curve = curveOf([...valuesOf(0.9, '++++-'), ...valuesOf(0.6, '+++x'), ...valuesOf(0.4, '-'), ...valuesOf(0.2, '+')], 'weighing');

describe('the curve of accepted against wrong', () => {
  it('has for each score what is right and wrong from there on', () => {
    expect(curve).toEqual([
      { score: 0.9, kept: 0.5, right: 4, wrong: 1 },
      { score: 0.6, kept: 0.875, right: 7, wrong: 1.5 },
      { score: 0.4, kept: 0.875, right: 7, wrong: 2.5 },
      { score: 0.2, kept: 1, right: 8, wrong: 2.5 },
    ]);
  });

  it('has the share of wrong values at each share of right ones', () => {
    expect(wrongAt(curve, 0.5)).toBe(1 / 5);
    expect(wrongAt(curve, 0.875)).toBe(1.5 / 8.5);
    expect(wrongAt(curve, 1)).toBe(2.5 / 10.5);
  });

  it('lets chance decide among values of one score', () => {
    expect(wrongAt(curve, 0.25)).toBe(0.5 / 2.5);
    expect(wrongAt(curve, 0.6875)).toBeCloseTo(1.25 / 6.75);
  });

  it('counts a wrong value that stands between two right ones for the lower one only', () => {
    expect(wrongAt(curve, 0.9375)).toBeCloseTo(2.5 / 10);
  });

  it('has the last point that reaches a threshold', () => {
    expect(atThreshold(curve, 0.5)).toBe(curve[1]);
    expect(atThreshold(curve, 0.95)).toBeUndefined();
    expect(wrongAmong({ right: 0, wrong: 0 })).toBe(0);
  });
});

const alone = { word: 'likely', quoted: 'part' } as const;

it('a value is scored by the word of its reader, by its quote, by its weakest finding, and as it was weighed', () => {
  expect(scoresOf({ ...runSample(), alone }, 0.97)).toEqual({
    "model's own word": 0.88,
    'quote check': 0.5,
    'lowest cap': 0.9,
    weighing: 0.97,
  });
});

it('the weakest finding is one that is held lower than its strength', () => {
  const caps = [{ name: 'evidence.exact', limitedTo: 0.7 }, { name: 'label.unknownText' }] as const;
  expect(scoresOf({ ...runSample({ caps }), alone }, 0.97)['lowest cap']).toBe(0.7);
});
