import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { ConfigError } from '../../core/index.js';
import { Refusal } from '../http/refusal.js';
import { bearer } from '../http/request.js';
import type { Operations } from '../reference/operations.js';
import type { Metrics } from '../telemetry/metrics.js';

/**
 * `GET /metrics`, for callers with the token. It uses the port of the API, since that is the only port that every platform provides.
 * @throws ConfigError when the token is too short, or there are no metrics.
 */
export function metricsRoute(app: FastifyInstance, operations: Operations, metrics: Metrics | undefined, token: string | undefined): void {
  if (token === undefined) return;
  if (!metrics || token.length < 16) {
    throw new ConfigError('The token of /metrics needs at least 16 characters, and metrics to show', ['server', 'metrics_token']);
  }
  const expected = digest(token);
  app.get('/metrics', { schema: operations.metrics }, async ({ raw }, reply) => {
    if (!timingSafeEqual(digest(bearer(raw) ?? ''), expected)) {
      throw new Refusal('KEY_REFUSED', 'The token is invalid or missing. Send it as "Authorization: Bearer ...".', {
        'WWW-Authenticate': 'Bearer',
      });
    }
    return reply.type(metrics.registry.contentType).send(await metrics.registry.metrics());
  });
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
