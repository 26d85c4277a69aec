import { expect, it } from 'vitest';
import { documentOf, money, refutedOrProven, run, text } from '../../../builders.js';

/** Of each row why its yes or no is refuted, or else what proves it. */
async function marksOf(
  page: string,
  rows: readonly (readonly [article: string, stock: number, isLow: boolean])[],
): Promise<readonly string[]> {
  const properties = { article: text, stock: money, is_low: { type: 'boolean' } };
  const outcome = await run({
    document: documentOf(page),
    fields: { items: { type: 'array', items: { type: 'object', properties } } },
    given: { data: { items: rows.map(([article, stock, is_low]) => ({ article, stock, is_low })) } },
  });
  return refutedOrProven(outcome, '.is_low');
}

const kinds = ['Copper pipe', 'Elbow', 'Tee piece', 'Ball valve', 'Stop tap', 'Mixer', 'Drain pipe', 'Branch'];
const goods = ['brass', 'steel', 'nylon'].flatMap((material) => kinds.map((kind) => `${kind} ${material}`));
const low = new Set([1, 3, 7, 8, 15, 20]);

/** A list of the goods, with a mark in the rows of those that are low, or in others. */
const listOf = (mark: (row: number) => string, header = 'Low'): string =>
  [
    `Article              Stock   ${header}`,
    ...goods.map((article, row) => `${article.padEnd(20)} ${`${row + 11}.00`}   ${mark(row)}`),
  ].join('\n');

const rowsOf = (isLow: (row: number) => boolean) => goods.map((article, row) => [article, row + 11, isLow(row)] as const);

it('a mark in the rows with a yes and in no others proves them all', async () => {
  expect(
    await marksOf(
      listOf((row) => (low.has(row) ? '*' : '')),
      rowsOf((row) => low.has(row)),
    ),
  ).toEqual(goods.map(() => 'evidence.inferred'));
});

it('and refutes the one row that differs', async () => {
  const found = await marksOf(
    listOf((row) => (low.has(row) ? '*' : '')),
    rowsOf((row) => low.has(row) !== (row === 5)),
  );
  expect(found[5]).toContain('lacks the mark "*"');
  expect(found.filter((_, row) => row !== 5)).toEqual(goods.slice(1).map(() => 'evidence.inferred'));
});

it('but proves nothing in the rows with a no, nor where as good a mark is likely by chance', async () => {
  const isLow = (row: number): boolean => low.has(row);
  expect(
    await marksOf(
      listOf((row) => (isLow(row) ? '' : '*')),
      rowsOf(isLow),
    ),
  ).not.toContain('evidence.inferred');
  expect(
    await marksOf(
      listOf((row) => (row === 1 ? '*' : '')),
      rowsOf((row) => row === 1),
    ),
  ).not.toContain('evidence.inferred');
});

it('also where it clings to a value, or means yes in other words', async () => {
  const isLow = (row: number): boolean => low.has(row);
  const starred = listOf(() => '')
    .split('\n')
    .map((line, at) => (isLow(at - 1) ? line.trimEnd().replace(/\.00$/, '.00*') : line))
    .join('\n');
  expect(await marksOf(starred, rowsOf(isLow))).toEqual(goods.map(() => 'evidence.inferred'));
  const words = listOf((row) => (row === 1 ? 'Y' : isLow(row) ? 'Yes,' : 'No'));
  expect(await marksOf(words, rowsOf(isLow))).toEqual(goods.map(() => 'evidence.inferred'));
});

it('a word that says yes needs fewer rows', async () => {
  const isLow = (row: number): boolean => row === 1;
  expect(
    await marksOf(
      listOf((row) => (isLow(row) ? 'Yes' : 'No')),
      rowsOf(isLow),
    ),
  ).toEqual(goods.map(() => 'evidence.inferred'));
  expect(
    await marksOf(
      listOf((row) => (isLow(row) ? 'No' : 'Yes')),
      rowsOf(isLow),
    ),
  ).not.toContain('evidence.inferred');
});
