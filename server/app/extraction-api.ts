import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import { type ReviewPolicy, serverDefaults } from '../../config/settings.js';
import { ConfigError, type Engine, engineDefaults, once } from '../../core/index.js';
import { type ParserSharing, parserCaller } from '../extraction/extract.js';
import type { ReceiptSigner } from '../extraction/receipt.js';
import { ResponseCache } from '../extraction/response-cache.js';
import { reviewsBy } from '../extraction/review.js';
import { authenticateByKey } from '../guards/authenticate-by-key.js';
import { callerCredits, leaseFor } from '../guards/credits.js';
import { type Authenticate, type Authentication, hostAuthentication, keyAuthentication } from '../guards/require-caller.js';
import { callerBudget, requirePrices } from '../guards/token-budgets.js';
import { networks } from '../http/addresses.js';
import { answerError } from '../http/answer-error.js';
import { checkQuery } from '../http/check-query.js';
import { defaultLimits, type Limits, share } from '../http/limits.js';
import { answerHeaders, drain } from '../http/request.js';
import { startWorker } from '../jobs/start-worker.js';
import { startSender } from '../jobs/webhooks/deliver.js';
import { WorkerPace } from '../jobs/worker.js';
import { type DescribedRoute, openapiDocument } from '../reference/document.js';
import { operationsOf } from '../reference/operations.js';
import { riskKeeper } from '../risk/keeper.js';
import { batchesRoutes, batchResultsRoutes } from '../routes/batches.js';
import { type ExtractServices, extractRoutes } from '../routes/extract.js';
import { filesRoutes } from '../routes/files.js';
import { jobsRoutes } from '../routes/jobs.js';
import { allowedMethods, methodNotAllowedRoutes } from '../routes/method-not-allowed.js';
import { playgroundRoutes } from '../routes/playground.js';
import { builtPages } from '../routes/playground-page.js';
import { runsRoutes } from '../routes/runs.js';
import { docsRoutes, healthRoute, infoRoute, metricsRoute, openapiRoutes, probeRoutes, readiness } from '../routes/service.js';
import { webhooksRoutes } from '../routes/webhooks.js';
import type { JobStore } from '../state/job-store.js';
import { openStore } from '../state/open-store.js';
import { type SealingServices, workersKey } from '../state/sealing.js';
import type { Store } from '../state/store.js';
import type { Tell } from '../telemetry/events.js';
import { follow } from '../telemetry/follow.js';
import type { Metrics } from '../telemetry/metrics.js';
import { spans } from '../telemetry/spans.js';

export interface ExtractionApiOptions {
  /** Stays the host's: close it after the app. */
  readonly engine: Engine;
  /** Keys, rates and quotas; stays the host's. One in memory when absent. */
  readonly store?: Store;
  /** Keys that are valid besides those in the store; each `pk_` and at least 16 characters. */
  readonly keys?: readonly string[];
  /**
   * Says who sends a request, in place of API keys: everything that is counted for a key is counted for this caller. `authenticateByKey` is the
   * one that is used when absent, and can be asked from here for requests that bring a key.
   */
  readonly authenticate?: Authenticate;
  /** Requests a second and address on `/v1/extract`; 0 = no limit. 1 when absent. */
  readonly rateLimit?: number;
  /** Requests a second on `/v1/extract` of one key or caller that has no limit of its own; 0 = no limit. None when absent. */
  readonly rateLimitPerKey?: number;
  /** Whether there is a playground: `/v1/playground`, which asks for no key and no caller, and the page that calls it. False when absent. */
  readonly playground?: boolean;
  /** Origins whose pages may call the playground, beside the page that is served here by an address or to this machine. None when absent. */
  readonly playgroundOrigins?: readonly string[];
  /** The engine's deadline: credits are held for that long. 120,000 ms when absent. */
  readonly deadlineMs?: number;
  /** True once the process is about to end: `/readyz` and `/health` then say so. Never when absent. */
  readonly draining?: () => boolean;
  /** Counts what is done here: from `openMetrics`. Nothing is counted when absent. */
  readonly metrics?: Metrics;
  /** Who sends it as a bearer token sees them at `GET /metrics`; there is no such path when absent. */
  readonly metricsToken?: string;
  /**
   * Whose documents one parser process may read: those of one caller (a key, or an address at the playground), of one request, or of everybody,
   * so that a file which takes a parser over could then read and change what comes next. 'caller' when absent.
   */
  readonly parserPer?: ParserSharing;
  /** For how long an answer is given again to the same key for the same request. Never when absent or 0. */
  readonly cacheSeconds?: number;
  /** The most credits that one key or caller without a limit of its own may use in a UTC day, over all servers of the store; 0 = no limit. None when absent. */
  readonly dailyCreditsPerKey?: number;
  /** The most tokens that its requests may use; 0 = no limit. None when absent. */
  readonly dailyTokensPerKey?: number;
  /** The most that they may cost, in the currency of the engine's prices; 0 = no limit. None when absent. */
  readonly dailyCostPerKey?: number;
  /** How many jobs this process runs at a time; 0 = it takes jobs in and leaves them to others. 2 when absent. */
  readonly work?: number;
  /** A secret of all servers and workers of the store, with which documents of jobs are sealed until they are read. The store's own when absent or empty. */
  readonly jobsSecret?: string;
  /** The longest that the result of a job is kept, in hours. 168 when absent. */
  readonly keepHours?: number;
  /** Which answers people look at. Of jobs, none when absent; of an answer that is asked for with `review`, what is doubtful. */
  readonly reviewPolicy?: ReviewPolicy;
  /** Networks that webhooks may call although they are none of the internet's, also without TLS: CIDRs and addresses. None when absent. */
  readonly webhookNetworks?: readonly string[];
  /** Signs answers for `include=receipt`: what `receiptSigner` makes. No receipts when absent. */
  readonly receipts?: ReceiptSigner | undefined;
  /** Where it is documented, a URL. The page at `/docs` when absent. */
  readonly documentation?: string;
  /** Of these endpoints alone: a second registration counts for itself, so give each its part of `bytesInFlight`. */
  readonly limits?: Partial<Limits>;
}

