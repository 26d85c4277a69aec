import type { Cap } from '../../contracts/cap.js';
import { type Grounded, held, isUnrefuted } from '../grounded.js';
import { spelt } from '../labels/concepts/name-words.js';
import { cap } from '../scoring/caps.js';

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
  [['debut'], ['fin']],
  [
    ['desde', 'inicio'],
    ['hasta', 'fin'],
  ],
  [
    ['inizio', 'da'],
    ['fine', 'a'],
  ],
  [['checkin'], ['checkout']],
  [['etd'], ['eta']],
];
