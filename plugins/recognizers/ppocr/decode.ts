import type { NetworkOutput } from './models.js';

/** A character as it was read. */
export interface Character {
  readonly text: string;
  /** 0..1 */
  readonly certainty: number;
  /** Where its middle is along the line, 0..1. */
  readonly at: number;
}

/** Steps of a line in which one class stayed the likeliest. */
interface Run {
  readonly best: number;
  readonly certainty: number;
  readonly first: number;
  readonly last: number;
}

/**
 * The characters of the likeliest path: the best class of each step, where one that goes on is one character and class 0 is none.
 * @throws RangeError where network and alphabet do not belong together: every character would be another.
 * Source: best path decoding of connectionist temporal classification, Graves et al. 2006, §3.2.
 */
export function decode({ values, shape }: NetworkOutput, alphabet: readonly string[]): readonly Character[] {
  const [, steps = 0, classes = 0] = shape;
  if (classes !== alphabet.length) throw new RangeError(`The network knows ${classes} characters, its alphabet has ${alphabet.length}`);
  return runsOf(values, steps, classes)
    .filter(({ best }) => best !== 0)
    .map(({ best, certainty, first, last }) => ({ text: alphabet[best] ?? '', certainty, at: (first + last + 1) / 2 / steps }));
}

function runsOf(values: Float32Array, steps: number, classes: number): readonly Run[] {
  const runs: Run[] = [];
  for (let step = 0; step < steps; step += 1) {
    const [best, certainty] = likeliest(values.subarray(step * classes, (step + 1) * classes));
    const before = runs.at(-1);
    if (before?.best === best) runs[runs.length - 1] = { ...before, certainty: Math.max(before.certainty, certainty), last: step };
    else runs.push({ best, certainty, first: step, last: step });
  }
  return runs;
}

function likeliest(sureness: Float32Array): readonly [best: number, certainty: number] {
  let best = 0;
  for (let one = 1; one < sureness.length; one += 1) if ((sureness[one] ?? 0) > (sureness[best] ?? 0)) best = one;
  return [best, sureness[best] ?? 0];
}
