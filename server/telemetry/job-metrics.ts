import { Gauge, type Registry } from 'prom-client';
import type { Backlog, JobStore } from '../jobs/job-store.js';
import type { WebhookBacklog, WebhookStore } from '../jobs/webhooks/webhook-store.js';
import type { WorkerPace } from '../jobs/worker-pace.js';

/** Numbers of the store, asked when somebody looks. All servers of a store show the same. */
type Gauges<Counted> = Readonly<Record<string, { readonly help: string; readonly value: (counted: Counted) => number }>>;

const ofJobs: Gauges<Backlog> = {
  jobs_queued: { help: 'Jobs that wait', value: ({ queued }) => queued },
  jobs_running: { help: 'Jobs that run', value: ({ running }) => running },
  jobs_oldest_seconds: {
    help: 'How long the oldest job that waits has waited; 0 where none does',
    value: ({ oldestMs }) => (oldestMs ?? 0) / 1_000,
  },
};

const ofWorker: Gauges<Pick<WorkerPace, 'paused'>> = {
  jobs_paused: {
    help: 'Whether this process leaves jobs in the queue, because no provider takes work: 1 or 0',
    value: ({ paused }) => Number(paused),
  },
};

const ofWebhooks: Gauges<WebhookBacklog> = {
  webhook_messages_pending: { help: 'Messages that wait to be delivered', value: ({ pending }) => pending },
  webhook_oldest_seconds: {
    help: 'How long ago the oldest message was made that is not delivered; 0 where none waits',
    value: ({ oldestMs }) => (oldestMs ?? 0) / 1_000,
  },
  webhooks_disabled: { help: 'Webhooks that are switched off', value: ({ disabled }) => disabled },
};

export interface WatchedJobs {
  readonly jobs: Pick<JobStore, 'backlog'>;
  readonly webhooks: Pick<WebhookStore, 'backlog'> | undefined;
  readonly pace: Pick<WorkerPace, 'paused'>;
}

/** Adds the gauges of a store's jobs and webhooks, and of this process's worker, once for each registry. A store that cannot be asked leaves its own out. */
export function watchJobs(registry: Registry, { jobs, webhooks, pace }: WatchedJobs): void {
  watch(registry, ofJobs, () => jobs.backlog());
  watch(registry, ofWorker, async () => pace);
  if (webhooks) watch(registry, ofWebhooks, () => webhooks.backlog());
}

function watch<Counted>(registry: Registry, gauges: Gauges<Counted>, count: () => Promise<Counted>): void {
  const asked = oncePerLook(count);
  for (const [name, { help, value }] of Object.entries(gauges)) {
    if (registry.getSingleMetric(name)) continue;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const counted = await asked().catch(() => undefined);
        if (counted) this.set(value(counted));
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
