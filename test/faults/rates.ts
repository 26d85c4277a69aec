import { upperBound } from '../eval/clopper-pearson.js';

/** So many of so many. */
export interface Rate {
  readonly of: number;
  readonly count: number;
}

export const rateOf = <T>(list: readonly T[], holds: (one: T) => boolean): Rate => ({ of: list.length, count: list.filter(holds).length });

/** '97.3%'; '-' of nothing. Never rounded up to 100 %. */
export function percent({ of, count }: Rate): string {
  if (of === 0) return '-';
  return `${count === of ? '100.0' : (Math.floor((count / of) * 1000) / 10).toFixed(1)}%`;
}

/** The one-sided lower 95 % bound of Clopper and Pearson. */
export const lowerBound = ({ of, count }: Rate): string => (of === 0 ? '-' : `${((1 - upperBound(of - count, of)) * 100).toFixed(1)}%`);
