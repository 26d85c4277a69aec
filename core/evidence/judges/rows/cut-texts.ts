import type { Grounded } from '../../grounded.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { maxEdgeGapPoints, meets, type Span, textOf } from '../../page/page-index.js';
import { neighbour, phraseAt } from '../../page/surroundings.js';
import { squash } from '../../print/normalise.js';
import { type PlacedItem, placesInRows } from './place-items.js';

/**
 * The words with which texts of rows go on, by the path of the text: beside it, or in a line of their own right below it, and no other value of the
 * row. A reader that leaves out such words in the rows around as well means it so.
 */
export function cutTexts(placed: readonly PlacedItem[], index: DocumentIndex): ReadonlyMap<string, string> {
  const ends = placed.map((item) => new Map(item.cells.filter(isText).map((cell) => [cell.field, endOf(cell, item, index)])));
  const restOf = ({ field }: Grounded, at: number): Span | undefined => {
    const end = ends[at]?.get(field);
    if (!end?.rest) return undefined;
    const around = [...ends.slice(Math.max(0, at - maxOtherRows), at), ...ends.slice(at + 1, at + 1 + maxOtherRows)];
    const others = around.flatMap((other) => other.get(field) ?? []);
    return isUnusual(end, others) ? end.rest : undefined;
  };
  const found = placed.flatMap((item, at) => item.cells.map((cell) => ({ path: cell.path, rest: restOf(cell, at) })));
  return new Map(found.flatMap(({ path, rest }) => (rest ? [[path, textOf(rest)] as const] : [])));
}

/** So many rows before a row and after it show how their texts end. */
const maxOtherRows = 12;

const isText = ({ field, value }: Grounded): boolean => value !== null && field.type === 'string' && !field.enum;

/** How a text ends on the page. */
interface TextEnd {
  /** What goes on after it in its phrase, or in the next line, and is no value of the row. */
  readonly rest?: Span;
  readonly side: 'beside' | 'below';
  /** Whether it has a further line of its own. */
  readonly hasLines: boolean;
}

/** Whether most others end where their phrases do, or most of those that go on in a further line have it. */
function isUnusual({ side }: TextEnd, others: readonly TextEnd[]): boolean {
  const cut = others.filter((other) => other.rest && other.side === side).length;
  const whole = others.filter(({ rest, hasLines }) => rest === undefined && (side === 'beside' || hasLines)).length;
  return whole > cut;
}

function endOf(cell: Grounded, item: PlacedItem, index: DocumentIndex): TextEnd {
  const places = placesInRows(cell, item);
  const last = places.toSorted((one, other) => one.order - other.order || one.to - other.to).at(-1);
  const phrase = last && phraseAt(last, index);
  const side = last && phrase && last.to < phrase.to ? 'beside' : 'below';
  const next =
    !last || !phrase ? undefined : side === 'beside' ? { ...last, from: last.to, to: phrase.to } : lineBelow(phrase, item, index);
  const isTaken = next !== undefined && squash(String(cell.value)).includes(squash(textOf(next)));
  const hasLines = isTaken || new Set(places.map(({ order }) => order)).size > 1;
  const isFree = next !== undefined && !isTaken && /[\p{L}\p{N}]/u.test(textOf(next)) && !isClaimed(next, item);
  return { ...(isFree && { rest: next }), side, hasLines };
}

const isClaimed = (span: Span, item: PlacedItem): boolean =>
  item.cells.some((other) => placesInRows(other, item).some((place) => meets(place, span)));

/** The next line of a text: it begins where the text does, hardly further down than lines of one text, and its row prints no numbers beside it. */
function lineBelow(phrase: Phrase, { to }: PlacedItem, index: DocumentIndex): Phrase | undefined {
  const below = neighbour(phrase, 'below', index);
  if (!below || below.order >= to) return undefined;
  const { box: upper } = phrase;
  const isNext = Math.abs(upper.x - below.box.x) <= maxEdgeGapPoints && below.box.y - upper.y - upper.height <= maxLineGap * upper.height;
  return isNext && index.numbersIn(below.order).every((spot) => meets(spot, below)) ? below : undefined;
}
const maxLineGap = 0.8;
