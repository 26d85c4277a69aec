import { startFakeProvider } from '../../bench/fake-provider.js';
import { quantile } from '../../bench/quantile.js';
import { perfectReading } from '../../bench/reading.js';
import { expected, unanswered } from '../expected.js';
import { startFleet } from '../fleet.js';
import { type LoadEffort, type LoadLine, type LoadRow, none } from '../row.js';
import { slowMs } from '../slow.js';
import { goodput, mostTogether, statuses, traffic } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const clients = 200;

/** Two hundred clients on a timetable, with a provider that takes no time and one that takes as long as real ones do. */
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
    const { result: shots, seen } = await watched(fleet.servers, () => traffic({ url: fleet.url, rate, seconds, clients }));
    const good = shots.flatMap(({ status, ms }) => (status === 200 ? [ms] : []));
    const busy = shots.flatMap(({ status, ms }) => (status === 503 ? [ms] : []));
    const [p50, p99] = [0.5, 0.99].map((share) => (quantile(good, share) / 1_000).toFixed(1));
    return [
      { what: `${clients} clients, ${instances} × server, ${what}, ${rate} a second for ${seconds} s`, observed: statuses(shots) },
      { what: '… extractions a second; most requests at once', observed: `${goodput(shots, seconds).toFixed(1)}; ${mostTogether(shots)}` },
      { what: '… from due to answered, p50 and p99', observed: `${p50} s, ${p99} s` },
      { what: '… from due to refused, p99', observed: busy.length === 0 ? 'nobody was' : `${(quantile(busy, 0.99) / 1_000).toFixed(1)} s` },
      none('… answers other than 200, 429, 503 with Retry-After', shots.filter((shot) => !expected(shot)).length),
      none('… connections without an answer', shots.filter(unanswered).length),
      ...healthLines(seen),
    ];
  } finally {
    await fleet.stop();
    provider.close();
  }
}
