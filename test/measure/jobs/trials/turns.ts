import { ask, batchOf, endOf, otherKey, upload } from '../caller.js';
import type { JobsTrial } from '../trial.js';
import { withFleet } from '../with-fleet.js';

const mostMs = 2_000;
const tries = 5;

/** How long one caller's job waits where another has sent many. */
export const turns: JobsTrial = {
  name: 'turns',
  does: 'has one caller queue a batch while a worker runs two at a time, and another one job',
  stores: ['sqlite', 'postgres'],
  usual: { jobs: 20_000 },
  run: ({ jobs }, kind) =>
    withFleet(kind, { servers: 1, slowMs: 200, settings: { work: 2 } }, async ({ fleet }) => {
      await ask(fleet, '/v1/batches', { request: batchOf(jobs) });
      const waits: number[] = [];
      for (let at = 0; at < tries; at++) {
        const { id } = await ask(fleet, '/v1/jobs', { request: upload(), as: otherKey });
        const { created_at: created, started_at: started } = await endOf(fleet, id, { as: otherKey });
        waits.push(started === null ? Number.NaN : Date.parse(started) - Date.parse(created));
      }
      return [
        {
          what: `until another caller's job begins, behind ${jobs} jobs of one (${tries} tries)`,
          goal: `within ${mostMs} ms`,
          measured: `${waits.join(', ')} ms`,
          met: waits.every((wait) => wait <= mostMs),
        },
      ];
    }),
};
