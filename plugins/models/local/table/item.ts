import type { CellConfidence, Decimal } from '../../../../core/index.js';
import { type ColumnConcept, type PageLine } from '../../../../core/text.js';
import type { BodyRow } from './body.js';
import type { TableColumn } from './header.js';

/** What a table row prints in one column. */
export interface ItemCell {
  readonly value: string;
  readonly number: Decimal | undefined;
  readonly line: PageLine;
  readonly quote: string;
  /** Set where the cell is less sure than its row. */
  readonly confidence?: CellConfidence;
}

/** One thing sold: the row with its amount and the rows of its description. */
export interface TableItem {
  /** Cells by the concept of their column. */
  readonly cells: Readonly<Partial<Record<ColumnConcept, ItemCell>>>;
  readonly amount: Decimal;
  readonly line: PageLine;
  /** Cells by the index of their column, whatever it means. */
  readonly columns: readonly (ItemCell | undefined)[];
}

/** The part of a table on one page. */
export interface ItemPage {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly BodyRow[];
}
