import { randomOf } from '../../../kit/random.js';
import type { CalibrationSample } from './sample.js';

/**
 * Splits samples into folds of similar size without splitting a source: shuffled sources, largest first, go to the smallest fold. The same
 * seed gives the same folds.
 */
export function split<S extends CalibrationSample>(
  samples: readonly S[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly (readonly S[])[] {
  const named = [...Map.groupBy(samples, ({ source }) => source)].sort(([a], [b]) => (a < b ? -1 : 1));
  const sources = randomOf(seed, 'split')
    .shuffled(named.map(([, members]) => members))
    .toSorted((a, b) => b.length - a.length);
  const parts: S[][] = Array.from({ length: Math.min(folds, sources.length) }, () => []);
  for (const members of sources) {
    const smallest = parts.reduce((least, part) => (part.length < least.length ? part : least), parts[0] ?? []);
    for (const member of members) smallest.push(member);
  }
  return parts;
}
