import { setTimeout as sleep } from 'node:timers/promises';
import { residentMb } from '../../../../plugins/sandbox/watch-process.js';
import { openStore } from '../../../../server/index.js';
import { quantile, timed } from '../../bench/clock.js';
import { ask, batchOf, send, upload } from '../caller.js';
import type { Fleet } from '../fleet.js';
import { longestWaitMs } from '../liveness.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const takes = 200;
const mostMs = 20;
/** Two servers alike differ by some MB. */
const mostMb = 15;
const mostWaitMs = 500;
const leaseMs = 30_000;

/** What many queued jobs cost those that come after them. */
export const backlog: JobsTrial = {
  name: 'backlog',
  does: 'takes in a batch, and then takes jobs of it one after the other',
  stores: ['sqlite', 'postgres'],
  usual: { jobs: 50_000 },
  run: ({ jobs }, kind) =>
    withFleet(kind, { servers: 1, slowMs: 0, settings: { work: 0 } }, async ({ fleet, store }) => {
      const empty = await residentAfterUse(fleet);
      const began = performance.now();
      const waitMs = await longestWaitMs(fleet.url ?? '', () => ask(fleet, '/v1/batches', { request: batchOf(jobs) }));
      const seconds = (performance.now() - began) / 1_000;
      const takenIn = await residentAfterUse(fleet);
      await fleet.killOne();
      const full = await residentAfterUse(fleet);
      const own = openStore(store.address);
      const times: number[] = [];
      for (let take = -5; take < takes; take++) {
        const ms = await timed(async () => (await own.jobs?.claim(1, leaseMs)) ?? []);
        if (take >= 0) times.push(ms);
      }
      await own.close();
      return [
        {
          what: `memory of a server with ${jobs} jobs queued`,
          goal: 'flat',
          measured: `${full.toFixed(0)} MB beside ${empty.toFixed(0)} with none; the one that took them in within ${seconds.toFixed(1)} s: ${takenIn.toFixed(0)}`,
          met: full - empty <= mostMb,
        },
        {
          what: `longest wait of /livez while ${jobs} jobs are taken in`,
          goal: `at most ${mostWaitMs} ms`,
          measured: `${waitMs.toFixed(0)} ms`,
          met: waitMs <= mostWaitMs,
        },
        {
          what: `time to take one of ${jobs} jobs`,
          goal: `p99 at most ${mostMs} ms`,
          measured: `p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
          met: quantile(times, 0.99) <= mostMs,
        },
      ];
    }),
};

/** The memory of a server that has taken in a few jobs, in MB. */
async function residentAfterUse(fleet: Fleet): Promise<number> {
  for (let more = 0; more < 50; more++) await send(`${fleet.url}/v1/jobs`, upload()());
  await sleep(1_000);
  return residentMb(fleet.pid) ?? Number.NaN;
}
