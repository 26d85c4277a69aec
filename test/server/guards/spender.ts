import { setTimeout } from 'node:timers/promises';
import { decimal, ExtractionError } from '../../../core/index.js';
import { callerBudget } from '../../../server/guards/token-budgets.js';
import { openStore } from '../../../server/state/open-store.js';
import { postgresStore } from '../../../server/state/postgres.js';

/** Entry point of a process that spends the budget of a key until it is refused, and reports the tokens that it has used. */
const [address = ''] = process.argv.slice(2);
const store = address.startsWith('postgres:') ? postgresStore(address) : openStore(address);
const caller = { kind: 'key', id: 'k', scopes: ['extract'], limits: {} } as const;
const budget = callerBudget(store.quotas, { tokens: 10_000, cost: 0.1, currency: 'USD', leaseMs: 60_000 })(caller);

let used = 0;
while (await spend()) used += 25;
await store.close();
process.stdout.write(String(used));

/** One call that may use 40 tokens and uses 25. False when the budget has too little left; an overloaded store is asked again. */
async function spend(): Promise<boolean> {
  try {
    const charge = await budget?.reserve(40, decimal('0.0004'));
    await charge?.(25, decimal('0.00025'));
    return true;
  } catch (error) {
    if (!(error instanceof ExtractionError) || !error.message.includes('cannot be looked up')) return false;
    await setTimeout(20);
    return spend();
  }
}
