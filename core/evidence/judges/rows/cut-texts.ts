import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { maxEdgeGapPoints, meets, type Span, textOf } from '../../page/page-index.js';
import { neighbour, phraseAt } from '../../page/surroundings.js';
import { squash } from '../../print/normalise.js';
import type { PlacedItem } from './place-items.js';

/**
 * The words with which texts of rows go on, by the path of the text: beside it, or in a line of their own right below it, and no other value of
 * the row. A reader that leaves them out in most of the rows around means it so.
 */
export function cutTexts(placed: readonly PlacedItem[], index: DocumentIndex): ReadonlyMap<string, string> {
  const rests = placed.map((item) => new Map(item.cells.filter(isText).map((cell) => [cell.field, restOf(cell, item, index)])));
  const found = placed.flatMap((item, at) =>
    item.cells.flatMap((cell) => {
      const rest = rests[at]?.get(cell.field);
      return rest && isUnusual(cell, [...rests.slice(Math.max(0, at - maxOtherRows), at), ...rests.slice(at + 1, at + 1 + maxOtherRows)])
        ? [[cell.path, textOf(rest)] as const]
        : [];
    }),
  );
  return new Map(found);
}

/** So many rows before a row and after it show how their texts end. */
const maxOtherRows = 12;

const isText = ({ field, value }: Grounded): boolean => value !== null && field.type === 'string' && !field.enum;

type RestByField = ReadonlyMap<Grounded['field'], Span | undefined>;

function isUnusual({ field }: Grounded, others: readonly RestByField[]): boolean {
  const same = others.filter((other) => other.has(field)).map((other) => other.get(field));
  return same.filter((rest) => rest === undefined).length * 2 > same.length;
}

/** What follows a text in its phrase, or else in the next line, and is no value of the row. */
function restOf(cell: Grounded, item: PlacedItem, index: DocumentIndex): Span | undefined {
  const last = placesIn(cell, item).at(-1);
  const phrase = last && phraseAt(last, index);
  if (!last || !phrase) return undefined;
  const rest = last.to < phrase.to ? { ...last, from: last.to, to: phrase.to } : lineBelow(phrase, item, index);
  if (!rest || !/[\p{L}\p{N}]/u.test(textOf(rest)) || squash(String(cell.value)).includes(squash(textOf(rest)))) return undefined;
  return item.cells.some((other) => placesIn(other, item).some((place) => meets(place, rest))) ? undefined : rest;
}

/** Where a value is printed in the rows of its item, in reading order. */
function placesIn({ occurrences, evidence }: Grounded, { textFrom, to, line }: PlacedItem): readonly Span[] {
  const places = occurrences.length > 0 ? occurrences : (evidence?.spans ?? []);
  return places
    .filter(({ order }) => order >= textFrom && order < Math.max(to, line + 1))
    .toSorted((one, other) => one.order - other.order || one.to - other.to);
}

/** The next line of a text: it begins where the text does, hardly further down than lines of one text, and its row prints no numbers beside it. */
function lineBelow(phrase: Phrase, { to }: PlacedItem, index: DocumentIndex): Phrase | undefined {
  const below = neighbour(phrase, 'below', index);
  if (!below || below.order >= to) return undefined;
  const { box: upper } = phrase;
  const isNext = Math.abs(upper.x - below.box.x) <= maxEdgeGapPoints && below.box.y - upper.y - upper.height <= maxLineGap * upper.height;
  return isNext && index.numbersIn(below.order).every((spot) => meets(spot, below)) ? below : undefined;
}
const maxLineGap = 0.8;
