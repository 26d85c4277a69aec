import { describe, expect, it } from 'vitest';
import { estimate, type Figure } from './estimate.js';
import { countIn, type ScoreTally, tallyOf } from './score-tally.js';

const source = (verdicts: string): ScoreTally => tallyOf([...verdicts].map((verdict) => ({ score: 0.9, right: verdict === '+' })));

const rightShare = (once: Figure['once']): Figure => ({
  name: 'right',
  once,
  of: (tally) => {
    const { right, wrong } = countIn(tally);
    return right + wrong === 0 ? null : right / (right + wrong);
  },
});

describe('a figure over sources', () => {
  const [mean, pooled] = estimate([source('++++++++'), source('--'), source('')], [rightShare('mean'), rightShare('pooled')]);

  it('is that of all values, and one in which each source counts once', () => {
    expect([mean?.all, mean?.bySource]).toEqual([0.8, 0.5]);
    expect([pooled?.all, pooled?.bySource]).toEqual([0.8, 0.5]);
  });

  it('has an interval from drawing whole sources: of two that are all right and all wrong, all or nothing', () => {
    expect(mean?.interval).toEqual([0, 1]);
  });

  it('has an interval about the figure, the narrower the more sources there are, and always the same', () => {
    const bounds = (count: number) => {
      const sources = Array.from({ length: count }, (_, at) => source(at % 2 === 0 ? '+++-' : '++--'));
      return estimate(sources, [rightShare('mean')])[0]?.interval ?? [0, 0];
    };
    const [[low, high], [lower, higher]] = [bounds(100), bounds(10)];
    expect(lower).toBeLessThan(low);
    expect(low).toBeLessThan(0.625);
    expect(high).toBeGreaterThan(0.625);
    expect(higher).toBeGreaterThan(high);
    expect(bounds(10)).toEqual([lower, higher]);
  });

  it('has no interval for one source, and nothing without values', () => {
    expect(estimate([source('+-')], [rightShare('mean')])).toEqual([{ all: 0.5, bySource: 0.5, interval: null }]);
    expect(estimate([], [rightShare('mean')])).toEqual([{ all: null, bySource: null, interval: null }]);
  });
});
