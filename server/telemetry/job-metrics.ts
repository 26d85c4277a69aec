import { Gauge, type Registry } from 'prom-client';
import type { Backlog, JobStore } from '../jobs/job-store.js';

/** What waits and runs in the store, asked when somebody looks. All servers of a store show the same. */
const gauges: Readonly<Record<string, { readonly help: string; readonly value: (backlog: Backlog) => number }>> = {
  jobs_queued: { help: 'Jobs that wait', value: ({ queued }) => queued },
  jobs_running: { help: 'Jobs that run', value: ({ running }) => running },
  jobs_oldest_seconds: {
    help: 'How long the oldest job that waits has waited; 0 where none does',
    value: ({ oldestMs }) => (oldestMs ?? 0) / 1_000,
  },
};

/** Adds the gauges of a store's jobs, once for each registry. A store that cannot be asked leaves them out. */
export function watchJobs(registry: Registry, jobs: Pick<JobStore, 'backlog'>): void {
  const asked = oncePerLook(() => jobs.backlog());
  for (const [name, { help, value }] of Object.entries(gauges)) {
    if (registry.getSingleMetric(name)) continue;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const backlog = await asked().catch(() => undefined);
        if (backlog) this.set(value(backlog));
        else this.reset();
      },
    });
  }
}

/** The gauges of one look are asked for together. */
function oncePerLook<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => {
      answer = undefined;
    });
    return answer;
  };
}
