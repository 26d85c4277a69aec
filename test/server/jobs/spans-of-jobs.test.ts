import { propagation, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Outcome } from '../../../core/index.js';
import { type AppOptions, openMetrics, type Store } from '../../../server/index.js';
import { sqliteStore } from '../../../server/state/sqlite.js';
import { fakeReceiver } from '../../fakes/receiver.js';
import { commonSchema, documentPart, jobsPart, line, sendBatch } from '../routes/jobs/batch-form.js';
import { timedPostgres } from '../state/jobs/timed-postgres.js';
import { postgresServer } from '../state/postgres-server.js';
import { call, key, openDoor } from '../support/door.js';
import { fakeEngine, outcome } from '../support/fake-engine.js';
import { goodForm } from '../support/form.js';

/** The OpenTelemetry SDK as a host sets it up. */
const exporter = new InMemorySpanExporter();
const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
beforeAll(() => {
  trace.setGlobalTracerProvider(provider);
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
});
beforeEach(() => exporter.reset());
afterAll(async () => {
  trace.disable();
  propagation.disable();
  await provider.shutdown();
});

interface TimedStore {
  readonly store: Store;
  pass(ms: number): void | Promise<void>;
}

function timedSqlite(): TimedStore {
  const time = { ahead: 0 };
  const store = sqliteStore(':memory:', () => Date.now() + time.ahead);
  onTestFinished(() => store.close());
  return {
    store,
    pass: (ms) => {
      time.ahead += ms;
    },
  };
}

const postgres = postgresServer();
const stores: Readonly<Record<string, () => TimedStore | Promise<TimedStore>>> = {
  SQLite: timedSqlite,
  PostgreSQL: () => timedPostgres(postgres),
};

const callersTrace = '0af7651916cd43dd8448eb211c80319c';
const traced = { traceparent: `00-${callersTrace}-b7ad6b7169203331-01`, tracestate: 'acme=7' };
const auth = { authorization: `Bearer ${key}` };

/** A server that takes jobs in and leaves them, and a worker beside it, on one store. */
async function serverAndWorker(store: Store, worker: Partial<AppOptions> = {}) {
  const shared = { store, webhookNetworks: ['127.0.0.0/8'] };
  const server = await openDoor({ ...shared, work: 0 });
  return { server, startWorker: async () => (await openDoor({ ...shared, work: 2, ...worker })).ready() };
}

async function enqueue(app: FastifyInstance, webhook?: string): Promise<string> {
  const { payload, headers } = goodForm(...(webhook === undefined ? [] : [{ name: 'webhook', value: webhook }]));
  const answer = await call(app, { method: 'POST', url: '/v1/jobs', payload, headers: { ...auth, ...headers, ...traced } });
  return answer.body.id;
}

const spansNamed = (name: string): readonly ReadableSpan[] => exporter.getFinishedSpans().filter((span) => span.name === name);

/** So many spans of this name, once they have ended. */
const ended = (name: string, count: number): Promise<readonly ReadableSpan[]> =>
  vi.waitFor(() => {
    const spans = spansNamed(name);
    expect(spans.length).toBeGreaterThanOrEqual(count);
    return spans;
  }, 20_000);

const contextOf = (span: ReadableSpan | undefined) => span?.spanContext();
const linksOf = (span: ReadableSpan | undefined) => span?.links.map(({ context }) => context.spanId);

