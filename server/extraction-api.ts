import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import type { Engine } from '../core/index.js';
import { answerError } from './answer-error.js';
import { idempotency } from './answers/idempotency.js';
import { responseCache } from './answers/response-cache.js';
import { drain } from './drain.js';
import { answerHeaders } from './headers.js';
import { keyRing } from './keys/key-ring.js';
import { defaultLimits, type Limits, share } from './limits.js';
import { openapiDocument } from './openapi/document.js';
import { readiness } from './readiness.js';
import { docsRoutes } from './routes/docs.js';
import { extractRoute } from './routes/extract.js';
import { healthRoute } from './routes/health.js';
import { infoRoute } from './routes/info.js';
import { methodNotAllowedRoutes } from './routes/method-not-allowed.js';
import { metricsRoute } from './routes/metrics.js';
import { openapiRoutes } from './routes/openapi.js';
import { playgroundRoute } from './routes/playground.js';
import { playgroundPage } from './routes/playground-page.js';
import { playgroundState } from './routes/playground-state.js';
import { probeRoutes } from './routes/probes.js';
import { openStore } from './state/open-store.js';
import type { Store } from './state/store.js';
import type { Tell } from './telemetry/door-event.js';
import { follow } from './telemetry/follow.js';
import type { Metrics } from './telemetry/metrics.js';
import { spans } from './telemetry/spans.js';

export interface ExtractionApiOptions {
  /** Stays the host's: close it after the app. */
  readonly engine: Engine;
  /** Keys, rates and quotas; stays the host's. One in memory when absent. */
  readonly store?: Store;
  /** Keys that are valid besides those in the store; each `pk_` and at least 16 characters. */
  readonly keys?: readonly string[];
  /** Requests a second and address on `/v1/extract`; 0 = no limit. 1 when absent. */
  readonly rateLimit?: number;
  /** Origins whose pages may call the playground, beside the page that is served here. None when absent. */
  readonly playgroundOrigins?: readonly string[];
  /** The engine's deadline: credits are held for that long. 120,000 ms when absent. */
  readonly deadlineMs?: number;
  /** True once the process is about to end: `/readyz` and `/health` then say so. Never when absent. */
  readonly draining?: () => boolean;
  /** Counts what is done here: from `openMetrics`. Nothing is counted when absent. */
  readonly metrics?: Metrics;
  /** Who sends it as a bearer token sees them at `GET /metrics`; there is no such path when absent. */
  readonly metricsToken?: string;
  /** For how long an answer is given again to the same key for the same request. Never when absent or 0. */
  readonly cacheSeconds?: number;
  /** Where it is documented, a URL. The page at `/docs` when absent. */
  readonly documentation?: string;
  /** Of these endpoints alone: a second registration counts for itself, so give each its part of `bytesInFlight`. */
  readonly limits?: Partial<Limits>;
}

/**
 * The four endpoints, for any Fastify app: `await app.register(extractionApi, { engine })`, with `prefix` where the app has a `/` of its own.
 * Registered twice, under two prefixes, they share nothing but a store that both are given.
 * A scope of its own: its error handler and its hooks do not reach the host's routes. The host's `trustProxy` decides whose address counts.
 * @throws ConfigError when a key or an origin is not one.
 */
export async function extractionApi(app: FastifyInstance, options: ExtractionApiOptions): Promise<void> {
  const {
    engine,
    deadlineMs = 120_000,
    rateLimit = 1,
    keys = [],
    playgroundOrigins = [],
    draining = () => false,
    cacheSeconds = 0,
  } = options;
  const store = options.store ?? ownStore(app);
  const limits = { ...defaultLimits(), ...options.limits };

  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => void reply.headers(answerHeaders(request)));
  app.addHook('onResponse', drain);
  // A host that reads forms itself has taught its scopes to; the limits here are given with each call.
  if (!app.hasRequestDecorator('parts')) await app.register(multipart);
  sweepNowAndThen(app, store);

  const { metrics } = options;
  const telemetry = follow([spans(), ...(metrics ? [metrics] : [])], metrics?.tell ?? (() => undefined));
  watchStore(app, store, telemetry.tell);
  const shared = { engine, telemetry };
  const recalls = [
    idempotency({ answers: store.answers, leaseMs: deadlineMs + 60_000 }),
    ...(cacheSeconds > 0 ? [responseCache({ ageMs: cacheSeconds * 1_000, entries: limits.cacheEntries, bytes: limits.cacheBytes })] : []),
  ];
  extractRoute(app, { ...shared, recalls, limits: share(limits, 0.75), rates: store.rates, rateLimit, ring: keyRing(store.keys, keys) });
  playgroundRoute(app, { ...shared, limits: share(limits, 0.25), quotas: store.quotas, origins: playgroundOrigins, deadlineMs });
  playgroundState(app, { engine, limits, quotas: store.quotas });
  playgroundPage(app);
  metricsRoute(app, options.metrics, options.metricsToken);
  const ready = readiness({ engine, store, draining });
  healthRoute(app, ready);
  probeRoutes(app, ready);
  infoRoute(app, options.documentation);
  const document = openapiDocument({ limits, prefix: app.prefix, metrics: options.metricsToken !== undefined });
  openapiRoutes(app, document);
  docsRoutes(app, document);
  methodNotAllowedRoutes(app);
}

function ownStore(app: FastifyInstance): Store {
  const store = openStore('memory:');
  app.addHook('onClose', () => store.close());
  return store;
}

function sweepNowAndThen(app: FastifyInstance, store: Store): void {
  const sweep = (): void => {
    store.sweep().catch((error) => app.log.error({ err: error }, 'the store could not be swept'));
  };
  const timer = setInterval(sweep, 60_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function watchStore(app: FastifyInstance, store: Store, tell: Tell): void {
  const stop = store.watch?.((event) => {
    if (event.kind === 'lost') app.log.warn({ err: event.cause }, 'the store was lost: rates are counted here, and keys pass that it knew');
    if (event.kind === 'fallback') tell(event);
    if (event.kind === 'found') app.log.info('the store is back');
  });
  if (stop) app.addHook('onClose', async () => stop());
}
