import { openStore } from '../../../server/state/open-store.js';
import { postgresStore } from '../../../server/state/postgres.js';

/** A process of its own that wants everything at once and reports what it got, and from when to when it asked for calls. */
const [address = ''] = process.argv.slice(2);
// Without its fallback: what counts here is what the store says.
const store = address.startsWith('postgres:') ? postgresStore(address) : openStore(address);
const attempts = Array.from({ length: 100 }, (_, index) => index);
const reserved = await Promise.all(attempts.map((index) => insist(`${process.pid}-${index}`)));
const from = Date.now();
const taken = await Promise.all(attempts.map(() => store.rates.take('c', { everyMs: 1_000, slackMs: 100 }).catch(() => false)));
const to = Date.now();
await store.close();
process.stdout.write(JSON.stringify({ holds: count(reserved), calls: count(taken), from, to }));

/** A store that is overrun refuses to answer; the hold that may have been made is the same when it is asked for again. */
async function insist(id: string): Promise<boolean> {
  const hold = { id, client: 'c', credits: 3, leaseMs: 60_000 };
  const answer = await store.quotas.reserve(hold, 10).catch(() => undefined);
  return answer ? answer.granted : insist(id);
}

function count(answers: readonly boolean[]): number {
  return answers.filter(Boolean).length;
}
