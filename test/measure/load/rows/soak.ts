import { perfectReading, startFakeProvider } from '../../bench/fake-provider.js';
import { badCall, begin, goodCall } from '../call.js';
import { startFleet } from '../fleet.js';
import { type LoadLine, type LoadRow, must, none, under } from '../row.js';
import { slowMs } from '../slow.js';
import { statuses, type TimedAnswer, traffic } from '../traffic.js';
import { healthLines, type ProcessSample, watched } from '../watch.js';

/** A short endurance run: good documents, refused ones and aborted requests; nothing may grow. */
export const soak: LoadRow = {
  name: 'soak',
  usual: { seconds: 1_800, rate: 2 },
  async run({ seconds, rate }) {
    const provider = await startFakeProvider(await perfectReading(), slowMs);
    const fleet = await startFleet({ config: provider.config });
    try {
      const { result, seen } = await watched(fleet.servers, () => {
        const gone = hangUps(fleet.url, seconds);
        return traffic({ url: fleet.url, rate, seconds, call: (index) => (index % 20 === 7 ? badCall : goodCall) }).finally(gone);
      });
      const samples = seen.samples[0] ?? [];
      return [
        { what: `${seconds} s at ${rate} a second, 1 in 20 refused, one caller in 10 s gone`, observed: statuses(result) },
        none('… answers other than 200, 400, 503', result.filter(unexpected).length),
        ...growth(samples, seconds),
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
      provider.close();
    }
  },
};

const unexpected = ({ status, retryAfter }: TimedAnswer): boolean => ![200, 400].includes(status) && !(status === 503 && retryAfter);

/** Starts a request every ten seconds and aborts it later. Returns a function that ends it. */
function hangUps(url: string, seconds: number): () => void {
  let round = 0;
  const timer = setInterval(
    () => {
      const request = begin(url, goodCall);
      round += 1;
      setTimeout(() => request.destroy(), (round * 373) % 3_000);
    },
    Math.min(10_000, seconds * 100),
  );
  return () => clearInterval(timer);
}

/** Growth under constant load, measured after the first fifth of the time, while caches and heap fill. */
function growth(samples: readonly ProcessSample[], seconds: number): readonly LoadLine[] {
  const settled = samples.filter(({ atMs }) => atMs > seconds * 200);
  const slope = 60_000 * slopeOf(settled.map(({ atMs, rssMb }) => [atMs, rssMb]));
  const descriptors = settled.map((each) => each.descriptors);
  const half = Math.floor(descriptors.length / 2);
  const [before, after] = [Math.max(...descriptors.slice(0, half)), Math.max(...descriptors.slice(half))];
  const tenths = Array.from({ length: 10 }, (_, tenth) => samples[Math.floor((tenth * samples.length) / 10)]?.rssMb.toFixed(0));
  return [
    { what: '… memory of the API process at each tenth of the time', observed: `${tenths.join(', ')} MB` },
    under('… memory of the API process grows a minute by', slope, { most: 1, unit: 'MB' }),
    {
      what: '… and the least of every 2 minutes, which no garbage is in, by',
      observed: `${(60_000 * slopeOf(leastOf(settled))).toFixed(1)} MB`,
    },
    must('… descriptors, most in the first and in the second half', `${before}, ${after}`, {
      aim: 'flat (+ 10 %)',
      met: after <= before * 1.1 + 2,
    }),
  ];
}

/** The lowest memory within each two minutes. */
const leastOf = (samples: readonly ProcessSample[]): readonly (readonly [number, number])[] =>
  [...Map.groupBy(samples, ({ atMs }) => Math.floor(atMs / 120_000))].map(([round, same]) => [
    round * 120_000,
    Math.min(...same.map(({ rssMb }) => rssMb)),
  ]);

/** The least-squares slope. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x0, y0] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const covariance = points.reduce((sum, [x, y]) => sum + (x - x0) * (y - y0), 0);
  return covariance / points.reduce((sum, [x]) => sum + (x - x0) ** 2, 0);
}
