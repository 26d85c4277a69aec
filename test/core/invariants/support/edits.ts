import fc from 'fast-check';
import type { Cell, CellConfidence } from '../../../../core/index.js';

/** One thing that a reader does to a cell; `at` says which cell, `by` which of the ways. Both wrap around. */
export interface CellEdit {
  readonly kind: keyof typeof edits;
  readonly at: number;
  readonly by: number;
}

/** What a reader may confuse the document with. */
export interface EditSource {
  /** The right reading of another document. */
  readonly stranger: readonly Cell[];
}

/** Text that no page shows; the documents of a scenario may hide it. */
export const secret = { name: 'Zyzzyva Trading Ltd', amount: '91,919.19', line: 'Zyzzyva Trading Ltd 91,919.19' } as const;

const confidences = ['certain', 'likely', 'unsure', 'guess'] as const satisfies readonly CellConfidence[];
const odd = [
  '',
  ' ',
  '-',
  'n/a',
  'NaN',
  '1e5',
  '1.234',
  '03/04/2025',
  '31/02/2025',
  '0',
  '-0',
  '(1,00)',
  '12 %',
  '1/2',
  '٣',
  '€',
  '19',
  'total',
];

type EditWay = (cell: Cell, by: number, given: EditSource & { readonly cells: readonly Cell[] }) => readonly Cell[];
const inRow = (path: string, change: (row: number) => number): string =>
  path.replace(/\[(\d+)\]/, (_, row: string) => `[${change(Number(row))}]`);

/** Every way in which a cell goes wrong: the cells that stand in its place. */
const edits = {
  'left out': () => [],
  'said to be absent': (cell) => [{ ...cell, value: null, quote: null, page: null }],
  'without quote': (cell) => [{ ...cell, quote: null }],
  'quoted by itself': (cell) => [{ ...cell, quote: cell.value }],
  'without page': (cell) => [{ ...cell, page: null }],
  'on another page': (cell, by) => [{ ...cell, page: (by % 5) - 1 }],
  'in other words': (cell, by) => [{ ...cell, confidence: pick(confidences, by) }],
  'taken from elsewhere': (cell, by, { cells }) => [{ ...pick(cells, by), path: cell.path }],
  'value from elsewhere': (cell, by, { cells }) => [{ ...cell, value: pick(cells, by).value }],
  'quote from elsewhere': (cell, by, { cells }) => [{ ...cell, quote: pick(cells, by).quote }],
  'of another document': (cell, by, { stranger }) => [{ ...pick(stranger, by), path: cell.path }],
  'odd value': (cell, by) => [{ ...cell, value: pick(odd, by) }],
  'odd value and quote': (cell, by) => [{ ...cell, value: pick(odd, by), quote: pick(odd, by) }],
  hidden: (cell, by) => [{ ...cell, value: by % 2 === 0 ? secret.amount : secret.name, quote: secret.line, page: 1 }],
  'given twice': (cell, by, { cells }) => [cell, { ...pick(cells, by), path: cell.path }],
  'given twice, less surely': (cell, by) => [
    { ...cell, confidence: pick(confidences, by) },
    { ...cell, quote: null },
  ],
  'in another row': (cell, by) => [{ ...cell, path: inRow(cell.path, (row) => row + (by % 4)) }],
  'in a row of its own': (cell, by) => [{ ...cell, path: inRow(cell.path, () => 400 + by) }],
  'in a row more': (cell, by) => [cell, { ...cell, path: inRow(cell.path, () => 400 + by) }],
  'under no field': (cell, by) => [{ ...cell, path: pick(['$.nothing', '$.line_items[].amount', '$', ''], by) }],
} as const satisfies Readonly<Record<string, EditWay>>;

export const edit: fc.Arbitrary<CellEdit> = fc.record({
  kind: fc.constantFrom(...(Object.keys(edits) as (keyof typeof edits)[])),
  at: fc.nat(99),
  by: fc.nat(99),
});

/** The reading after what was done to it, one thing after the other. */
export const edited = (cells: readonly Cell[], given: readonly CellEdit[], surroundings: EditSource): readonly Cell[] =>
  given.reduce<readonly Cell[]>((before, { kind, at, by }) => {
    const place = at % Math.max(1, before.length);
    const way: EditWay = edits[kind];
    return before.flatMap((cell, index) => (index === place ? way(cell, by, { ...surroundings, cells: before }) : [cell]));
  }, cells);

function pick<T>(list: readonly T[], at: number): T {
  const item = list[at % list.length];
  if (item === undefined) throw new RangeError('nothing to choose from');
  return item;
}
