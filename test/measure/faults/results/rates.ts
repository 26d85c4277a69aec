import { upperBound } from '../../eval/figures/clopper-pearson.js';

/** A count out of a total. */
export interface Rate {
  readonly of: number;
  readonly count: number;
}

export const rateOf = <T>(list: readonly T[], holds: (one: T) => boolean): Rate => ({ of: list.length, count: list.filter(holds).length });

/** '97.3%', or '-' when the total is 0. Never rounds up. */
export const percent = ({ of, count }: Rate): string => (of === 0 ? '-' : `${floored(count / of)}%`);

/** The one-sided lower 95 % bound of Clopper and Pearson. */
export const lowerBound = ({ of, count }: Rate): string => (of === 0 ? '-' : `${floored(1 - upperBound(of - count, of))}%`);

const floored = (share: number): string => (Math.floor(share * 1000 + 1e-9) / 10).toFixed(1);
