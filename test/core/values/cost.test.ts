import { describe, expect, it } from 'vitest';
import { decimal, shownCost, type TokenPrice } from '../../../core/index.js';
import { costOf, mostCost, priceOf } from '../../../core/values/cost.js';

const price: TokenPrice = { input: 0.25, output: 2, cachedInput: 0.025, cacheWrite: 0.3125 };

describe('the cost of tokens', () => {
  it.each([
    [{ inputTokens: 1_000_000, outputTokens: 0 }, '0.25'],
    [{ inputTokens: 0, outputTokens: 1 }, '0.000002'],
    [{ inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 800 }, '0.00027'],
    [{ inputTokens: 1_000, outputTokens: 100, cachedInputTokens: 500, cacheWriteTokens: 300 }, '0.00035625'],
  ])('of %j is %s', (usage, cost) => {
    expect(costOf(usage, price).toString()).toBe(decimal(cost).toString());
  });

  it('counts what was cached as other input, where it has no price of its own', () => {
    expect(costOf({ inputTokens: 1_000, outputTokens: 0, cachedInputTokens: 900 }, { input: 3, output: 15 }).toString()).toBe('0.003');
  });

  it('is exact where binary floats are not', () => {
    expect(costOf({ inputTokens: 3_000_000, outputTokens: 0 }, { input: 0.1, output: 0 }).toString()).toBe('0.3');
  });

  it('is at most what all tokens cost at the highest price', () => {
    expect(mostCost(1_000, price).toString()).toBe('0.002');
    expect(mostCost(1_000, { input: 1, output: 0, cacheWrite: 1.25 }).toString()).toBe('0.00125');
  });

  it('is shown in millionths, half of one rounded up', () => {
    expect(shownCost(decimal('0.0000005')).toString()).toBe('0.000001');
    expect(shownCost(decimal('0.00000049')).toString()).toBe('0');
    expect(shownCost(decimal('1.2345674')).toString()).toBe('1.234567');
  });
});

describe('the price of a model', () => {
  const prices = { currency: 'USD', models: { 'openai:a': price } };

  it('is found under any of its labels', () => {
    expect(priceOf(prices, 'mine', 'openai:a')).toBe(price);
  });

  it('is unknown where it is not listed, also under a name that every object has', () => {
    expect(priceOf(prices, 'openai:b')).toBeUndefined();
    expect(priceOf(prices, 'constructor')).toBeUndefined();
    expect(priceOf(undefined, 'openai:a')).toBeUndefined();
  });
});
