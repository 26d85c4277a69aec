import { goodput, mostOf, statuses, type TimedAnswer, traffic } from '../../load/traffic.js';
import { median, quantile } from '../clock.js';
import { atLeast, type BenchFigure, type BenchRow, milliseconds } from '../row.js';
import { startVouch } from '../server.js';

/** Peak and overload alternate this often, because the machine may be slower ten seconds later. */
const turns = 5;

/** Sends five times the peak rate: the excess must be refused at once while the rest continues as before. */
export const overload: BenchRow = {
  name: 'overload',
  async measure({ seconds }) {
    const vouch = await startVouch();
    try {
      await mostOf(vouch.url, seconds);
      const shots: TimedAnswer[] = [];
      const [peaks, kept]: [number[], number[]] = [[], []];
      for (let turn = 0; turn < turns; turn += 1) {
        const peak = await mostOf(vouch.url, seconds);
        const flood = await traffic({ url: vouch.url, rate: 5 * peak, seconds });
        peaks.push(peak);
        kept.push(goodput(flood, seconds) / peak);
        shots.push(...flood);
      }
      const refused = shots.flatMap(({ status, ms }) => (status === 200 ? [] : [ms]));
      return {
        figures: [
          {
            name: `goodput at 5 × the peak, ${turns} turns of each`,
            measured: `${(100 * median(kept)).toFixed(0)} % of ${median(peaks).toFixed(1)} a second`,
            aim: atLeast(median(kept), 0.9, 'at least 90 %'),
          },
          { name: '… answers', measured: statuses(shots) },
          { name: '… a refusal takes, p95', measured: milliseconds(quantile(refused, 0.95)) },
          onlyKnown(shots.map(({ status }) => status)),
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

function onlyKnown(all: readonly number[]): BenchFigure {
  const others = all.filter((status) => ![200, 429, 503].includes(status)).length;
  return { name: '… answers that are neither 200, 429 nor 503', measured: String(others), aim: { text: 'none', met: others === 0 } };
}
