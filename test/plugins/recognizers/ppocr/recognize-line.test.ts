import { expect, it } from 'vitest';
import { decode } from '../../../../plugins/recognizers/ppocr/recognize-line.js';

const alphabet = ['', '1', '2', ' '];
/** An output with one class and its certainty per step. */
const output = (...steps: readonly (readonly [one: number, certainty: number])[]) => ({
  values: Float32Array.from(steps.flatMap(([one, certainty]) => alphabet.map((_, at) => (at === one ? certainty : 0)))),
  shape: [1, steps.length, alphabet.length],
});
const nothing = [0, 1] as const;

it('a run of one class is one character with its highest certainty, in the centre of its steps', () => {
  expect(decode(output(nothing, [1, 0.5], [1, 0.75], nothing), alphabet)).toEqual([{ text: '1', certainty: 0.75, at: 0.5 }]);
});

it('the same class after class 0 is a second character', () => {
  expect(decode(output([1, 1], nothing, [1, 1], [2, 1]), alphabet).map(({ text }) => text)).toEqual(['1', '1', '2']);
});

it('no steps give no characters', () => {
  expect(decode({ values: new Float32Array(0), shape: [1, 0, 4] }, alphabet)).toEqual([]);
});

it('refuses the alphabet of another network', () => {
  expect(() => decode(output(nothing), ['', ...alphabet])).toThrow('The network knows 4 characters, its alphabet has 5');
});