describe.each(Object.keys(stores))('on %s, the trace of a request', (name) => {
  const timed = async (): Promise<TimedStore> => {
    const made = await stores[name]?.();
    if (!made) throw new Error('no such store');
    return made;
  };

  it('goes on in the worker that takes its job, at each try, and in what its webhook is told', async () => {
    const { store, pass } = await timed();
    const answers: Outcome[] = [
      outcome({ object: null, complete: false, error: { code: 'LLM_ERROR', message: 'openai: 500' } }),
      outcome(),
    ];
    const engine = fakeEngine(async () => answers.shift() ?? outcome());
    const { server, startWorker } = await serverAndWorker(store, { engine });
    const receiver = await fakeReceiver();
    const webhook = (await call(server, { method: 'POST', url: '/v1/webhooks', payload: { url: receiver.url }, headers: auth })).body.id;
    const job = await enqueue(server, webhook);
    await startWorker();
    await ended('process jobs', 1);
    await vi.waitFor(async () => {
      await pass(20_000);
      expect(spansNamed('process jobs')).toHaveLength(2);
    }, 20_000);
    await ended('POST webhook', 1);

    const [request, sent, told] = ['POST /v1/jobs', 'send jobs', 'POST webhook'].map((of) => spansNamed(of)[0]);
    const messaging = { 'messaging.system': 'vouch', 'messaging.destination.name': 'jobs', 'messaging.message.id': job };
    expect(contextOf(request)?.traceId).toBe(callersTrace);
    expect(sent).toMatchObject({ kind: SpanKind.PRODUCER, parentSpanContext: { spanId: contextOf(request)?.spanId } });
    expect(sent?.attributes).toEqual({ ...messaging, 'messaging.operation.name': 'send', 'messaging.operation.type': 'send' });
    const [failed, done] = spansNamed('process jobs');
    for (const run of [failed, done]) {
      expect(run).toMatchObject({ kind: SpanKind.CONSUMER, parentSpanContext: { spanId: contextOf(sent)?.spanId, isRemote: true } });
      expect([contextOf(run)?.traceId, contextOf(run)?.traceState?.serialize()]).toEqual([callersTrace, 'acme=7']);
      expect(linksOf(run)).toEqual([contextOf(sent)?.spanId]);
      expect(run?.attributes).toMatchObject({ ...messaging, 'messaging.operation.type': 'process' });
    }
    expect(failed?.attributes).toMatchObject({ 'vouch.result': 'retried', 'error.type': 'LLM_ERROR', 'vouch.attempts_left': 2 });
    expect([failed?.status.code, done?.status.code]).toEqual([SpanStatusCode.ERROR, SpanStatusCode.UNSET]);
    expect(done?.attributes).toMatchObject({ 'vouch.result': 'done', 'vouch.attempts_left': 1 });
    expect(told).toMatchObject({ kind: SpanKind.CLIENT, parentSpanContext: { spanId: contextOf(sent)?.spanId } });
    expect(told?.attributes).toEqual({
      'http.request.method': 'POST',
      'http.response.status_code': 204,
      'messaging.message.id': job.replace('job', 'msg'),
      'vouch.webhook': webhook,
      'vouch.event': 'job.done',
      'vouch.result': 'delivered',
    });
    expect(new Set(exporter.getFinishedSpans().map(({ instrumentationScope }) => instrumentationScope.name))).toEqual(new Set(['vouch']));
    // The name of the file, the address of the receiver and the key are in no span.
    const seen = JSON.stringify(
      exporter.getFinishedSpans().map(({ attributes, events, links, status }) => [attributes, events, links, status]),
    );
    for (const secret of ['invoice.pdf', 'token', '127.0.0.1', key]) expect(seen).not.toContain(secret);
  });

  it('is linked to the runs of its batch, which are traces of their own, and goes on in what its webhook is told', async () => {
    const { store } = await timed();
    const { server, startWorker } = await serverAndWorker(store);
    const receiver = await fakeReceiver();
    const webhook = (await call(server, { method: 'POST', url: '/v1/webhooks', payload: { url: receiver.url }, headers: auth })).body.id;
    const parts = [commonSchema, jobsPart(line('one'), line('two')), documentPart(), { name: 'webhook', value: webhook }];
    const { id } = (await sendBatch(server, parts, traced)).body;
    await startWorker();
    const runs = await ended('process jobs', 2);
    const [sent] = spansNamed('send jobs');
    expect(sent?.attributes).toMatchObject({ 'vouch.batch': id, 'messaging.batch.message_count': 2 });
    expect(contextOf(sent)?.traceId).toBe(callersTrace);
    for (const run of runs) {
      expect(run.parentSpanContext).toBeUndefined();
      expect(linksOf(run)).toEqual([contextOf(sent)?.spanId]);
      expect(run.attributes).toMatchObject({ 'vouch.batch': id, 'vouch.result': 'done' });
    }
    expect(new Set([callersTrace, ...runs.map((run) => contextOf(run)?.traceId)]).size).toBe(3);
    const [told] = await ended('POST webhook', 1);
    expect(told?.parentSpanContext?.spanId).toBe(contextOf(sent)?.spanId);
    expect(told?.attributes).toMatchObject({ 'vouch.event': 'batch.done' });
  });
});

