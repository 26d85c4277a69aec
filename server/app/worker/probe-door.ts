import Fastify, { type FastifyInstance } from 'fastify';
import { ConfigError } from '../../../core/index.js';
import { asRefusal } from '../../http/answer-error.js';
import { fixedHeaders } from '../../http/headers.js';
import { Refusal } from '../../http/refusal.js';
import { whyNotListening } from '../start-server.js';

/** What may be asked of a process that runs jobs and serves nobody: whether it lives, whether it can work, and its numbers. */
const paths = ['/livez', '/readyz', '/health', '/metrics'];

export interface ProbeDoor {
  /** On this machine, without a trailing slash. */
  readonly url: string;
  close(): Promise<void>;
}

/** Answers the probes of a worker's app, and nothing else of it. @throws ConfigError when the address cannot be used */
export async function openProbes(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<ProbeDoor> {
  const door = Fastify({ requestTimeout: 10_000, http: { headersTimeout: 10_000 }, forceCloseConnections: true });
  const refuse = (error: unknown): string => JSON.stringify({ detail: asRefusal(error).detail });
  door.setErrorHandler((error, _request, reply) => reply.code(asRefusal(error).status).headers(fixedHeaders).send(refuse(error)));
  door.setNotFoundHandler((_request, reply) => {
    const error = new Refusal(404, `Not found: this process runs jobs, and its paths are ${paths.join(', ')}`);
    return reply.code(404).headers(fixedHeaders).send(refuse(error));
  });
  for (const url of paths)
    door.get(url, async ({ headers: { authorization } }, reply) => {
      const answer = await app.inject({ method: 'GET', url, headers: authorization === undefined ? {} : { authorization } });
      if (answer.statusCode === 404) throw new Refusal(404, 'There are no metrics: name a token for them with VOUCH_METRICS_TOKEN');
      const { 'content-length': _, connection: __, ...headers } = answer.headers;
      return reply.code(answer.statusCode).headers(headers).send(answer.rawPayload);
    });
  const url = await door.listen({ port, host }).catch((error) => {
    const why = whyNotListening(error);
    throw why === undefined
      ? error
      : new ConfigError(`Probes cannot be answered on ${host}:${port}: it ${why}. Name another port: --probes`, [], { cause: error });
  });
  return { url, close: () => door.close() };
}
