import type { PrintedRow, PrintedText } from '../../../fixtures/invoice/printed-text.js';
import type { Stated } from '../../../kit/truth-file.js';

/** A value with its page and row as a reader quotes them: the row is the line of type, or the whole text when it wraps. */
export type PrintedLeaf = NonNullable<Stated['printed']>;

/** The first place of every printed leaf; later pieces of one text in the rows below belong to it. */
export function printedLeaves(rows: readonly PrintedRow[]): ReadonlyMap<string, PrintedLeaf> {
  const found = new Map<string, PrintedLeaf>();
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
