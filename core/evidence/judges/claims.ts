import { once } from '../../values/memoize.js';
import { type Grounded, placesOf } from '../grounded.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Span } from '../page/page-index.js';

/** The values of a reading, and which of them have the words of a place. */
export interface ClaimedReading {
  readonly cells: readonly Grounded[];
  /** Whether no value has words of a place. */
  isFree(span: Span): boolean;
  /** Whether a value is the only one that has the words of a place. */
  isSole(cell: Grounded, span: Span): boolean;
  readonly index: DocumentIndex;
}

/** Worked out where it is asked for. Equal values of a long table share the list of their places, which is looked at once. */
export function claimed(cells: readonly Grounded[], index: DocumentIndex): ClaimedReading {
  const claimants = once(() => claimantsOf(cells));
  return {
    cells,
    isFree: (span) => !wordsIn(span).some((word) => claimants().has(word)),
    isSole: (cell, span) => wordsIn(span).every((word) => claimants().get(word) === cell.path),
    index,
  };
}

/** The path of the value that has a word; undefined for a word that several have. */
function claimantsOf(cells: readonly Grounded[]): ReadonlyMap<string, string | undefined> {
  const stated = cells.filter(({ value }) => value !== null);
  const claimants = new Map<string, string | undefined>();
  for (const [places, [first, ...others]] of Map.groupBy(stated, placesOf))
    for (const word of places.flatMap(wordsIn)) claimants.set(word, claimants.has(word) || others.length > 0 ? undefined : first?.path);
  return claimants;
}

/** The words of a span, each by its row and its place there. */
export const wordsIn = ({ order, from, to }: Span): readonly string[] =>
  Array.from({ length: to - from }, (_, at) => `${order} ${from + at}`);
