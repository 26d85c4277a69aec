/** A value and its weight. */
export interface Weighted {
  readonly value: number;
  /** More than 0. */
  readonly weight: number;
}

/**
 * The nearest non-falling values by least squares: neighbours in the wrong order become their weighted mean. Source: pool adjacent
 * violators, Ayer et al., Annals of Mathematical Statistics 26 (1955).
 */
export function monotone(steps: readonly Weighted[]): readonly number[] {
  const blocks: (Weighted & { readonly length: number })[] = [];
  for (const step of steps) {
    let block = { ...step, length: 1 };
    for (let last = blocks.at(-1); last && last.value > block.value; last = blocks.at(-1)) {
      const weight = last.weight + block.weight;
      block = { value: (last.value * last.weight + block.value * block.weight) / weight, weight, length: last.length + block.length };
      blocks.pop();
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ value, length }) => new Array<number>(length).fill(value));
}
