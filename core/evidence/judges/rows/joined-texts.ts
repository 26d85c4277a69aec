import { memoizeByObject } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Span, textOf } from '../../page/page-index.js';
import { phraseAt } from '../../page/surroundings.js';
import { squash } from '../../print/normalise.js';
import { type PlacedItem, placesInRows } from './place-items.js';

/** The words of another value that a text of a row takes in: of the next or the previous item, or of another column of its own; undefined if it is whole. */
export function joinedText(
  cell: Grounded,
  item: PlacedItem,
  { placed, index }: { readonly placed: readonly PlacedItem[]; readonly index: DocumentIndex },
): string | undefined {
  return cell.occurrences.length === 0 ? ofNeighbour(cell, item, placed) : ofColumn(cell, item, index);
}

/** A text that is printed nowhere as it stands, and that begins with the whole text of the item before it, or ends with that of the next one. */
function ofNeighbour({ field, value }: Grounded, item: PlacedItem, placed: readonly PlacedItem[]): string | undefined {
  const at = positionsOf(placed).get(item) ?? 0;
  const own = squash(String(value));
  const textOfItem = (other: PlacedItem | undefined): string => {
    const beside = other?.cells.find((one) => one.field === field)?.value;
    return typeof beside === 'string' && squash(beside).length >= minLetters && squash(beside) !== own ? beside : '';
  };
  const [before, next] = [textOfItem(placed[at - 1]), textOfItem(placed[at + 1])];
  if (before !== '' && own.startsWith(squash(before))) return before;
  return next !== '' && own.endsWith(squash(next)) ? next : undefined;
}
const minLetters = 6;
const positionsOf = memoizeByObject((placed: readonly PlacedItem[]) => new Map(placed.map((item, at) => [item, at])));

/** A text that goes on over a gap of its line, where one of the sides is another value of the item. */
function ofColumn(cell: Grounded, item: PlacedItem, index: DocumentIndex): string | undefined {
  const parted = placesInRows(cell, item).map((place) => sidesOf(place, index));
  if (parted.length === 0 || parted.some(({ length }) => length === 0)) return undefined;
  const others = item.cells.filter((other) => other !== cell && other.value !== null).flatMap((other) => placesInRows(other, item));
  const taken = parted.map((sides) => sides.find((side) => others.some((other) => covers(other, side))));
  return taken[0] && taken.every((side) => side !== undefined) ? textOf(taken[0]) : undefined;
}

/** The words of a place before its first gap and behind it; none where it has no gap. */
function sidesOf(place: Span, index: DocumentIndex): readonly Span[] {
  const phrase = phraseAt(place, index);
  if (!phrase || phrase.to >= place.to) return [];
  return [
    { ...place, to: phrase.to },
    { ...place, from: phrase.to },
  ];
}

const covers = (one: Span, other: Span): boolean => one.order === other.order && one.from <= other.from && one.to >= other.to;
