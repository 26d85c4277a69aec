/** The candidate that is closest to a misspelt word; undefined when none is close. Case, `-` and `_` are ignored. */
export function nearest(word: string, candidates: readonly string[]): string | undefined {
  const maxDistance = Math.max(1, Math.floor(word.length / 3));
  const ranked = candidates
    .map((candidate) => ({ candidate, distance: distance(normalized(word), normalized(candidate)) }))
    .filter((entry) => entry.distance <= maxDistance)
    .sort((a, b) => a.distance - b.distance);
  return ranked[0]?.candidate;
}

/** ' Did you mean "openai"?', or an empty text. */
export function didYouMean(word: string, candidates: readonly string[]): string {
  const guess = nearest(word, candidates);
  return guess === undefined ? '' : ` Did you mean "${guess}"?`;
}

const normalized = (word: string): string => word.toLowerCase().replaceAll(/[-_]/g, '');

/** Counts the edits from one word to the other: insertions, deletions, substitutions and swaps of neighbours (optimal string alignment). */
function distance(from: string, to: string): number {
  let beforeLast: readonly number[] = [];
  let last: readonly number[] = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      const swapped = column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      const change = (last[column - 1] ?? 0) + (same ? 0 : 1);
      const swap = swapped ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      current.push(Math.min(change, swap, (last[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1));
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length] ?? 0;
}
