import { randomOf } from '../../kit/random.js';

/** Pseudo-random choices that depend only on seed and number. */
export interface SeededRandom {
  /** A whole number, both bounds included. */
  int(from: number, to: number): number;
  /** @throws Error when there is nothing to choose from. */
  pick<T>(list: readonly T[]): T;
  /** True with this probability, 0 to 1. */
  chance(share: number): boolean;
  digits(count: number): string;
}

export function seeded(seed: number, number: number): SeededRandom {
  const { below } = randomOf(seed, 'document', number);
  const pick = <T>(list: readonly T[]): T => {
    const item = list[below(list.length)];
    if (item === undefined) throw new Error('There is nothing to choose from');
    return item;
  };
  return {
    int: (from, to) => from + below(to - from + 1),
    pick,
    chance: (share) => below(1000) < share * 1000,
    digits: (count) => Array.from({ length: count }, () => below(10)).join(''),
  };
}

/** The item at this position; starts again at the end of the list. @throws Error when the list is empty. */
export function itemInTurn<T>(list: readonly T[], number: number): T {
  const item = list[number % list.length];
  if (item === undefined) throw new Error('The list is empty');
  return item;
}
