import Fastify, { type FastifyInstance } from 'fastify';
import { serverDefaults } from '../../config/settings.js';
import { ConfigError, engineDefaults } from '../../core/index.js';
import { asRefusal, sendRefusal } from '../http/answer-error.js';
import { Refusal } from '../http/refusal.js';
import { fixedHeaders } from '../http/request.js';
import { lossyLog } from '../telemetry/logging.js';
import { closeOnSignal } from './close-on-signal.js';
import type { ServeOutputs, ServeSettings } from './serve.js';
import { type RunningServer, startServer, whyNotListening } from './start-server.js';

export interface WorkTerms {
  /** The port on which probes are answered; none when absent. */
  readonly probes?: number | undefined;
}

/**
 * Runs jobs until a signal ends the process, for `vouch work`: the app of a server with a worker, of which the probes alone can be reached.
 * @throws ConfigError when a setting is wrong
 */
export async function work(
  settings: ServeSettings,
  { stdout, stderr }: ServeOutputs = process,
  terms: WorkTerms = {},
): Promise<RunningServer> {
  const worker = await started(settings, stdout, terms).catch((error) => {
    throw error instanceof ConfigError ? (settings.explain?.(error) ?? error) : error;
  });
  // Nothing else keeps the process: a worker that waits for jobs holds no connection.
  const awake = setInterval(() => undefined, 60_000);
  const close = (): Promise<void> => worker.close().finally(() => clearInterval(awake));
  closeOnSignal({ ...worker, close }, { drainMs: 0, deadlineMs: settings.engine.deadlineMs ?? engineDefaults.deadlineMs });
  const probes = worker.url === '' ? '' : `, and answers probes on ${worker.url}`;
  lossyLog(stderr, () => undefined).write(`Vouch works on jobs, ${settings.server.work ?? serverDefaults.work} at a time${probes}\n`);
  return worker;
}

/** A worker whose probes are answered from its start to its end. */
async function started(settings: ServeSettings, log: ServeOutputs['stdout'], { probes: port }: WorkTerms): Promise<RunningServer> {
  await settings.requireSandbox?.();
  const worker = await startServer(settings, { log, listens: false });
  if (port === undefined) return worker;
  const { url, close } = await openProbes(worker.app, { host: settings.server.host, port }).catch(async (error) => {
    await worker.close();
    throw error;
  });
  return { ...worker, url, close: () => worker.close().finally(close) };
}

/** What may be asked of a process that runs jobs and serves nobody: whether it lives, whether it can work, and its numbers. */
const paths = ['/livez', '/readyz', '/health', '/metrics'];

export interface ProbeServer {
  /** On this machine, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Answers the probes of a worker's app, and nothing else of it. @throws ConfigError when the address cannot be used */
export async function openProbes(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ProbeServer> {
  const server = Fastify({ requestTimeout: 10_000, http: { headersTimeout: 10_000 }, forceCloseConnections: true });
  server.setErrorHandler((error, _request, reply) => sendRefusal(asRefusal(error), reply.headers(fixedHeaders)));
  server.setNotFoundHandler((_request, reply) => {
    sendRefusal(
      new Refusal('NOT_FOUND', `Not found: this process runs jobs, and its paths are ${paths.join(', ')}`),
      reply.headers(fixedHeaders),
    );
  });
  for (const url of paths)
    server.get(url, async ({ headers: { authorization } }, reply) => {
      const answer = await app.inject({ method: 'GET', url, headers: authorization === undefined ? {} : { authorization } });
      if (answer.statusCode === 404) throw new Refusal('NOT_FOUND', 'There are no metrics: name a token for them with VOUCH_METRICS_TOKEN');
      const { 'content-length': _, connection: __, ...headers } = answer.headers;
      return reply.code(answer.statusCode).headers(headers).send(answer.rawPayload);
    });
  const url = await server.listen({ port, host }).catch((error) => {
    const why = whyNotListening(error);
    throw why === undefined
      ? error
      : new ConfigError(`Probes cannot be answered on ${host}:${port}: it ${why}. Name another port: --probes`, [], { cause: error });
  });
  return { url, close: () => server.close() };
}
