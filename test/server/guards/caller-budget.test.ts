import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { decimal } from '../../../core/index.js';
import { type CallerBudgetTerms, callerBudget, requirePrices } from '../../../server/guards/token-budgets.js';
import type { Caller, Store } from '../../../server/index.js';
import { openStore } from '../../../server/state/open-store.js';
import { postgresStore } from '../../../server/state/postgres.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { freshSchema } from '../state/fresh-schema.js';
import { postgresServer } from '../state/postgres-server.js';
import { brokenStore } from '../support/broken-store.js';

const postgres = postgresServer();
const terms = { tokens: 1_000, cost: 0, currency: undefined, leaseMs: 60_000 };
const day = 86_400_000;
const key = (members: Partial<Caller> = {}): Caller => ({ kind: 'key', id: 'k', scopes: ['extract'], limits: {}, ...members });

interface OpenedStore {
  readonly store: Store;
  pass(ms: number): void | Promise<void>;
}

function inSqlite(): Promise<OpenedStore> {
  let now = Date.UTC(2030, 0, 1, 18, 47, 30);
  const store = sqliteStore(':memory:', () => now);
  onTestFinished(() => store.close());
  return Promise.resolve({
    store,
    pass: (ms) => {
      now += ms;
    },
  });
}

/** Its clock is read from a table. */
async function inPostgres(): Promise<OpenedStore> {
  const { name, url, sql } = await freshSchema(postgres);
  await sql("CREATE TABLE clock AS SELECT timestamptz '2030-01-01 18:47:30Z' AS time");
  await sql(`CREATE FUNCTION clock() RETURNS timestamptz LANGUAGE sql VOLATILE AS 'SELECT time FROM ${name}.clock'`);
  const store = postgresStore(url, `${name}.clock()`);
  onTestFinished(() => store.close());
  await vi.waitFor(() => store.ping(), 60_000);
  return { store, pass: async (ms) => void (await sql(`UPDATE clock SET time = time + interval '${ms} ms'`)) };
}

/** The budget of one key with these terms. */
function budgetOf({ store }: Pick<OpenedStore, 'store'>, more: Partial<CallerBudgetTerms> = {}, caller: Partial<Caller> = {}) {
  const budget = callerBudget(store.quotas, { ...terms, ...more })(key(caller));
  if (!budget) throw new Error('these terms set no limit');
  return budget;
}

describe.each([
  ['SQLite', inSqlite],
  ['PostgreSQL', inPostgres],
])('the budget of a key, in %s', (_name, open) => {
  it('is charged what was used, once, and gives the rest back', async () => {
    const opened = await open();
    const budget = budgetOf(opened);
    const charge = await budget.reserve(900);
    await expect(budget.reserve(200)).rejects.toMatchObject({ code: 'LLM_ERROR' });
    await charge(300);
    await charge(300);
    expect((await opened.store.quotas.allowance('key:k:tokens', 1_000)).left).toBe(700);
  });

  it('that is used up says so, and when it is back; no operator is called for it', async () => {
    const budget = budgetOf(await open());
    await (await budget.reserve(1_000))(1_000);
    await expect(budget.reserve(1)).rejects.toMatchObject({
      code: 'LLM_ERROR',
      retryable: false,
      ours: false,
      message: "No provider is asked: of this key's budget of 1,000 tokens a day nothing is left. It is back at 00:00 UTC, in 5 h 13 min",
    });
  });

  it('is back on the next day', async () => {
    const opened = await open();
    const budget = budgetOf(opened);
    await (await budget.reserve(1_000))(1_000);
    await opened.pass(day);
    await (await budget.reserve(1_000))(1_000);
  });

  it('is not that of another key, and not the day’s own', async () => {
    const opened = await open();
    await budgetOf(opened).reserve(1_000);
    await budgetOf(opened, {}, { id: 'other' }).reserve(1_000);
    expect((await opened.store.quotas.allowance('providers', 1_000)).left).toBe(1_000);
  });

  it('may be in money: counted in millionths, and never overspent by rounding', async () => {
    const budget = budgetOf(await open(), { tokens: 0, cost: 0.00001, currency: 'USD' });
    await (await budget.reserve(1, decimal('0.0000091')))(1, decimal('0.0000081'));
    await expect(budget.reserve(1, decimal('0.0000011'))).rejects.toThrow(
      "of this key's budget of 0.00001 USD a day 0.000001 USD are left, beside what running calls may use, and this one may use more",
    );
    await budget.reserve(1, decimal('0.000001'));
  });

  it('holds large sums of a small currency', async () => {
    const opened = await open();
    const budget = budgetOf(opened, { tokens: 0, cost: 1_000_000_000, currency: 'JPY' });
    await (await budget.reserve(1, decimal(999_999_999)))(1, decimal(999_999_999));
    await expect(budget.reserve(1, decimal(2))).rejects.toThrow('1 JPY are left');
    expect((await opened.store.quotas.allowance('key:k:cost', 1e15)).left).toBe(1_000_000);
  });

  it('may be both, and what one refuses is not charged to the other', async () => {
    const opened = await open();
    const budget = budgetOf(opened, { cost: 0.01, currency: 'USD' });
    await expect(budget.reserve(500, decimal('0.02'))).rejects.toThrow('0.01 USD a day');
    expect((await opened.store.quotas.allowance('key:k:tokens', 1_000)).left).toBe(1_000);
    await (await budget.reserve(500, decimal('0.01')))(100, decimal('0.001'));
    expect((await opened.store.quotas.allowance('key:k:tokens', 1_000)).left).toBe(900);
  });

  it('is that of the key itself where it has one, and no limit where that is 0', async () => {
    const opened = await open();
    const budget = budgetOf(opened, {}, { limits: { dailyTokens: 2_000, dailyCost: '0.03' } });
    await (await budget.reserve(1_500, decimal('0.02')))(1_500, decimal('0.02'));
    await expect(budget.reserve(600, decimal('0.01'))).rejects.toThrow('2,000 tokens a day');
    await expect(budget.reserve(400, decimal('0.02'))).rejects.toThrow('0.03 a day 0.01 are left');
    expect(callerBudget(opened.store.quotas, { ...terms, cost: 5 })(key({ limits: { dailyTokens: 0, dailyCost: '0' } }))).toBeUndefined();
  });

  it('of a caller of the host is not that of a key with the same id', async () => {
    const opened = await open();
    await budgetOf(opened).reserve(1_000);
    const theirs = budgetOf(opened, {}, { kind: 'host' });
    await theirs.reserve(1_000);
    await expect(theirs.reserve(1)).rejects.toThrow("of this caller's budget of 1,000 tokens a day nothing is left");
  });

  it('is charged the most, where nobody knows what a call cost', async () => {
    const opened = await open();
    const budget = budgetOf(opened, { tokens: 0, cost: 0.01, currency: 'USD' });
    await (await budget.reserve(500, decimal('0.008')))(500);
    expect((await opened.store.quotas.allowance('key:k:cost', 10_000)).left).toBe(2_000);
  });
});

