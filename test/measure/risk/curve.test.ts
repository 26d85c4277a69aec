import { expect, it } from 'vitest';
import { learningCurve } from './curve.js';
import type { SimulatedDocument } from './documents.js';

/** Twenty sources of five documents with ten values of one score each, of which those of a kind are wrong in some sources. */
const corpusOf = (field: string, isWrong: (source: number) => boolean) => {
  const sources = Array.from({ length: 20 }, (_, source) =>
    Array.from({ length: 5 }, (): SimulatedDocument => {
      const values = Array.from({ length: 10 }, (_, at) => ({
        field: at < 2 ? field : 'money',
        score: 0.99,
        right: at >= 2 || !isWrong(source),
      }));
      return { source: `source ${source}`, document: 'native', values };
    }),
  );
  return { documents: sources.flat(), sources, mistakes: [] };
};
const rowsOf = (corpus: Parameters<typeof learningCurve>[0]) => learningCurve(corpus, { mistakes: 0, risk: 0.005, rounds: 4 });

it('more is kept once verdicts on other sellers have said that a kind is wrong whatever its score', () => {
  const [first] = rowsOf(corpusOf('name', () => true));
  expect(first).toMatchObject({ reviewed: '50 documents of others', shipped: 0, learned: 1 });
});

it('more is kept once verdicts on a seller itself have said that its values of a kind are wrong', () => {
  const kept = rowsOf(corpusOf('name', (source) => source % 4 === 0)).slice(-4);
  expect(kept.map(({ reviewed }) => reviewed)).toEqual([0, 1, 2, 3].map((count) => `200 of others, ${count} of the seller`));
  const learned = kept.map((row) => row.learned);
  expect(learned.at(-1)).toBeGreaterThan((learned[0] ?? 1) + 0.05);
  expect(learned).toEqual(learned.toSorted((a, b) => a - b));
});

it('nothing is lost where nothing is wrong', () => {
  expect(rowsOf(corpusOf('name', () => false)).every(({ shipped, learned }) => shipped === 1 && learned === 1)).toBe(true);
});
