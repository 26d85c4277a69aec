import type { PrintedRow, PrintedText } from '../../../fixtures/invoice/printed-text.js';
import type { Stated } from '../../eval/corpus/truth-file.js';

/** What a reader would hand in as value, page and quote: the row is the whole line of type, or the whole text where it wraps over several. */
export type Printed = NonNullable<Stated['printed']>;

/** For every leaf that some printed text states, its first place; pieces of one text in the rows below it belong to it. */
export function printedLeaves(rows: readonly PrintedRow[]): ReadonlyMap<string, Printed> {
  const found = new Map<string, Printed>();
  for (const { leaf, text, row } of rows.flatMap(statements)) {
    const before = found.get(leaf);
    const whole = before && `${before.text} ${text}`;
    found.set(
      leaf,
      whole === undefined ? { text, page: row.page, row: line(row) } : { text: whole, page: before?.page ?? row.page, row: whole },
    );
  }
  return found;
}

const statements = (row: PrintedRow) =>
  row.texts.flatMap((printed) => Object.entries(printed.states ?? {}).map(([leaf, text]) => ({ leaf, text, row })));

const line = ({ texts }: PrintedRow): string =>
  texts
    .map(({ text }: PrintedText) => text.trim())
    .filter((text) => text !== '')
    .join(' ');
