import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Ending, Observation, Observer, PluginEvent, Step } from '../../core/index.js';
import type { RiskKeeper, RiskStanding } from '../risk/keeper.js';
import type { Backlog, JobStore } from '../state/job-store.js';
import type { WebhookBacklog, WebhookStore } from '../state/webhook-store.js';
import type { ServerEvent } from './events.js';
import {
  type ReceivedRequest,
  type RequestListener,
  type RequestObserver,
  type RequestOutcome,
  roleWithin,
  stageName,
  type WorkListener,
} from './listener.js';

/** Metrics for Prometheus. Labels are routes, stages, models and codes, and never a key, an address or document text. */
export interface Metrics extends RequestListener, WorkListener {
  /** The registry that `/metrics` shows. */
  readonly registry: Registry;
  readonly tell: (event: ServerEvent | PluginEvent) => void;
  /** Adds the gauges of a store's jobs and webhooks, and of this process's worker, once for each registry. A store that cannot be asked leaves its own out. */
  watchJobs(watched: WatchedJobs): void;
  /** Adds the gauges of what is promised, once for each registry. */
  watchRisk(risk: Pick<RiskKeeper, 'standing'>): void;
}

export interface MetricsOptions {
  /** The registry to use. When absent a new one is created, with the default metrics of the process. */
  readonly registry?: Registry;
}

/** Metrics of one engine and its endpoints: pass `tell` to the engine as `report`, and the whole object to `extractionApi`. */
export function openMetrics({ registry = ownRegistry() }: MetricsOptions = {}): Metrics {
  const counts = instruments(registry);
  return {
    registry,
    tell: (event) => count(event, counts),
    received: (request) => follow(request, counts),
    startWork: () => ({ ...inside(counts, undefined), ended: () => undefined }),
    watchJobs({ jobs, webhooks, pace }) {
      watch(registry, ofJobs, () => jobs.backlog());
      watch(registry, ofWorker, async () => pace);
      if (webhooks) watch(registry, ofWebhooks, () => webhooks.backlog());
    },
    watchRisk: (risk) => watch(registry, ofRisk, () => risk.standing()),
  };
}

function ownRegistry(): Registry {
  const register = new Registry();
  collectDefaultMetrics({ register });
  return register;
}

type Instruments = ReturnType<typeof instruments>;

