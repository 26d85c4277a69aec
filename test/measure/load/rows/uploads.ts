import { totalmem } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { residentMb } from '../../../../plugins/sandbox/watch-process.js';
import { expected, goodCall, largeCall, send, unanswered } from '../call.js';
import { startFleet } from '../fleet.js';
import { type LoadRow, none, under } from '../row.js';
import { statuses } from '../traffic.js';
import { healthLines, watched } from '../watch.js';

const together = 100;

/** A hundred concurrent uploads of 10 MB: those that do not fit get a Retry-After, and the process keeps within its memory limit. */
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

/** Samples the memory of a process continuously and keeps the peak. */
function peakOf(pid: number): { end(): Promise<number> } {
  let most = 0;
  let over = false;
  const sampling = (async () => {
    for (; !over; await setTimeout(20)) most = Math.max(most, residentMb(pid) ?? 0);
  })();
  return {
    async end() {
      over = true;
      await sampling;
      return most;
    },
  };
}
