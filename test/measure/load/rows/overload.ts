import { quantile } from '../../bench/clock.js';
import { perfectReading, startFakeProvider } from '../../bench/fake-provider.js';
import { expected, unanswered } from '../call.js';
import { startFleet } from '../fleet.js';
import { type LoadRow, none, under } from '../row.js';
import { goodput, mostOf, statuses, type TimedAnswer, traffic } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

/** Sends five times the peak rate and measures how soon the server recovers. */
export const overload: LoadRow = {
  name: 'overload',
  usual: { seconds: 20, rate: 0 },
  async run({ seconds }) {
    const provider = await startFakeProvider(await perfectReading());
    const fleet = await startFleet({ config: provider.config });
    const { url } = fleet;
    try {
      await mostOf(url, seconds);
      const peak = await mostOf(url, seconds);
      const { result: timedAnswers, seen } = await watched(fleet.servers, () => traffic({ url, rate: 5 * peak, seconds }));
      const after = await traffic({ url, rate: peak / 2, seconds: 15 });
      const kept = goodput(timedAnswers, seconds) / peak;
      const busy = timedAnswers.flatMap(({ status, ms }) => (status === 503 ? [ms] : []));
      return [
        { what: `overload: 5 × ${peak.toFixed(1)} a second for ${seconds} s`, observed: statuses(timedAnswers) },
        none('… answers other than 200, 429, 503 with Retry-After', timedAnswers.filter((shot) => !expected(shot)).length),
        none('… connections without an answer', timedAnswers.filter(unanswered).length),
        { what: '… extractions, of the peak', observed: `${(100 * kept).toFixed(0)} %`, aim: '≥ 90 %', met: kept >= 0.9 },
        under('… from due to refused, p99', quantile(busy, 0.99) / 1_000, { most: 5, unit: 's' }),
        under('… all well again after, at half the peak', recovery(after), { most: 10, unit: 's' }),
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
      provider.close();
    }
  },
};

/** Due time, in seconds, of the last request that was refused or took longer than 2 s. */
const recovery = (timedAnswers: readonly TimedAnswer[]): number =>
  Math.max(0, ...timedAnswers.filter(({ status, ms }) => status !== 200 || ms > 2_000).map(({ dueMs }) => dueMs / 1_000));
