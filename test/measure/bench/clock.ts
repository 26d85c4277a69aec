/** Milliseconds that a piece of work takes. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Times each kind of work in alternation (A B A B), without the first two rounds, which warm up. */
export async function interleaved<K extends string>(
  rounds: number,
  works: Readonly<Record<K, () => Promise<unknown>>>,
): Promise<Readonly<Record<K, readonly number[]>>> {
  const names = Object.keys(works) as K[];
  const times = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<K, number[]>;
  for (let round = -2; round < rounds; round += 1)
    for (const name of names) {
      const ms = await timed(works[name]);
      if (round >= 0) times[name].push(ms);
    }
  return times;
}

/** The quantile at `share`, 0..1. For an empty list it is NaN, which meets no aim. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
