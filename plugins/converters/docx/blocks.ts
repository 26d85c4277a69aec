/** A stretch of text as printed; '\t' is a tab, '\n' a line end. */
export interface Text {
  readonly text: string;
  readonly hidden: boolean;
}

/** Where a tab leads, in points from the left margin. */
export interface TabStop {
  readonly at: number;
  /** The text behind the tab ends there. */
  readonly right: boolean;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  /** 1..6 for a heading. */
  readonly heading?: number;
  readonly tabs: readonly TabStop[];
  readonly texts: readonly Text[];
}

export interface Cell {
  /** Columns of the table's grid. */
  readonly span: number;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly kind: 'table';
  readonly rows: readonly (readonly Cell[])[];
}

/** A document without its formats: what is printed, in order, and what is hidden among it. */
export type Block = Paragraph | Table;

export const visibleText = (paragraph: Paragraph): string =>
  paragraph.texts
    .filter((text) => !text.hidden)
    .map((text) => text.text)
    .join('');
