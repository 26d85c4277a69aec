import { quantile } from '../../bench/clock.js';
import { perfectReading, startFakeProvider } from '../../bench/fake-provider.js';
import { expected, unanswered } from '../call.js';
import { startFleet } from '../fleet.js';
import { type LoadEffort, type LoadLine, type LoadRow, none } from '../row.js';
import { slowMs } from '../slow.js';
import { goodput, mostTogether, statuses, traffic } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const clients = 200;

/** Two hundred clients send at a fixed rate, once with an instant provider and once with a provider as slow as real ones. */
export const clientsOf = (instances: number, name: string): LoadRow => ({
  name,
  usual: { seconds: 600, rate: 40 },
  run: async (effort) => [
    ...(await load(effort, { instances, took: () => 0, provider: 'a provider at once' })),
    ...(await load(effort, { instances, took: slowMs, provider: 'a provider in 2–8 s' })),
  ],
});

interface ClientsPlan {
  readonly instances: number;
  readonly provider: string;
  took(): number;
}

async function load({ seconds, rate }: LoadEffort, { instances, provider: what, took }: ClientsPlan): Promise<readonly LoadLine[]> {
  const provider = await startFakeProvider(await perfectReading(), took);
  const fleet = await startFleet({ config: provider.config, instances });
  try {
    const { result: timedAnswers, seen } = await watched(fleet.servers, () => traffic({ url: fleet.url, rate, seconds, clients }));
    const good = timedAnswers.flatMap(({ status, ms }) => (status === 200 ? [ms] : []));
    const busy = timedAnswers.flatMap(({ status, ms }) => (status === 503 ? [ms] : []));
    const [p50, p99] = [0.5, 0.99].map((share) => (quantile(good, share) / 1_000).toFixed(1));
    return [
      { what: `${clients} clients, ${instances} × server, ${what}, ${rate} a second for ${seconds} s`, observed: statuses(timedAnswers) },
      {
        what: '… extractions a second; most requests at once',
        observed: `${goodput(timedAnswers, seconds).toFixed(1)}; ${mostTogether(timedAnswers)}`,
      },
      { what: '… from due to answered, p50 and p99', observed: `${p50} s, ${p99} s` },
      { what: '… from due to refused, p99', observed: busy.length === 0 ? 'nobody was' : `${(quantile(busy, 0.99) / 1_000).toFixed(1)} s` },
      none('… answers other than 200, 429, 503 with Retry-After', timedAnswers.filter((shot) => !expected(shot)).length),
      none('… connections without an answer', timedAnswers.filter(unanswered).length),
      ...healthLines(seen),
    ];
  } finally {
    await fleet.stop();
    provider.close();
  }
}