const instruments = (registry: Registry) => {
  const registers = [registry];
  const counter = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Counter<L>({ name, help, labelNames: [...labelNames], registers });
  const gauge = <L extends string>(name: string, help: string, labelNames: readonly L[] = []) =>
    new Gauge<L>({ name, help, labelNames: [...labelNames], registers });
  return {
    requests: counter('extract_requests_total', 'Requests, by how they ended: ok, an error code, or an HTTP status', ['route', 'outcome']),
    seconds: new Histogram({
      name: 'extract_duration_seconds',
      help: 'Time of each stage, and of whole requests as the stage "request"',
      labelNames: ['stage'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
      registers,
    }),
    inflight: gauge('extract_inflight', 'Requests that are let in and not yet answered'),
    inflightBytes: gauge('extract_inflight_bytes', 'Bytes of their bodies'),
    shed: counter('shed_total', 'Requests turned away though nothing was wrong with them', ['reason']),
    kills: counter('parser_child_kills_total', 'Parser processes that a file has cost', ['reason']),
    attempts: counter('llm_attempts_total', 'Requests to providers', ['provider', 'tier', 'result']),
    used: counter('llm_tokens_total', 'Tokens that providers counted, each in one part', ['provider', 'tier', 'part']),
    cost: counter('llm_cost_total', 'What they cost by the configured prices, in their currency', ['provider', 'tier']),
    unmeasured: counter('llm_unmeasured_total', 'Requests to providers of which nobody knows what they used', ['provider', 'tier']),
    paused: gauge('llm_paused', 'Models that keep failing and are left alone: 1, else 0', ['model']),
    notAsked: counter('llm_not_asked_total', 'Calls that were refused at once because the model is left alone', ['model']),
    alarms: counter('llm_alarm_total', 'Calls that failed as only an operator can mend: a key, a model, an address, a quota', ['model']),
    fallbacks: counter('fallback_total', 'Documents that Tier 2 has read'),
    storeFallbacks: counter('store_fallback_total', 'What was decided without the store, which could not be reached', ['store']),
    reserved: counter('credits_reserved_total', 'Credits held before the work'),
    settled: counter('credits_settled_total', 'Held credits that were charged'),
    released: counter('credits_released_total', 'Held credits that were given back'),
    overspent: counter('quota_overspend_total', 'Credits charged beyond what was held: always 0'),
    tokens: counter('budget_tokens_total', 'Tokens that were charged to the daily budget'),
    unpaid: counter('budget_refused_total', 'Calls to providers that the daily budget refused'),
    unpaidByKey: counter('key_budget_refused_total', 'Calls to providers that the budget of a key refused'),
    runs: counter('job_attempts_total', 'Runs of jobs that this process has made, by how they ended', ['result']),
    deliveries: counter('webhook_attempts_total', 'Attempts to deliver messages that this process has made, by what came of them', [
      'result',
    ]),
    lostLines: counter('log_lost_total', 'Lines of the log that could not be written'),
    aborts: counter('client_abort_total', 'Callers who were gone before their answer'),
  };
};

function count(event: ServerEvent | PluginEvent, counts: Instruments): void {
  if (event.kind === 'shed') counts.shed.inc({ reason: event.reason });
  else if (event.kind === 'tokens') counts.tokens.inc(event.tokens);
  else if (event.kind === 'budget refused') counts.unpaid.inc();
  else if (event.kind === 'key budget refused') counts.unpaidByKey.inc();
  else if (event.kind === 'job run') counts.runs.inc({ result: event.result });
  else if (event.kind === 'delivery') counts.deliveries.inc({ result: event.result });
  else if (event.kind === 'log lost') counts.lostLines.inc();
  else if (event.kind === 'child lost') counts.kills.inc({ reason: event.reason });
  else if (event.kind === 'model refused') counts.notAsked.inc({ model: event.model });
  else if (event.kind === 'model alarm') counts.alarms.inc({ model: event.model });
  else if (event.kind === 'model paused') counts.paused.set({ model: event.model }, 1);
  else if (event.kind === 'model resumed') counts.paused.set({ model: event.model }, 0);
  else if (event.kind === 'fallback') counts.storeFallbacks.inc({ store: event.part });
  else if (event.kind === 'credits') counts[event.change].inc(event.credits);
  else if (event.kind === 'entered' || event.kind === 'left') {
    const sign = event.kind === 'entered' ? 1 : -1;
    counts.inflight.inc(sign);
    counts.inflightBytes.inc(sign * event.bytes);
  }
}

function follow({ route }: ReceivedRequest, counts: Instruments): RequestObserver {
  const stop = counts.seconds.startTimer({ stage: 'request' });
  return {
    ...inside(counts, undefined),
    answered(answer) {
      stop();
      counts.requests.inc({ route, outcome: outcomeOf(answer) });
      if (answer.status === 499) counts.aborts.inc();
    },
  };
}

const inside = (counts: Instruments, within: Step | undefined): Observer => ({
  begin(step): Observation {
    if (step.kind === 'stage' && step.stage === 'read' && step.round === 2) counts.fallbacks.inc();
    const stop = step.kind === 'stage' ? counts.seconds.startTimer({ stage: stageName(step) }) : undefined;
    return {
      ...inside(counts, step),
      end(ending) {
        stop?.();
        if (step.kind !== 'call') return;
        const labels = { provider: step.provider, tier: roleWithin(within) };
        counts.attempts.inc({ ...labels, result: ending.failure ?? 'ok' });
        countUsage(labels, ending, counts);
      },
    };
  },
});

/** The parts do not overlap, so that their sum is what was used. A call of which nobody knows it counts as unmeasured. */
function countUsage(labels: Record<'provider' | 'tier', string>, { usage, cost }: Ending, counts: Instruments): void {
  if (!usage) {
    counts.unmeasured.inc(labels);
    return;
  }
  const { inputTokens, outputTokens, cachedInputTokens = 0, cacheWriteTokens = 0 } = usage;
  const parts = {
    input: Math.max(0, inputTokens - cachedInputTokens - cacheWriteTokens),
    cached_input: cachedInputTokens,
    cache_write: cacheWriteTokens,
    output: outputTokens,
  };
  for (const [part, tokens] of Object.entries(parts)) counts.used.inc({ ...labels, part }, tokens);
  if (cost) counts.cost.inc(labels, cost.toNumber());
}

function outcomeOf({ status, code }: RequestOutcome): string {
  if (code !== undefined) return code;
  return status === 200 ? 'ok' : String(status);
}

/** Numbers of the store, read at each scrape. All servers of a store show the same. */
type Gauges<Counted> = Readonly<Record<string, { readonly help: string; readonly value: (counted: Counted) => number | null }>>;

const ofJobs: Gauges<Backlog> = {
  jobs_queued: { help: 'Jobs that wait', value: ({ queued }) => queued },
  jobs_running: { help: 'Jobs that run', value: ({ running }) => running },
  jobs_oldest_seconds: {
    help: 'How long the oldest job that waits has waited; 0 where none does',
    value: ({ oldestMs }) => (oldestMs ?? 0) / 1_000,
  },
};

const ofWorker: Gauges<{ readonly paused: boolean }> = {
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
  readonly pace: { readonly paused: boolean };
}

const ofRisk: Gauges<RiskStanding> = {
  vouch_silent_error_bound: {
    help: 'The upper bound (95 %, by document) of the share of wrong values among the accepted, by verdicts; absent while nothing is accepted',
    value: ({ bound }) => bound,
  },
  vouch_silent_error_promise: { help: 'The share that is promised', value: ({ promised }) => promised },
  vouch_verdicts_missing: {
    help: 'About how many judged values are missing until something can be promised; absent where no number would do',
    value: ({ missing }) => missing,
  },
  vouch_readers_drifting: { help: 'Readers that are wrong more often than before', value: ({ drifting }) => drifting.length },
};

function watch<Counted>(registry: Registry, gauges: Gauges<Counted>, count: () => Promise<Counted>): void {
  const asked = oncePerScrape(count);
  for (const [name, { help, value }] of Object.entries(gauges)) {
    if (registry.getSingleMetric(name)) continue;
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const counted = await asked().catch(() => undefined);
        const number = counted ? value(counted) : null;
        if (number !== null) this.set(number);
        else this.remove();
      },
    });
  }
}

/** All gauges of one scrape share one query. */
function oncePerScrape<T>(ask: () => Promise<T>): () => Promise<T> {
  let answer: Promise<T> | undefined;
  return () => {
    answer ??= ask().finally(() => {
      answer = undefined;
    });
    return answer;
  };
}
