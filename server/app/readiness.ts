import type { Engine } from '../../core/index.js';
import type { Store } from '../state/store.js';
import { within } from '../state/within.js';

/** Why no requests should be sent now, as a sentence for an operator; undefined when they should. */
export type Readiness = () => Promise<string | undefined>;

export interface ReadinessSources {
  readonly engine: Pick<Engine, 'unready'>;
  readonly store: Pick<Store, 'ping'>;
  /** True from the moment the process is to end. */
  readonly draining: () => boolean;
}

/**
 * Whether this process can serve: it is not about to end, its parsers start, its store answers. No provider is asked: one that is down is
 * down for every instance. What is found counts for a second, so that probes cost nothing; that the end has begun counts at once.
 */
export function readiness({ engine, store, draining }: ReadinessSources): Readiness {
  const found = freshFor(1_000, async () => {
    const unready = engine.unready();
    if (unready.length > 0) return `The service cannot read documents at the moment: ${unready.join(', ')} does not start.`;
    return within(500, store.ping()).then(
      () => undefined,
      () => 'The service cannot reach its state. Extractions are refused until it can.',
    );
  });
  return async () => (draining() ? 'The service is shutting down.' : found());
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
