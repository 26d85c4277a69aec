import type { FastifyInstance } from 'fastify';
import type { Engine } from '../../core/index.js';
import { about } from '../http/about.js';
import { clientOf } from '../http/addresses.js';
import type { Limits } from '../http/limits.js';
import { fromStore } from '../http/refusal.js';
import type { Operations } from '../reference/operations.js';
import type { QuotaStore } from '../state/store.js';
import type { PlaygroundState } from '../wire/service.js';

/**
 * `GET /playground/state`: the credits that a visitor has left today. It is a separate resource, so that the answer of `/v1/playground` stays
 * as specified; requesting it costs nothing.
 */
export function playgroundState(
  app: FastifyInstance,
  {
    engine,
    limits,
    operations,
    quotas,
  }: { readonly operations: Operations; readonly engine: Engine; readonly limits: Limits; readonly quotas: QuotaStore },
): void {
  const { version } = about();
  app.get('/playground/state', { schema: operations.playgroundState, exposeHeadRoute: true }, async (request): Promise<PlaygroundState> => {
    const today = await fromStore(quotas.allowance(clientOf(request.ip), limits.playgroundCredits));
    return {
      version,
      file_bytes: limits.fileBytes,
      reads: { formats: engine.reads.formats, extensions: engine.reads.extensions, media_types: engine.reads.mediaTypes },
      price: { page: engine.credits.page, fallback_page: engine.credits.fallbackPage },
      credits: { left: today.left, a_day: limits.playgroundCredits, resets_in_ms: today.resetsInMs },
    };
  });
}
