import { type Document, memoizeByPair } from '../../../../../core/index.js';
import { indexPage, type PageIndex } from '../../../../../core/text.js';
import { type Anchor, alignRows } from './align-rows.js';
import type { CompactTable } from './answer.js';
import { readRow } from './read-row.js';

/** The printed row of each row of a table on a page; undefined for a row that the page does not show. */
export function anchorsOf(table: CompactTable, page: number, document: Document): readonly (Anchor | undefined)[] {
  const shown = document.pages.find(({ number }) => number === page);
  return shown ? anchorsOn(table, indexPage(shown)) : table.rows.map(() => undefined);
}

const anchorsOn = memoizeByPair(({ rows, columns }: CompactTable, page: PageIndex) =>
  alignRows(
    rows.map((row) => readRow(row, columns).values.map((value) => value ?? undefined)),
    page.rows,
  ),
);