/**
 * The endpoints, for any Fastify app: `await app.register(extractionApi, { engine })`, with `prefix` where the app has a `/` of its own.
 * Registered twice, under two prefixes, they share nothing but a store that both are given.
 * A scope of its own: its error handler and its hooks do not reach the host's routes. The host's `trustProxy` decides whose address counts.
 * @throws ConfigError when a key or an origin is not one, keys are listed beside `authenticate`, or costs are limited that nobody can count.
 */
export async function extractionApi(app: FastifyInstance, options: ExtractionApiOptions): Promise<void> {
  const { engine, metrics, metricsToken, deadlineMs = engineDefaults.deadlineMs } = options;
  const { cacheSeconds = serverDefaults.cacheSeconds, playground = false } = options;
  const limits = { ...defaultLimits(), ...options.limits };
  app.setErrorHandler(answerError);
  app.addHook('onRequest', async (request, reply) => void reply.headers(answerHeaders(request)));
  app.addHook('onSend', drain);
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => {
    routes.push(route);
    // A host that makes an OpenAPI document of its own with @fastify/swagger has not what these refer to.
    route.schema = Object.assign({}, route.schema, { hide: true });
  });
  app.setValidatorCompiler(checkQuery);
  // The schemas of answers document them; a serializer made from one would write null as 0.
  app.setSerializerCompiler(() => JSON.stringify);
  // A host that reads forms itself has taught its scopes to; the limits here are given with each call.
  if (!app.hasRequestDecorator('parts')) await app.register(multipart);

  const telemetry = follow([spans(), ...(metrics ? [metrics] : [])], metrics?.tell ?? (() => undefined));
  const store = maintainedStore(app, options.store, telemetry.tell);
  const knownBy = options.authenticate ? 'host' : 'keys';
  const operations = operationsOf({ limits, reads: engine.reads, knownBy });
  const { quotas, jobs, webhooks, runs, files, answers, keys } = store;
  const sealingKey = once(() => workersKey(options.jobsSecret || undefined, keys));
  const longestKeepHours = options.keepHours ?? serverDefaults.keepHours;
  const risk = options.reviewPolicy?.risk && runs && riskKeeper(options.reviewPolicy.risk, runs);
  const reviews = reviewsBy(options.reviewPolicy, { answers, key: sealingKey, risk });
  const parser = parserCaller(options.parserPer ?? serverDefaults.parserPer);
  const extraction = { engine, telemetry, operations, reviews, receipts: options.receipts, parserCaller: parser };
  const leaseMs = leaseFor(deadlineMs);
  const { dailyTokensPerKey: tokens = serverDefaults.dailyTokensPerKey, dailyCostPerKey: cost = serverDefaults.dailyCostPerKey } = options;
  requirePrices(engine, cost);
  const services: ExtractServices = {
    ...extraction,
    authentication: authenticationOf(store, options),
    keys,
    quotas,
    answers,
    keeper: runs &&
      jobs && {
        runs,
        documents: jobs.documents,
        keys,
        webhooks,
        workersKey: sealingKey,
        longestKeepHours,
        limits,
        ...(files && { files }),
      },
    cache:
      cacheSeconds > 0
        ? new ResponseCache({ ageMs: cacheSeconds * 1_000, entries: limits.cacheEntries, bytes: limits.cacheBytes })
        : undefined,
    callerBudget: callerBudget(quotas, { tokens, cost, currency: engine.currency, leaseMs, tell: telemetry.tell }),
    callerCredits: callerCredits(options.dailyCreditsPerKey ?? serverDefaults.dailyCreditsPerKey),
    leaseMs,
    limits: share(limits, 0.75),
    rates: store.rates,
    rateLimit: options.rateLimit ?? serverDefaults.rateLimit,
    rateLimitPerKey: options.rateLimitPerKey ?? serverDefaults.rateLimitPerKey,
  };
  extractRoutes(app, services);
  const pace = new WorkerPace(options.work ?? serverDefaults.work, () => engine.pausedForMs());
  if (jobs) await addJobs(app, { ...services, jobs, store, pace, workersKey: sealingKey, longestKeepHours }, options);
  if (jobs) metrics?.watchJobs({ jobs, webhooks, pace });
  if (risk) metrics?.watchRisk(risk);
  const origins = options.playgroundOrigins ?? serverDefaults.playgroundOrigins;
  if (playground) playgroundRoutes(app, { ...extraction, limits, quotas, origins, leaseMs });
  builtPages(app, operations, { playground, review: runs !== undefined && jobs !== undefined });

  metricsRoute(app, operations, metrics, metricsToken);
  const ready = readiness({ engine, store, draining: options.draining ?? (() => false) });
  healthRoute(app, operations, ready);
  probeRoutes(app, operations, ready, { jobsArePaused: () => jobs !== undefined && pace.paused, risk });
  infoRoute(app, operations, options.documentation);
  const document = once(() => openapiDocument({ routes, prefix: app.prefix, knownBy }));
  openapiRoutes(app, operations, document);
  docsRoutes(app, operations, document);
  await app.register(async (scope) => methodNotAllowedRoutes(scope, allowedMethods(routes, app.prefix)));
}

