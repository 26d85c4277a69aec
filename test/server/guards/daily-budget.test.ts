import { describe, expect, it, onTestFinished } from 'vitest';
import { dailyBudget, openStore } from '../../../server/index.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { brokenStore } from '../support/broken-store.js';

const noon = Date.UTC(2026, 10, 22, 18, 47, 30);

function budget(tokens: number, clock = () => noon) {
  const store = sqliteStore(':memory:', clock);
  onTestFinished(() => store.close());
  return { store, daily: dailyBudget(store.quotas, { tokens, leaseMs: 60_000 }) };
}

describe('a daily budget (T6)', () => {
  it('is charged with what was used, and gives the rest back', async () => {
    const { daily } = budget(1_000);
    const charge = await daily.reserve(900);
    await expect(daily.reserve(200)).rejects.toMatchObject({ code: 'LLM_ERROR' });
    await charge(300);
    await (await daily.reserve(700))(700);
    await expect(daily.reserve(1)).rejects.toMatchObject({ code: 'LLM_ERROR' });
  });

  it('that is used up says so, and when it is back', async () => {
    const { daily } = budget(1_000_000);
    await (await daily.reserve(1_000_000))(1_000_000);
    await expect(daily.reserve(1)).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: false,
      ours: true,
      message: "No provider is asked: of the day's budget of 1,000,000 tokens nothing is left. It is back at 00:00 UTC, in 5 h 13 min",
    });
  });

  it('that has too little left says how much, for running calls may give some back', async () => {
    const { daily } = budget(1_000);
    await daily.reserve(900);
    await expect(daily.reserve(200)).rejects.toThrow(
      '1,000 tokens 100 are left, beside what running calls may use, and this one may use more',
    );
  });

  it('is back on the next day', async () => {
    let now = noon;
    const { daily } = budget(1_000, () => now);
    await (await daily.reserve(1_000))(1_000);
    await expect(daily.reserve(1_000)).rejects.toThrow('It is back at 00:00 UTC');
    now += 86_400_000;
    await (await daily.reserve(1_000))(1_000);
  });

  it('is one for all servers that share a store', async () => {
    const { store, daily } = budget(1_000);
    const other = dailyBudget(store.quotas, { tokens: 1_000, leaseMs: 60_000 });
    await daily.reserve(600);
    await expect(other.reserve(600)).rejects.toThrow('It is back at 00:00 UTC');
  });

  it('refuses every call while the store cannot be reached', async () => {
    const daily = dailyBudget(brokenStore().quotas, { tokens: 1_000, leaseMs: 60_000 });
    await expect(daily.reserve(1)).rejects.toMatchObject({ code: 'LLM_ERROR', message: expect.stringContaining('cannot be looked up') });
  });

  it('is separate from the credits of the playground', async () => {
    const store = openStore('memory:');
    onTestFinished(() => store.close());
    await dailyBudget(store.quotas, { tokens: 1_000, leaseMs: 60_000 }).reserve(1_000);
    expect((await store.quotas.allowance('127.0.0.1', 10)).left).toBe(10);
  });
});
