import { totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { residentMb } from '../../../../plugins/sandbox/process.js';
import { goodCall, largeCall, send } from '../call.js';
import { expected, unanswered } from '../expected.js';
import { startFleet } from '../fleet.js';
import { type LoadRow, none, under } from '../row.js';
import { statuses } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const together = 100;

/** A hundred uploads of 10 MB at once: who does not fit is told to come back, and the process stays within its memory. */
export const uploads: LoadRow = {
  name: 'uploads',
  usual: { seconds: 0, rate: 0 },
  async run() {
    const fleet = await startFleet({});
    try {
      await send(fleet.url, goodCall);
      const call = largeCall();
      const peak = peakOf(fleet.servers[0]?.pid ?? 0);
      const { result, seen } = await watched(fleet.servers, () =>
        Promise.all(Array.from({ length: together }, () => send(fleet.url, call))),
      );
      const capMb = (totalmem() * 0.8) / 1_048_576;
      return [
        { what: `uploads: ${together} of 10 MB at once`, observed: statuses(result) },
        none('… answers other than 200, 429, 503 with Retry-After', result.filter((answer) => !expected(answer)).length),
        none('… connections without an answer', result.filter(unanswered).length),
        under('… memory of the API process, most', await peak.end(), { most: Math.round(capMb), unit: 'MB' }),
        none('… failures of a good document right after', (await send(fleet.url, goodCall)).status === 200 ? 0 : 1),
        ...healthLines(seen),
      ];
    } finally {
      await fleet.stop();
    }
  },
};

/** Looks at the memory of a process again and again. */
function peakOf(pid: number): { end(): Promise<number> } {
  let most = 0;
  let over = false;
  const looking = (async () => {
    for (; !over; await setTimeout(20)) most = Math.max(most, residentMb(pid) ?? 0);
  })();
  return {
    async end() {
      over = true;
      await looking;
      return most;
    },
  };
}
