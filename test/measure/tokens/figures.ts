import type { Cell, Field } from '../../../core/index.js';
import { rowOf } from '../../../core/schema/path.js';
import { textTable } from '../eval/figures/text-table.js';
import { tokensOf } from './count.js';
import { encode } from './encode.js';
import { plainOf } from './plain.js';

/** The output tokens of the same values in three forms. */
export interface TokenCount {
  readonly id: string;
  readonly plain: number;
  /** One object a cell, as models were asked before. */
  readonly cells: number;
  readonly answer: number;
}

/** The counts of one reading: of all of it, of its single fields and of its tables. Undefined for a part that it does not have. */
export interface ReadingCounts {
  readonly whole: TokenCount;
  readonly header: TokenCount | undefined;
  readonly tables: TokenCount | undefined;
  /** Rows of its longest table. */
  readonly rows: number;
}

export function countReading(id: string, cells: readonly Cell[], fields: readonly Field[]): ReadingCounts {
  const [header, tables] = [cells.filter(({ path }) => !rowOf(path)), cells.filter(({ path }) => rowOf(path))];
  const count = (part: readonly Cell[]): TokenCount => ({
    id,
    plain: tokensOf(plainOf(part, fields)),
    cells: tokensOf({ cells: part }),
    answer: tokensOf(encode(part)),
  });
  return {
    whole: count(cells),
    header: header.length > 0 ? count(header) : undefined,
    tables: tables.length > 0 ? count(tables) : undefined,
    rows: Math.max(0, ...tables.map(({ path }) => (rowOf(path)?.index ?? -1) + 1)),
  };
}

/** A table with more rows is a long one. */
const longTable = 20;

export function report(readings: readonly ReadingCounts[]): string {
  const part = (counts: readonly (TokenCount | undefined)[]) => counts.filter((count) => count !== undefined);
  const lines = textTable([
    ['output tokens (o200k)', 'readings', 'plain JSON', 'one object a cell', 'as asked now', 'median', 'worst', ''],
    line(
      'overall',
      readings.map(({ whole }) => whole),
    ),
    line('single fields', part(readings.map(({ header }) => header))),
    line('tables', part(readings.map(({ tables }) => tables))),
    line(`tables of more than ${longTable} rows`, part(readings.map(({ rows, tables }) => (rows > longTable ? tables : undefined)))),
  ]);
  const [overall, long] = [
    ratioOf(readings.map(({ whole }) => whole)),
    ratioOf(part(readings.map(({ rows, tables }) => (rows > longTable ? tables : undefined)))),
  ];
  return [...lines, '', `overall ${times(overall)}, tables of more than ${longTable} rows ${times(long)}, against plain JSON`].join('\n');
}

function line(name: string, counts: readonly TokenCount[]): readonly string[] {
  const sorted = counts.toSorted((a, b) => a.answer / a.plain - b.answer / b.plain);
  const [median, worst] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  const plain = sum(counts.map((count) => count.plain));
  const cells = sum(counts.map((count) => count.cells));
  return [
    name,
    String(counts.length),
    String(plain),
    `${cells} = ${times(cells / plain)}`,
    `${sum(counts.map((count) => count.answer))} = ${times(ratioOf(counts))}`,
    times(ratioOf(median ? [median] : [])),
    times(ratioOf(worst ? [worst] : [])),
    worst?.id ?? '',
  ];
}

const ratioOf = (counts: readonly TokenCount[]): number => sum(counts.map(({ answer }) => answer)) / sum(counts.map(({ plain }) => plain));
const times = (ratio: number): string => (Number.isFinite(ratio) ? `${ratio.toFixed(2)} x` : '-');
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
