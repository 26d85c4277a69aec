import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance } from 'fastify';
import { serverDefaults } from '../../config/settings.js';
import { once } from '../../core/index.js';
import { looksLikeKey } from '../guards/key-secret.js';
import { proxyTrust } from '../http/addresses.js';
import { answerBrokenRequest, answerError } from '../http/answer-error.js';
import { keepRoom } from '../http/keep-room.js';
import { badRequest, noSuchPath, Refusal } from '../http/refusal.js';
import { answerHeaders, errorCodeHeader, fixedHeaders } from '../http/request.js';
import type { DescribedRoute } from '../reference/document.js';
import { type AllowedMethods, allowedMethods, methodNotAllowed } from '../routes/method-not-allowed.js';
import { type LogStream, logging, logRequests, type ServerLogLevel } from '../telemetry/logging.js';
import { type ExtractionApiOptions, extractionApi } from './extraction-api.js';

export interface AppOptions extends ExtractionApiOptions {
  /** True when absent. */
  readonly playground?: boolean;
  /** CIDRs whose `X-Forwarded-For` is trusted. None when absent. */
  readonly trustedProxies?: readonly string[];
  /** Receives one line of JSON for each request. Nothing is logged when absent. */
  readonly log?: LogStream;
  /** 'info' when absent. */
  readonly logLevel?: ServerLogLevel;
}

/**
 * The stand-alone server around the endpoints. It answers everything with JSON, even what Fastify and Node refuse by themselves.
 * @throws ConfigError when an option is wrong.
 */
export async function buildApp({
  trustedProxies = [],
  log,
  logLevel,
  playground = serverDefaults.playground,
  ...api
}: AppOptions): Promise<FastifyInstance> {
  const app = Fastify({
    ...logging(log, logLevel),
    trustProxy: proxyTrust(trustedProxies),
    genReqId: requestId,
    requestTimeout: 60_000,
    // Node would answer a missing Host with an empty body; refuseWithoutHost below answers with a sentence.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000, requireHostHeader: false },
    return503OnClosing: false,
    frameworkErrors: (error, request, reply) => {
      reply.headers(answerHeaders(request));
      answerError(error, request, reply);
    },
    clientErrorHandler: answerBrokenRequest,
  });
  endSilent(app, keepRoom(app.server, 2_000));
  refuseExpectations(app);
  logRequests(app);
  app.addHook('onRequest', async (request, reply) => void reply.headers(answerHeaders(request)));
  refuseWhileClosing(app, api.draining ?? (() => false));
  refuseWithoutHost(app);
  app.setErrorHandler(answerError);
  refuseStrangePaths(app);
  await app.register(extractionApi, { ...api, playground });
  return app;
}

/** The caller's own request id where it is safe for headers and logs and does not look like a key; else a new one. */
function requestId({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) && !looksLikeKey(given) ? given : randomUUID();
}

/** Node would answer an unknown `Expect` header with an empty body. */
function refuseExpectations(app: FastifyInstance): void {
  app.server.on('checkExpectation', (_request, response) => {
    const { status, code, detail } = new Refusal('EXPECTATION_REFUSED', 'The Expect header asks for something this service does not do');
    const headers = { ...fixedHeaders, [errorCodeHeader]: code, 'X-Request-Id': randomUUID(), Connection: 'close' };
    response.writeHead(status, headers).end(JSON.stringify({ detail }));
  });
}

/**
 * A server that listens no more waits for its connections, and looks for silent ones no longer. Node closes those that were used; one on which no
 * request has come yet, as browsers and probes open them in advance, would hold up its end until somebody loses patience.
 */
function endSilent(app: FastifyInstance, closeIdle: () => void): void {
  app.addHook('preClose', async () => {
    if (!app.server.listening) return;
    const closing = setInterval(() => {
      if (!app.server.listening) closeIdle();
    }, 100).unref();
    app.server.once('close', () => clearInterval(closing));
  });
}

/** A server that shuts down refuses new requests, and closes kept-alive connections because they would delay its end. */
function refuseWhileClosing(app: FastifyInstance, draining: () => boolean): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onRequest', async () => {
    if (closing) throw new Refusal('CLOSING', 'The service is shutting down. Retry shortly.', { 'Retry-After': '5' });
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing || draining()) reply.header('Connection', 'close');
  });
}

function refuseWithoutHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw }) => {
    if (raw.httpVersion === '1.1' && raw.headers.host === undefined) throw badRequest('The Host header is missing');
  });
}

/** Runs before any body is read, and also for methods that the router does not know. */
function refuseStrangePaths(app: FastifyInstance): void {
  const routes: DescribedRoute[] = [];
  app.addHook('onRoute', (route) => void routes.push(route));
  // No route comes once requests do.
  const paths = once(() => allowedMethods(routes));
  app.addHook('onRequest', async ({ is404, raw }) => {
    // The router mistakes the path `*`, which names no resource, for the root.
    if (is404 || raw.url === '*') throw notFound(raw.url ?? '', paths());
  });
}

function notFound(url: string, paths: AllowedMethods): Refusal {
  const allowed = paths[url.replace(/\?.*$/s, '')];
  return allowed ? methodNotAllowed(allowed) : new Refusal('NOT_FOUND', noSuchPath(Object.keys(paths)));
}
