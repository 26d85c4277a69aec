import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { outputSchema } from '../../../server/support/form.js';
import { send } from '../caller.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const documentBytes = 10_000_000;
const rounds = 3;
/** Of a server above what it has before the first upload. A piece of each document, and what the garbage collector has not come to yet. */
const mostMb = 160;

/** How much memory a server takes while many large documents come at once. */
export const uploads: JobsTrial = {
  name: 'uploads',
  does: `takes in documents of 10 MB at once, ${rounds} times`,
  stores: ['sqlite', 'postgres'],
  usual: { jobs: 20 },
  run: ({ jobs }, kind) =>
    withFleet(kind, { servers: 1, slowMs: 0, settings: { work: 0 } }, async ({ fleet }) => {
      const document = new Blob([randomBytes(documentBytes)]);
      const before = peakMb(fleet.pid);
      const began = performance.now();
      let refused = 0;
      for (let round = 0; round < rounds; round++) {
        const answers = await Promise.all(Array.from({ length: jobs }, () => send(`${fleet.url}/v1/jobs`, large(document))));
        refused += answers.filter((answer) => answer?.status !== 202).length;
      }
      const seconds = (performance.now() - began) / 1_000;
      const peak = peakMb(fleet.pid);
      return [
        {
          what: `peak memory of a server with ${jobs} uploads of 10 MB at once`,
          goal: `at most ${mostMb} MB above before`,
          measured: `${peak.toFixed(0)} MB beside ${before.toFixed(0)} before`,
          met: peak - before <= mostMb,
        },
        {
          what: `${rounds * jobs} such uploads in ${seconds.toFixed(1)} s`,
          goal: 'all are taken in',
          measured: `${refused} refused`,
          met: refused === 0,
        },
      ];
    }),
};

function large(document: Blob): RequestInit {
  const body = new FormData();
  body.set('output_schema', outputSchema);
  body.set('file', document, 'large.pdf');
  return { method: 'POST', body };
}

/** The most memory that a process has ever had resident, in MB. */
const peakMb = (pid: number): number => Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
