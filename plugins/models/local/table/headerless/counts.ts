import { type NumberStyle, readingsIn } from '../../../../../core/text.js';
import type { Factor } from '../../amounts/factors.js';
import type { Sold } from './sold-rows.js';

/**
 * The small whole number that each row begins with, where at least half of them begin with one: how many were sold, `2 Coffee 7.00`. One, two,
 * three and so on are places in a list.
 */
export function countsAhead(rows: readonly Sold[], style: NumberStyle | undefined): readonly (Factor | undefined)[] {
  const found = rows.map((row) => firstCount(row, style));
  const counts = found.filter((count) => count !== undefined);
  const places = counts.length > 2 && counts.every(({ value }, at) => value.equals(at + 1));
  return counts.length * 2 >= rows.length && !places ? found : rows.map(() => undefined);
}

/** More of one thing are weighed or counted otherwise. */
const MOST = 99;

function firstCount({ line, token }: Sold, style: NumberStyle | undefined): Factor | undefined {
  const first = line.numbers[0];
  const value = first?.from === 0 && first !== token && !first.value.percent ? readingsIn(first.text, style)[0] : undefined;
  const counts = value?.isInteger() && value.greaterThan(0) && value.lessThanOrEqualTo(MOST) && first?.value.decimals === 0;
  return first && value && counts && /\p{L}/u.test(line.words[first.to]?.text ?? '') ? { token: first, value, line } : undefined;
}
