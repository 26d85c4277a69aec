/** A run of text as printed; '\t' is a tab, '\n' a line break. */
export interface DocxText {
  readonly text: string;
  readonly hidden: boolean;
}

/** A tab stop, in points from the left margin. */
export interface TabStop {
  readonly at: number;
  /** True where the text after the tab ends at the stop. */
  readonly right: boolean;
}

export interface DocxParagraph {
  readonly kind: 'paragraph';
  /** 1..6 for a heading. */
  readonly heading?: number;
  readonly tabs: readonly TabStop[];
  readonly texts: readonly DocxText[];
}

export interface DocxCell {
  /** The number of columns of the table's grid. */
  readonly span: number;
  readonly blocks: readonly DocxBlock[];
}

export interface DocxTable {
  readonly kind: 'table';
  readonly rows: readonly (readonly DocxCell[])[];
}

/** A block of a document without its formatting: visible and hidden text in order. */
export type DocxBlock = DocxParagraph | DocxTable;

export const visibleText = (paragraph: DocxParagraph): string =>
  paragraph.texts
    .filter((text) => !text.hidden)
    .map((text) => text.text)
    .join('');
