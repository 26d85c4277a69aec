import { goodput, statuses, traffic } from '../../load/traffic.js';
import { quantile } from '../quantile.js';
import { atLeast, type Figure, milliseconds, type Row } from '../row.js';
import { startVouch } from '../server.js';

/** Five times what the server can do, against the most it does: what is too much is turned away at once, and the rest goes on as before. */
export const overload: Row = {
  name: 'overload',
  async measure({ seconds }) {
    const vouch = await startVouch();
    try {
      await traffic({ url: vouch.url, rate: 5, seconds: 2 });
      const { peak, rate } = await findPeak(vouch.url, seconds);
      const shots = await traffic({ url: vouch.url, rate: 5 * rate, seconds });
      const kept = goodput(shots, seconds) / peak;
      const refused = shots.filter(({ status }) => status !== 200);
      return {
        figures: [
          {
            name: `goodput at ${Math.round(5 * rate)} a second, 5 × the peak`,
            measured: `${(100 * kept).toFixed(0)} % of ${peak.toFixed(1)} a second`,
            aim: atLeast(kept, 0.9, 'at least 90 %'),
          },
          { name: '… answers', measured: statuses(shots) },
          {
            name: '… a refusal takes, p95',
            measured: milliseconds(
              quantile(
                refused.map(({ ms }) => ms),
                0.95,
              ),
            ),
          },
          onlyKnown(shots.map(({ status }) => status)),
        ],
      };
    } finally {
      await vouch.stop();
    }
  },
};

/** Raises the rate until more of it does not bring more answers. */
async function findPeak(url: string, seconds: number): Promise<{ readonly peak: number; readonly rate: number }> {
  let [peak, best] = [0, 0];
  for (let rate = 10; rate <= 320; rate = Math.ceil(rate * 1.5)) {
    const found = goodput(await traffic({ url, rate, seconds }), seconds);
    if (found > peak) [peak, best] = [found, rate];
    if (found < 0.8 * rate) break;
  }
  return { peak, rate: best };
}

function onlyKnown(all: readonly number[]): Figure {
  const others = all.filter((status) => ![200, 429, 503].includes(status)).length;
  return { name: '… answers that are neither 200, 429 nor 503', measured: String(others), aim: { text: 'none', met: others === 0 } };
}
