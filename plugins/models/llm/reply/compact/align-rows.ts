import type { Row } from '../../../../../core/text.js';
import { matchRow, type RowMatch, type RowValues } from './match-row.js';

/** The printed row of a row of an answer. */
export interface Anchor {
  /** The index of the printed row on its page. */
  readonly at: number;
  readonly match: RowMatch;
}

/** An answer that would need more comparisons is not one about a page of a document; its rows are not looked for. */
const maxComparisons = 1_000_000;

/**
 * The printed row of each row of an answer, both from the top: the pairing that shows most of the values (a longest common subsequence by
 * weight). Undefined for a row that no printed row shows.
 */
export function alignRows(answered: readonly RowValues[], printed: readonly Row[]): readonly (Anchor | undefined)[] {
  const values = answered.reduce((count, row) => count + row.length + 1, 0);
  if (values * printed.length > maxComparisons) return answered.map(() => undefined);
  const matches = answered.map((own) => printed.map((row) => matchRow(own, row)));
  const best = bestWeights(matches, printed.length);
  const anchors: (Anchor | undefined)[] = answered.map(() => undefined);
  let [row, at] = [answered.length, printed.length];
  while (row > 0 && at > 0) {
    if (best[row]?.[at] === best[row]?.[at - 1]) at -= 1;
    else if (best[row]?.[at] === best[row - 1]?.[at]) row -= 1;
    else {
      row -= 1;
      at -= 1;
      const match = matches[row]?.[at];
      if (match) anchors[row] = { at, match };
    }
  }
  return anchors;
}

/** `[i][j]`: the most weight that the first i rows of the answer can have in the first j printed ones. */
function bestWeights(matches: readonly (readonly RowMatch[])[], width: number): readonly (readonly number[])[] {
  const best: number[][] = [Array.from({ length: width + 1 }, () => 0)];
  for (const [row, own] of matches.entries()) {
    const above = best[row] ?? [];
    const line = [0];
    for (const [at, { weight }] of own.entries()) {
      const paired = weight > 0 ? (above[at] ?? 0) + weight : 0;
      line.push(Math.max(line[at] ?? 0, above[at + 1] ?? 0, paired));
    }
    best.push(line);
  }
  return best;
}
