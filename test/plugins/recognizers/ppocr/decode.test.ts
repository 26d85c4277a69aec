import { expect, it } from 'vitest';
import { decode } from '../../../../plugins/recognizers/ppocr/decode.js';

const alphabet = ['', '1', '2', ' '];
/** An answer whose step n is that sure of that class, and of no other. */
const answer = (...steps: readonly (readonly [one: number, certainty: number])[]) => ({
  values: Float32Array.from(steps.flatMap(([one, certainty]) => alphabet.map((_, at) => (at === one ? certainty : 0)))),
  shape: [1, steps.length, alphabet.length],
});
const nothing = [0, 1] as const;

it('takes a class that goes on for one character, as sure as at its surest, in the middle of its steps', () => {
  expect(decode(answer(nothing, [1, 0.5], [1, 0.75], nothing), alphabet)).toEqual([{ text: '1', certainty: 0.75, at: 0.5 }]);
});

it('takes the same class after none for a second character', () => {
  expect(decode(answer([1, 1], nothing, [1, 1], [2, 1]), alphabet).map(({ text }) => text)).toEqual(['1', '1', '2']);
});

it('reads nothing from no steps', () => {
  expect(decode({ values: new Float32Array(0), shape: [1, 0, 4] }, alphabet)).toEqual([]);
});

it('refuses an alphabet of another network, with which every character would be another', () => {
  expect(() => decode(answer(nothing), ['', ...alphabet])).toThrow('The network knows 4 characters, its alphabet has 5');
});
