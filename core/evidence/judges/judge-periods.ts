import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type Grounded, held, isUnrefuted } from '../grounded.js';
import { spelt } from '../labels/concepts/name-words.js';
import type { DocumentIndex } from '../page/document-index.js';
import { type Span, type Spot, textOf } from '../page/page-index.js';
import { cap, reasonText } from '../scoring/caps.js';

/** Doubts the two ends of a period that would end before it begins: `period_from` and `period_to`, `etd` and `eta` of one object. */
export function judgePeriods(cells: readonly Grounded[]): readonly Grounded[] {
  const ends = new Map(cells.flatMap((cell) => (isDay(cell) ? edges(cell).map((key) => [key, cell] as const) : [])));
  const doubted = new Map<Grounded, Cap>();
  for (const [key, from] of ends) {
    const to = key.endsWith(opens) ? ends.get(key.slice(0, -opens.length) + closes) : undefined;
    if (!to?.key || !from.key || from.key <= to.key) continue;
    const doubt = cap('label.conflict', `Label conflict: the period would end on ${to.key} before it begins on ${from.key}`);
    for (const cell of [from, to]) doubted.set(cell, doubt);
  }
  return cells.map((cell) => {
    const doubt = doubted.get(cell);
    return doubt ? held(cell, doubt) : cell;
  });
}

/** Which end of a period a field asks for, if its name says it: `period_from`, `bis`. Memoized because every row asks. */
export const endAsked = memoizeByObject(({ names }: Field): 'opens' | 'closes' | undefined => {
  const words = spelt(names.at(-1) ?? '').split(' ');
  const [opening, closing] = [0, 1].map((side) => pairs.some((pair) => words.some((word) => pair[side]?.includes(word))));
  return opening === closing ? undefined : opening ? 'opens' : 'closes';
});

/**
 * What names a value that is printed on the side of a pair that its field asks for: as the first or the second of two days with nothing but a
 * joint between, or before or behind an arrow.
 */
export function nameBySide({ field, key }: Grounded, places: readonly Span[], index: DocumentIndex): Cap | undefined {
  const end = endAsked(field);
  if (end === undefined) return undefined;
  const ends = endsIn(index)[end];
  const isNamed = places.some((place) => endAt(place, key, ends) !== undefined || isAtArrow(place, end));
  return isNamed ? cap('label.place', `${reasonText.header}: by its side of a pair`) : undefined;
}

/**
 * Whether a day is printed only as the end of periods that its field does not ask for: `31.05.` of `01.05. - 31.05.` for `period_from`. Two days without a
 * joint may be of two columns.
 */
export function isOtherEnd({ field, key }: Grounded, places: readonly Span[], index: DocumentIndex): boolean {
  const end = places.length === 0 ? undefined : endAsked(field);
  if (end === undefined) return false;
  const others = endsIn(index)[end === 'opens' ? 'closes' : 'opens'];
  return places.every((place) => endAt(place, key, others)?.isJoint === true);
}

/** A day that opens or closes a period. */
interface End {
  readonly day: Spot<string>;
  /** Whether a dash or a word for the end stands between the two days. */
  readonly isJoint: boolean;
}
type Ends = ReadonlyMap<string, End>;

/** The days that open and that close a period, by their first words. */
const endsIn = memoizeByObject(({ days }: DocumentIndex): { readonly opens: Ends; readonly closes: Ends } => {
  const periods = days.flatMap((closes, at) => {
    const opens = days[at - 1];
    const isPeriod = opens?.order === closes.order && isInOrder(opens, closes) && isJoined(opens, closes);
    return opens && isPeriod ? [{ opens, closes, isJoint: isJoint(between(opens, closes)) }] : [];
  });
  const byWord = (ends: readonly End[]): Ends => new Map(ends.map((end) => [wordAt(end.day.order, end.day.from), end]));
  return {
    opens: byWord(periods.map(({ opens, isJoint }) => ({ day: opens, isJoint }))),
    closes: byWord(periods.map(({ closes, isJoint }) => ({ day: closes, isJoint }))),
  };
});

/** The end of a period at a place, if it says this day. */
function endAt({ order, from }: Span, key: Grounded['key'], ends: Ends): End | undefined {
  const end = ends.get(wordAt(order, from));
  return end?.day.readings.some((reading) => reading === key) ? end : undefined;
}

const wordAt = (order: number, word: number): string => `${order} ${word}`;
const isInOrder = (opens: Spot<string>, closes: Spot<string>): boolean => (opens.readings[0] ?? '') <= (closes.readings[0] ?? '');

/** Two days of one word, `01.05.2014-31.05.2014`, or with a dash or a short word between. */
const isJoined = (opens: Span, closes: Span): boolean => /^(?:[-–—]|\p{L}{1,5}\.?|t\/m)?$/u.test(between(opens, closes));

/** Other short words may be the caption of the second day. */
const isJoint = (words: string): boolean => /^[-–—]$/.test(words) || joints.has(words.toLowerCase());

/** The words between two days; a dash where both are one word. */
const between = (opens: Span, closes: Span): string =>
  closes.from < opens.to ? '-' : textOf({ ...opens, from: opens.to, to: closes.from }).trim();

const isAtArrow = ({ row, from, to }: Span, end: 'opens' | 'closes'): boolean =>
  /^(?:[-=–—]+>|→|➔)$/u.test(row.words[end === 'opens' ? to : from - 1]?.text ?? '');

const opens = ' opens';
const closes = ' closes';

const isDay = (cell: Grounded): boolean => isUnrefuted(cell) && /^\d{4}-\d{2}-\d{2}$/.test(cell.key ?? '');

/** A key for what a field is an end of: its object, its name without the word for the end, and the pair of words. */
function edges({ path, field }: Grounded): readonly string[] {
  const words = spelt(field.names.at(-1) ?? '').split(' ');
  const parent = path.slice(0, Math.max(path.lastIndexOf('.'), path.lastIndexOf('[')));
  return pairs.flatMap(([from, to], pair) =>
    words.flatMap((word, at) => {
      const side = from.includes(word) ? opens : to.includes(word) ? closes : undefined;
      return side === undefined ? [] : [`${parent} ${words.toSpliced(at, 1).join(' ')} ${pair}${side}`];
    }),
  );
}

const pairs: readonly (readonly [opens: readonly string[], closes: readonly string[]])[] = [
  [['from'], ['to', 'until', 'till', 'through']],
  [
    ['start', 'begin', 'beginning'],
    ['end', 'ending'],
  ],
  [
    ['von', 'beginn'],
    ['bis', 'ende'],
  ],
  [
    ['debut', 'du'],
    ['fin', 'au'],
  ],
  [
    ['desde', 'inicio'],
    ['hasta', 'fin'],
  ],
  [
    ['inizio', 'da', 'dal'],
    ['fine', 'a', 'al'],
  ],
  [
    ['från', 'fran', 'van', 'fra'],
    ['till', 'tot', 'til'],
  ],
  [['checkin'], ['checkout']],
  [['etd'], ['eta']],
];
const joints: ReadonlySet<string> = new Set([...pairs.flatMap(([, closing]) => closing), 't/m', 'do', 'až']);
