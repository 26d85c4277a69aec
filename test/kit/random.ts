import { createHash } from 'node:crypto';

/** Random choices that depend only on seed and names, not on what was drawn elsewhere. */
export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** One of the list; undefined when it is empty. */
  pick<T>(list: readonly T[]): T | undefined;
  /** The list in another order. */
  shuffled<T>(list: readonly T[]): readonly T[];
}

/** Source: mulberry32 by Tommy Ettinger, public domain, seeded with the SHA-256 of seed and names. */
export function randomOf(seed: number, ...names: readonly (string | number)[]): Random {
  let state = createHash('sha256')
    .update(JSON.stringify([seed, ...names]))
    .digest()
    .readUInt32LE(0);
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const keyed = <T>(list: readonly T[]) => list.map((item) => ({ item, key: next() }));
  return {
    below,
    pick: (list) => list[below(list.length)],
    shuffled: (list) =>
      keyed(list)
        .sort((a, b) => a.key - b.key)
        .map(({ item }) => item),
  };
}
