import { interleaved, quantile } from '../../bench/clock.js';
import { key, send, upload } from '../caller.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const mostRatio = 1.5;

/** What it costs to take a job in, beside an extraction of a document that takes no time: what is left of that is receiving, and one charge. */
export const intake: JobsTrial = {
  name: 'intake',
  does: 'takes jobs in and extracts in alternation, with a provider that takes no time and no worker',
  stores: ['sqlite', 'postgres'],
  usual: { jobs: 300 },
  run: ({ jobs }, kind) =>
    withFleet(kind, { servers: 1, slowMs: 0, settings: { work: 0 } }, async ({ fleet }) => {
      const post = (path: string) => async (): Promise<void> => {
        const answer = await send(`${fleet.url}${path}`, upload()(), key);
        if (!answer || answer.status >= 300) throw new Error(`${path}: ${answer?.status} ${answer?.text}`);
      };
      const times = await interleaved(jobs, { extract: post('/v1/extract'), job: post('/v1/jobs') });
      const [extract, job] = [quantile(times.extract, 0.5), quantile(times.job, 0.5)];
      return [
        {
          what: 'p50 of POST /v1/jobs beside POST /v1/extract',
          goal: `at most ${mostRatio} ×`,
          measured: `${job.toFixed(1)} ms beside ${extract.toFixed(1)} ms: ${(job / extract).toFixed(2)} ×`,
          met: job / extract <= mostRatio,
        },
      ];
    }),
};
