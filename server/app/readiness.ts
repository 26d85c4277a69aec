import type { Engine } from '../../core/index.js';
import type { Store } from '../state/store.js';
import { within } from '../state/within.js';

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

function cachedFor<T>(ms: number, ask: () => Promise<T>): () => Promise<T> {
  let asked = Number.NEGATIVE_INFINITY;
  let answer: Promise<T> | undefined;
  return () => {
    if (answer && performance.now() - asked < ms) return answer;
    asked = performance.now();
    answer = ask();
    return answer;
  };
}
