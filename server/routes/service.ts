import type { FastifyInstance } from 'fastify';
import { ConfigError, type Engine } from '../../core/index.js';
import { about } from '../http/about.js';
import { Refusal } from '../http/refusal.js';
import { bearer, isSameSecret, ownAddress } from '../http/request.js';
import type { Operations } from '../reference/operations.js';
import { policy } from '../reference/page.js';
import { reference } from '../reference/reference.js';
import type { OpenApi } from '../reference/types.js';
import type { RiskKeeper } from '../risk/keeper.js';
import { cachedFor } from '../state/cached-for.js';
import type { Store } from '../state/store.js';
import { within } from '../state/within.js';
import type { Metrics } from '../telemetry/metrics.js';
import { promiseBody } from '../wire/service.js';

/** `GET /health`: the readiness of the service in the words of the specification. */
export function healthRoute(app: FastifyInstance, operations: Operations, readiness: Readiness): void {
  app.get('/health', { schema: operations.health, exposeHeadRoute: true }, async (_request, reply) => {
    const timestamp = new Date().toISOString();
    const detail = await readiness();
    if (detail === undefined) return { status: 'healthy', timestamp };
    reply.code(503).header('Retry-After', '5');
    return { status: 'unhealthy', timestamp, detail };
  });
}

/**
 * Probes for the platform. `GET /livez` answers while the process runs and checks nothing else, because a restart would fix nothing else;
 * `GET /readyz` says whether requests should be sent here, and whether this process leaves jobs in the queue because no provider takes work.
 */
export function probeRoutes(
  app: FastifyInstance,
  operations: Operations,
  readiness: Readiness,
  { jobsArePaused, risk }: ProbeDetails,
): void {
  app.get('/livez', { schema: operations.live, exposeHeadRoute: true }, async () => ({ status: 'alive' }));
  app.get('/readyz', { schema: operations.ready, exposeHeadRoute: true }, async () => {
    const detail = await readiness();
    if (detail !== undefined) throw new Refusal('NOT_READY', detail, { 'Retry-After': '5' });
    const promise = await risk?.standing().then(promiseBody, () => undefined);
    return { status: 'ready', ...(jobsArePaused() && { jobs: 'paused' }), ...(promise && { silent_errors: promise }) };
  });
}

export interface ProbeDetails {
  jobsArePaused(): boolean;
  /** Absent where nothing is promised. */
  readonly risk?: RiskKeeper | undefined;
}

/** `GET /`: name, version and documentation of the service. `documentation` is the host's URL; the page at `/docs` when absent. */
export function infoRoute(app: FastifyInstance, operations: Operations, documentation?: string): void {
  const description = about();
  app.get('/', { schema: operations.about, exposeHeadRoute: true }, async (request) => ({
    ...description,
    documentation: documentation ?? `${ownAddress(request, app.prefix)}/docs`,
  }));
}

/** A sentence for an operator that says why the process cannot serve now; undefined when it can. */
export type Readiness = () => Promise<string | undefined>;

export interface ReadinessSources {
  readonly engine: Pick<Engine, 'unready'>;
  readonly store: Pick<Store, 'ping'>;
  /** True once the process has been asked to end. */
  readonly draining: () => boolean;
}

/**
 * Whether this process can serve: it is not draining, its parsers start and its store answers. Providers are not asked, because an outage
 * hits every instance alike. The answer is cached for a second, so that probes are cheap; draining counts at once.
 */
export function readiness({ engine, store, draining }: ReadinessSources): Readiness {
  const found = cachedFor(1_000, async () => {
    const unready = engine.unready();
    if (unready.length > 0) return `The service cannot read documents at the moment: ${unready.join(', ')} does not start.`;
    return within(500, store.ping()).then(
      () => undefined,
      () => 'The service cannot reach its state or write it. What needs it is refused until it can.',
    );
  });
  return async () => (draining() ? 'The service is shutting down.' : found());
}

/**
 * `GET /metrics`, for callers with the token. It uses the port of the API, since that is the only port that every platform provides.
 * @throws ConfigError when the token is too short, or there are no metrics.
 */
export function metricsRoute(app: FastifyInstance, operations: Operations, metrics: Metrics | undefined, token: string | undefined): void {
  if (token === undefined) return;
  if (!metrics || token.length < 16) {
    throw new ConfigError('The token of /metrics needs at least 16 characters, and metrics to show', ['server', 'metrics_token']);
  }
  app.get('/metrics', { schema: operations.metrics }, async ({ raw }, reply) => {
    if (!isSameSecret(bearer(raw) ?? '', token)) {
      throw new Refusal('KEY_REFUSED', 'The token is invalid or missing. Send it as "Authorization: Bearer ...".', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

/** Loaded on demand, because most servers never need the guide and it imports a Markdown library. */
const guide = async () => (await import('../reference/guide.js')).guide();

/** `GET /docs`: the reference as a page, with the guide below it. Each page is one file that loads nothing. */
export function docsRoutes(app: FastifyInstance, operations: Operations, document: () => OpenApi): void {
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy, 'Referrer-Policy': 'no-referrer' };
  app.get('/docs', { schema: operations.reference, exposeHeadRoute: true }, async (request, reply) =>
    reply.headers(headers).send(reference(document(), { guide: await guide(), address: ownAddress(request, app.prefix) })),
  );
  // The pages link to each other by name, so the index needs a name as well.
  app.get('/docs/guide', { schema: operations.guideIndex, exposeHeadRoute: true }, async (_request, reply) =>
    reply.redirect(`${app.prefix}/docs/guide/README`),
  );
  app.get<{ Params: { page: string } }>(
    '/docs/guide/:page',
    { schema: operations.guide, exposeHeadRoute: true },
    async ({ params }, reply) => {
      const pages = await guide();
      const page = pages.get(params.page);
      if (!page) throw new Refusal('NOT_FOUND', `Not found: the pages of the guide are ${[...pages.keys()].join(', ')}`);
      return reply.headers(headers).send(page.html);
    },
  );
}

/** `GET /openapi.json` and `GET /openapi.yaml`: the description of the endpoints for programs. */
export function openapiRoutes(app: FastifyInstance, operations: Operations, document: () => OpenApi): void {
  let yaml: string | undefined;
  app.get('/openapi.json', { schema: operations.openapiJson, exposeHeadRoute: true }, async () => document());
  app.get('/openapi.yaml', { schema: operations.openapiYaml, exposeHeadRoute: true }, async (_request, reply) => {
    const { stringify } = await import('yaml');
    yaml ??= stringify(document(), { aliasDuplicateObjects: false });
    return reply.type('application/yaml').send(yaml);
  });
}
