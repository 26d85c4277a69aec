import { allJobs, ask, batchOf, key, send, several, upload } from '../caller.js';
import type { Fleet } from '../fleet.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const concurrency = 4;
const documentMs = 50;
const leastShare = 0.95;

/** What a worker gets done, beside what a server extracts for as many callers at a time as the worker runs jobs. */
export const workers: JobsTrial = {
  name: 'workers',
  does: `runs queued jobs ${concurrency} at a time, and extracts for ${concurrency} callers at a time, ${documentMs} ms a document`,
  stores: ['sqlite', 'postgres'],
  usual: { jobs: 600 },
  run: ({ jobs }, kind) =>
    withFleet(kind, { servers: 1, slowMs: documentMs, settings: { work: 0 } }, async ({ fleet }) => {
      const began = performance.now();
      await several(jobs, concurrency, async () => {
        const answer = await send(`${fleet.url}/v1/extract`, upload()(), key);
        if (answer?.status !== 200) throw new Error(`/v1/extract: ${answer?.status} ${answer?.text}`);
      });
      const extracted = jobs / (performance.now() - began);
      const { id } = await ask(fleet, '/v1/batches', { request: batchOf(jobs) });
      await fleet.startWorkers(1, { work: concurrency });
      await ended(() => ask(fleet, `/v1/batches/${id}`));
      const ms = await spanOf(fleet, id);
      const worked = jobs / ms;
      return [
        {
          what: `jobs a second of a worker beside extractions a second`,
          goal: `at least ${leastShare * 100} %`,
          measured: `${(worked * 1_000).toFixed(1)} beside ${(extracted * 1_000).toFixed(1)}: ${((100 * worked) / extracted).toFixed(0)} %`,
          met: worked / extracted >= leastShare,
        },
      ];
    }),
};

/** From the begin of a batch's first job to the end of its last, in ms. */
async function spanOf(fleet: Fleet, batch: string): Promise<number> {
  const jobs = await allJobs(fleet, `batch=${batch}&`);
  const times = (of: 'started_at' | 'ended_at'): readonly number[] => jobs.map((job) => Date.parse(job[of] ?? ''));
  return Math.max(...times('ended_at')) - Math.min(...times('started_at'));
}

async function ended(batch: () => Promise<{ readonly status: string }>): Promise<void> {
  while ((await batch()).status !== 'ended') await new Promise((resolve) => setTimeout(resolve, 100));
}
