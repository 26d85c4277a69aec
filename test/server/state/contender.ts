import { openStore } from '../../../server/state/open-store.js';
import { postgresStore } from '../../../server/state/postgres.js';

/** Entry point of a process that competes for a store and reports what it got, and when it asked for calls. */
const [address = ''] = process.argv.slice(2);
// The store has no fallback here, because only its own answers count.
const store = address.startsWith('postgres:') ? postgresStore(address) : openStore(address);
/** Tests are over by then. */
const longestMs = 120_000;
const attempts = Array.from({ length: 100 }, (_, index) => index);
const reserved = await Promise.all(attempts.map((index) => insist(`${process.pid}-${index}`)));
const from = Date.now();
const taken = await Promise.all(attempts.map(() => store.rates.take('c', { everyMs: 1_000, slackMs: 100 }).catch(() => false)));
const to = Date.now();
await store.close();
process.stdout.write(JSON.stringify({ holds: count(reserved), calls: count(taken), from, to }));

/** Retries when an overloaded store rejects, until the store must be gone. The same id makes no second hold, even if the first one was made. */
async function insist(id: string, until = Date.now() + longestMs): Promise<boolean> {
  const hold = { id, client: 'c', credits: 3, leaseMs: 60_000 };
  const answer = await store.quotas.reserve(hold, 10).catch((error: unknown) => {
    if (Date.now() > until) throw error;
  });
  return answer ? answer.granted : insist(id, until);
}

function count(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length;
}
