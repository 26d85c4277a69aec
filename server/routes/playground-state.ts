import type { FastifyInstance } from 'fastify';
import { about } from '../app/about.js';
import { clientOf } from '../guards/addresses.js';
import { fromStore } from '../guards/from-store.js';
import type { PlaygroundState } from '../wire/service.js';
import type { PlaygroundDoor } from './playground.js';

/**
 * `GET /playground/state`: the credits that a visitor has left today. It is a separate resource, so that the answer of `/v1/playground` stays
 * as specified; requesting it costs nothing.
 */
export function playgroundState(
  app: FastifyInstance,
  { engine, limits, quotas }: Pick<PlaygroundDoor, 'engine' | 'limits' | 'quotas'>,
): void {
  const { version } = about();
  app.get('/playground/state', { exposeHeadRoute: true }, async (request): Promise<PlaygroundState> => {
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