interface QueuedServices extends ExtractServices, SealingServices {
  readonly jobs: JobStore;
  readonly store: Store;
  readonly pace: WorkerPace;
  readonly longestKeepHours: number;
}

/** The endpoints of jobs, the worker that runs them while the app does, and the sender that tells how they ended. */
async function addJobs(app: FastifyInstance, { store, pace, ...sealed }: QueuedServices, options: ExtractionApiOptions): Promise<void> {
  const { work = serverDefaults.work, webhookNetworks = serverDefaults.webhookNetworks } = options;
  const { webhooks, files, batches, runs } = store;
  const allowed = networks(webhookNetworks);
  const wakeWorker = startWorker(app, { ...sealed, keys: store.keys }, { concurrency: work, pace });
  const services = { ...sealed, wakeWorker, ...(files && { files }), ...(webhooks && { webhooks }) };
  jobsRoutes(app, services);
  if (files && batches) {
    const batchServices = { ...services, files, batches };
    batchesRoutes(app, batchServices);
    batchResultsRoutes(app, batchServices);
    filesRoutes(app, batchServices);
  }
  if (runs) await runsRoutes(app, { ...sealed, runs });
  if (!webhooks) return;
  await webhooksRoutes(app, { ...sealed, webhooks, allowed });
  if (work > 0) startSender(app, { ...sealed, webhooks, allowed });
}

function authenticationOf(store: Store, { authenticate, keys = [] }: ExtractionApiOptions): Authentication {
  if (!authenticate) return keyAuthentication(authenticateByKey(store.keys, keys));
  if (keys.length === 0) return hostAuthentication(authenticate);
  throw new ConfigError(
    'Keys are listed beside authenticate, which decides alone. Leave them out, or ask authenticateByKey(store.keys, keys) in it',
    ['server', 'keys'],
  );
}

/** The host's store, or one in memory that closes with the app. It is swept and its outages are logged while the app runs. */
function maintainedStore(app: FastifyInstance, given: Store | undefined, tell: Tell): Store {
  const store = given ?? ownStore(app);
  sweepRegularly(app, store);
  logOutages(app, store, tell);
  return store;
}

function ownStore(app: FastifyInstance): Store {
  const store = openStore('memory:');
  app.addHook('onClose', () => store.close());
  return store;
}

function sweepRegularly(app: FastifyInstance, store: Store): void {
  const sweep = (): void => {
    store.sweep().catch((error) => app.log.error({ err: error }, 'the store could not be swept'));
  };
  const timer = setInterval(sweep, 60_000).unref();
  app.addHook('onClose', async () => clearInterval(timer));
}

function logOutages(app: FastifyInstance, store: Store, tell: Tell): void {
  const stop = store.watch?.((event) => {
    if (event.kind === 'lost') app.log.warn({ err: event.cause }, 'the store was lost: rates are counted here, and keys pass that it knew');
    if (event.kind === 'fallback') tell(event);
    if (event.kind === 'found') app.log.info('the store is back');
  });
  if (stop) app.addHook('onClose', async () => stop());
}
