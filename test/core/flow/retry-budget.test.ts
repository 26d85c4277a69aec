import { describe, expect, it } from 'vitest';
import { RetryBudget } from '../../../core/flow/breaker.js';

function budget(share: number, aMinute: number) {
  let time = 0;
  const made = new RetryBudget({ share, aMinute }, () => time);
  return {
    made,
    spendAll(): number {
      let spent = 0;
      while (made.spend()) spent += 1;
      return spent;
    },
    pass(ms: number) {
      time += ms;
    },
  };
}

describe('a budget of retries', () => {
  it('has a floor, which comes back within a minute', () => {
    const { spendAll, pass } = budget(0.1, 10);
    expect(spendAll()).toBe(10);
    pass(6_000);
    expect(spendAll()).toBe(1);
    pass(600_000);
    expect(spendAll()).toBe(10);
  });

  it('lets a tenth of many failing calls be made again', () => {
    const { made, spendAll } = budget(0.1, 10);
    spendAll();
    let again = 0;
    for (let call = 0; call < 1_000; call += 1) {
      made.earn();
      if (made.spend()) again += 1;
    }
    expect(again).toBeGreaterThanOrEqual(99);
    expect(again).toBeLessThanOrEqual(100);
  });

  it('saves nothing up beyond the floor', () => {
    const { made, spendAll } = budget(0.1, 10);
    for (let call = 0; call < 1_000; call += 1) made.earn();
    expect(spendAll()).toBe(10);
  });

  it('works with only a share or only a floor; with neither, nothing is retried', () => {
    const shared = budget(0.5, 0);
    expect(shared.made.spend()).toBe(false);
    shared.made.earn();
    shared.made.earn();
    expect(shared.spendAll()).toBe(1);
    expect(budget(0, 2).spendAll()).toBe(2);
    const none = budget(0, 0);
    none.made.earn();
    expect(none.spendAll()).toBe(0);
  });
});
