import type { FastifyInstance } from 'fastify';
import type { Store } from '../state/store.js';
import { within } from '../within.js';

/** `GET /health`: whether the store can be used. The answer is at most a second old, so that probes cost nothing. */
export function healthRoute(app: FastifyInstance, store: Store): void {
  const usable = freshFor(1_000, () =>
    within(500, store.ping()).then(
      () => true,
      () => false,
    ),
  );
  app.get('/health', { exposeHeadRoute: true }, async (_request, reply) => {
    const timestamp = new Date().toISOString();
    if (await usable()) return { status: 'healthy', timestamp };
    reply.code(503).header('Retry-After', '5');
    return { status: 'unhealthy', timestamp, detail: 'The service cannot reach its state. Extractions are refused until it can.' };
  });
}

function freshFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer && performance.now() - asked < ms) return answer;
    asked = performance.now();
    answer = ask();
    return answer;
  };
}
