import { openStore } from '../../../server/state/open-store.js';

/** A process of its own that wants everything at once and reports what it got. */
const [address = ''] = process.argv.slice(2);
const store = openStore(address);
const attempts = Array.from({ length: 100 }, (_, index) => index);
const reserved = await Promise.all(
  attempts.map((index) =>
    store.quotas.reserve({ id: `${process.pid}-${index}`, client: 'c', credits: 3, leaseMs: 60_000 }, 10).then(({ granted }) => granted),
  ),
);
const taken = await Promise.all(attempts.map(() => store.rates.take('c', { everyMs: 1_000, slackMs: 100 })));
await store.close();
process.stdout.write(JSON.stringify([reserved, taken].map((answers) => answers.filter(Boolean).length)));