describe.each([
  ['SQLite', sqliteFile],
  ['PostgreSQL', async () => (await freshSchema(postgres)).url],
])('four processes that spend the budget of a key in one %s', (_name, addressOf) => {
  it('never spend more than there is, and what they used is what was charged', async () => {
    const address = await addressOf();
    const first = openStore(address);
    onTestFinished(() => first.close());
    await vi.waitFor(() => first.keys.pepper(), 60_000);
    const used = (await Promise.all([1, 2, 3, 4].map(() => spend(address)))).reduce((sum, tokens) => sum + tokens, 0);
    const { left } = await first.quotas.allowance('key:k:tokens', 10_000);
    expect([used, (await first.quotas.allowance('key:k:cost', 100_000)).left]).toEqual([10_000 - left, left * 10]);
    expect(left).toBeGreaterThanOrEqual(0);
    expect(left).toBeLessThan(4 * 40);
  });
});

function sqliteFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'vouch-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return `sqlite:${join(folder, 'vouch.db')}`;
}

const spender = fileURLToPath(new URL('../../../dist/test/server/guards/spender.js', import.meta.url));

async function spend(address: string): Promise<number> {
  expect(existsSync(spender)).toBe(true);
  return Number((await promisify(execFile)(process.execPath, [spender, address])).stdout);
}

describe('the budget of a key', () => {
  it('is none where there is no limit', () => {
    expect(callerBudget(brokenStore().quotas, { ...terms, tokens: 0 })(key())).toBeUndefined();
  });

  it('refuses every call while the store cannot be reached', async () => {
    const budget = callerBudget(brokenStore().quotas, terms)(key());
    await expect(budget?.reserve(1)).rejects.toThrow('the budget of the day cannot be looked up');
  });

  it('in money refuses a model without a price, for nobody could count it', async () => {
    const budget = callerBudget(brokenStore().quotas, { ...terms, tokens: 0, cost: 1 })(key());
    await expect(budget?.reserve(1)).rejects.toThrow('its price is not known, and the caller has a budget of costs');
  });

  it('in money is refused at the start where a model has no price', () => {
    const engine = { metered: [{ label: 'a:b' }, { label: 'c:d', price: { input: 1, output: 2 } }] };
    expect(() => requirePrices(engine, 5)).toThrow(
      'A limit of costs needs the price of every model that uses tokens; "a:b" has none. Add prices.models with "a:b": { input, output }',
    );
    expect(() => requirePrices(engine, 0)).not.toThrow();
    expect(() => requirePrices({ metered: [] }, 5)).not.toThrow();
  });
});
