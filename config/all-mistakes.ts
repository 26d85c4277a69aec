import { ConfigError, joinMistakes, mistakesOf } from '../core/index.js';

/**
 * Waits for all of this work, so that a person mends all mistakes in one go.
 * @throws ConfigError with a line for each mistake; the first other error where there is none.
 */
export async function allOrMistakes<T extends readonly unknown[]>(work: { readonly [Index in keyof T]: Promise<T[Index]> }): Promise<T> {
  const settled = await Promise.allSettled(work);
  const errors = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
  refuseMistakes(errors.filter((error) => error instanceof ConfigError));
  return Promise.all(work) as Promise<T>;
}

/** @throws ConfigError with a line for each mistake, where there are any. */
export function refuseMistakes(mistakes: readonly ConfigError[]): void {
  if (mistakes.length > 0) throw joinMistakes(mistakes.flatMap(mistakesOf));
}

/** What synchronous work gives or throws, later. */
export const attempt = async <T>(work: () => T): Promise<T> => work();

/** The data without what is mistaken, of which the defaults then hold, so that what comes after can be checked as well. */
export function withoutMistakes(data: unknown, mistakes: readonly ConfigError[]): unknown {
  if (mistakes.length === 0) return data;
  if (typeof data !== 'object' || data === null) return {};
  const mistaken = new Set(mistakes.map(({ place: [key] }) => key));
  return Object.fromEntries(Object.entries(data).filter(([key]) => !mistaken.has(key)));
}
