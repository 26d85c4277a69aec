import { expect, it } from 'vitest';
import { leastLikely } from '../../../../core/index.js';
import { stepsOf } from '../../../../plugins/recognizers/ppocr/steps.js';

const alphabet = ['', '1', '2', '3', '4', '5', '6', '1', ' '];
/** An output with these certainties of the classes at each step. */
const output = (...steps: readonly (readonly number[])[]) => ({
  values: Float32Array.from(steps.flatMap((certainties) => alphabet.map((_, at) => certainties[at] ?? 0))),
  shape: [1, steps.length, alphabet.length],
});

it('each step lists its characters with the logarithms of their probabilities, in tenths', () => {
  expect(stepsOf(output([0.5, 0.5], [1]), alphabet, [])).toEqual([{ likely: { '': -0.7, '1': -0.7 } }, { likely: { '': 0 } }]);
});

it('two classes of one character are one, and a space is no character', () => {
  expect(stepsOf(output([0.25, 0.25, 0, 0, 0, 0, 0, 0.25, 0.25]), alphabet, [])).toEqual([{ likely: { '': -0.7, '1': -0.7 } }]);
});

it('leaves out what is less likely than the least, and what is no longer among the six likeliest', () => {
  expect(Object.keys(stepsOf(output([0, 1, Math.exp(leastLikely - 1)]), alphabet, [])[0]?.likely ?? {})).toEqual(['1']);
  expect(Object.keys(stepsOf(output([0.3, 0.2, 0.1, 0.1, 0.1, 0.1, 0.05]), alphabet, [])[0]?.likely ?? {})).toHaveLength(6);
});

it('marks the steps at which words begin', () => {
  expect(stepsOf(output([1], [0, 1], [1], [0, 1]), alphabet, [0.25, 0.75]).map(({ gap }) => gap)).toEqual([
    undefined,
    true,
    undefined,
    true,
  ]);
});