describe('a span', () => {
  it('says that a job was refused, and with which status', async () => {
    const { store } = timedSqlite();
    if (!store.jobs) throw new Error('no jobs');
    const taken = { ...store, jobs: { ...store.jobs, enqueue: async () => 'claim lost' as const } };
    await enqueue(await openDoor({ store: taken, work: 0 }));
    const [sent] = await ended('send jobs', 1);
    expect([sent?.status, sent?.attributes['error.type']]).toEqual([{ code: SpanStatusCode.ERROR }, '409']);
  });

  it('of a run that its worker gives back says so, which is no failure', async () => {
    const { store } = timedSqlite();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const endless = fakeEngine(({ signal }) => {
      begin();
      return new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));
    });
    const server = await openDoor({ store, work: 0 });
    await enqueue(server);
    const worker = await openDoor({ store, engine: endless });
    await worker.ready();
    await begun;
    await worker.close();
    const [run] = await ended('process jobs', 1);
    expect([run?.attributes['vouch.result'], run?.status.code]).toEqual(['returned', SpanStatusCode.UNSET]);
    expect(run?.attributes).not.toHaveProperty('error.type');
  });

  it('has below it the steps of the work', async () => {
    const { store } = timedSqlite();
    const observed = fakeEngine(async ({ observer }) => {
      observer?.begin({ kind: 'stage', stage: 'convert', round: 1 }).end({});
      return outcome();
    });
    const { server, startWorker } = await serverAndWorker(store, { engine: observed });
    await enqueue(server);
    await startWorker();
    const [run] = await ended('process jobs', 1);
    expect(spansNamed('convert')[0]?.parentSpanContext?.spanId).toBe(contextOf(run)?.spanId);
  });
});

it('metrics count the runs of jobs and the deliveries by how they ended, and the steps of the work', async () => {
  const { store, pass } = timedSqlite();
  const failure = outcome({ object: null, complete: false, error: { code: 'LLM_ERROR', message: 'openai: 500' } });
  const answers = [failure, failure, failure, outcome({ ...failure, postponed: { retryAfterMs: 5 } })];
  const engine = fakeEngine(async ({ observer }) => {
    observer?.begin({ kind: 'stage', stage: 'convert', round: 1 }).end({});
    return answers.shift() ?? outcome();
  });
  const metrics = openMetrics();
  const { server, startWorker } = await serverAndWorker(store, { engine, metrics });
  const receiver = await fakeReceiver();
  receiver.answers(500, 204);
  const webhook = (await call(server, { method: 'POST', url: '/v1/webhooks', payload: { url: receiver.url }, headers: auth })).body.id;
  const hasEnded = async (id: string): Promise<void> =>
    vi.waitFor(async () => {
      await pass(300_000);
      expect((await call(server, { url: `/v1/jobs/${id}`, headers: auth })).body.ended_at).not.toBeNull();
    }, 20_000);
  await startWorker();
  await hasEnded(await enqueue(server));
  await hasEnded(await enqueue(server, webhook));
  await vi.waitFor(async () => {
    await pass(300_000);
    expect(receiver.received).toHaveLength(2);
  }, 20_000);
  const counted = async (metric: string) =>
    (await metrics.registry.getSingleMetricAsString(metric)).split('\n').filter((of) => !of.startsWith('#'));
  await vi.waitFor(async () => {
    expect((await counted('webhook_attempts_total')).toSorted()).toEqual([
      'webhook_attempts_total{result="again"} 1',
      'webhook_attempts_total{result="delivered"} 1',
    ]);
  }, 20_000);
  expect((await counted('job_attempts_total')).toSorted()).toEqual([
    'job_attempts_total{result="dead"} 1',
    'job_attempts_total{result="done"} 1',
    'job_attempts_total{result="postponed"} 1',
    'job_attempts_total{result="retried"} 2',
  ]);
  expect(await counted('extract_duration_seconds')).toContain('extract_duration_seconds_count{stage="convert"} 5');
});
