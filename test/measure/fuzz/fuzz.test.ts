import { describe, expect, it } from 'vitest';
import type { FuzzKind } from './kind.js';
import { kinds } from './kinds.js';
import { holds, report } from './report.js';
import { type FuzzRow, tryKind } from './run.js';

describe('a short run with a fixed seed', () => {
  it.each(kinds)(
    '$name: nothing dies, nothing breaks the contract',
    async (kind) => {
      const row = await tryKind(kind, { seed: 1 });
      expect(row.cases).toBe(kind.short);
      expect(row.violations).toEqual([]);
    },
    60_000,
  );
});

describe('a run', () => {
  const kind = (
    attempt: (seed: number) => Promise<{ answer: string; faults: readonly string[] }>,
    more: Partial<FuzzKind> = {},
  ): FuzzKind => ({
    name: 'tiny',
    share: 1,
    aim: 10,
    short: 10,
    together: 3,
    open: async () => ({ attempt, show: (seed) => `case ${seed}`, deaths: () => 0, close: async () => [] }),
    ...more,
  });
  const whole = async (one: FuzzKind): Promise<FuzzRow> => tryKind(one, { seed: 1 });

  it('names the case that broke the contract, and how to try it again', async () => {
    const row = await whole(kind(async (seed) => ({ answer: 'x', faults: seed === 1_000_007 ? ['a status of 500'] : [] })));
    expect(holds([row])).toBe(false);
    expect(report([row], 1)).toContain('tiny: a status of 500\n  again: npm run fuzz -- --kind tiny --case 1000007\n  case 1000007');
  });

  it('takes a trial that fails for a violation, and a death for one', async () => {
    expect(holds([await whole(kind(() => Promise.reject(new Error('no answer'))))])).toBe(false);
    const mourned = kind(async () => ({ answer: 'x', faults: [] }), {
      open: async () => ({ attempt: async () => ({ answer: 'x', faults: [] }), show: () => '', deaths: () => 1, close: async () => [] }),
    });
    expect(holds([await whole(mourned)])).toBe(false);
  });

  it('makes the same cases of the same seed, and others of another', async () => {
    const seen = async (seed: number) => {
      const seeds: number[] = [];
      await tryKind(
        kind(async (one) => ({ answer: String(seeds.push(one)), faults: [] })),
        { seed },
      );
      return seeds.sort();
    };
    const [first, again, other] = [await seen(1), await seen(1), await seen(2)];
    expect(again).toEqual(first);
    expect(first.filter((one) => other.includes(one))).toEqual([]);
  });
});
