import { expect, it } from 'vitest';
import { documentOf, money, run, text } from '../../../builders.js';

const table = `Article          Rack        Stock      Value
Copper pipe      R-101          14      112.00
Ball valve       R-140           9       61.20
Stop tap         R-220          31      204.60`;
const rows = [
  { article: 'Copper pipe', rack: 'R-101', stock: 14, value: 112 },
  { article: 'Ball valve', rack: 'R-140', stock: 9, value: 61.2 },
  { article: 'Stop tap', rack: 'R-220', stock: 31, value: 204.6 },
];

/** What is said of the nulls of a field that a person gives no value of. */
async function saidOf(
  field: string,
  type: object,
  page = table,
  given: readonly Readonly<Record<string, unknown>>[] = rows,
): Promise<readonly string[]> {
  const { draft } = await run({
    document: documentOf(page),
    fields: {
      rows: {
        type: 'array',
        items: { type: 'object', properties: { article: text, rack: text, stock: money, value: money, [field]: type } },
      },
    },
    given: { data: { rows: given.map((row) => ({ ...row, [field]: null })) as never } },
  });
  return (draft?.fields ?? [])
    .flatMap(({ path, caps }) => (path.endsWith(`.${field}`) ? caps.filter(({ name }) => name === 'absence.unclaimed') : []))
    .map(({ reason }) => reason);
}

it('a field that is null in all rows is held where a column that it could ask for has no other value of them', async () => {
  const why = (printed: string) =>
    Array(3).fill(`Not present: but "${printed}" stands in a column of its table that no value of the answer has`);
  expect(await saidOf('stock', money)).toEqual(why('14'));
  expect(await saidOf('rack', text)).toEqual(why('R-101'));
});

it('but not where all columns have values, where what is left is of another kind, or where few rows have it', async () => {
  expect(await saidOf('reserved', money)).toEqual([]);
  const marked = table.replaceAll(/R-(\d+) /g, 'R-$1*');
  expect(await saidOf('reserved', money, marked)).toEqual([]);
  expect(await saidOf('reserved', money, table.replace('112.00', '112.00      7'))).toEqual([]);
});
