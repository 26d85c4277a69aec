/** How long a piece of work takes, in milliseconds. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Each kind of work in turn, round after round: A B A B; the times of each, without those of the first two rounds, which warm up. */
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
