import { randomOf } from '../../faults/random.js';
import type { CalibrationSample } from './sample.js';

/**
 * Splits samples into folds of similar size without splitting a group: shuffled groups, largest first, go to the smallest fold. The same
 * seed gives the same folds.
 */
export function split(
  samples: readonly CalibrationSample[],
  { folds, seed }: { readonly folds: number; readonly seed: number },
): readonly (readonly CalibrationSample[])[] {
  const named = [...Map.groupBy(samples, ({ group }) => group)].sort(([a], [b]) => (a < b ? -1 : 1));
  const groups = randomOf(seed, 'split')
    .shuffled(named.map(([, members]) => members))
    .toSorted((a, b) => b.length - a.length);
  const parts: CalibrationSample[][] = Array.from({ length: Math.min(folds, groups.length) }, () => []);
  for (const members of groups) parts.toSorted((a, b) => a.length - b.length)[0]?.push(...members);
  return parts;
}
