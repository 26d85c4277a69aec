import { type DocxBlock, type DocxCell, type DocxTable, visibleText } from './walk.js';

/** The visible text as Markdown; the first row of a table becomes its header. Nothing is escaped: a page prints no `INV\-1`. */
export const markdownOf = (blocks: readonly DocxBlock[]): string =>
  withoutLayoutTables(blocks)
    .map((block) => (block.kind === 'table' ? tableIn(block) : paragraphIn(block)))
    .filter((text) => text !== '')
    .join('\n\n');

/** Markdown has no nested tables. Tables that hold tables, or a single cell, only lay out the page, so their content replaces them. */
const withoutLayoutTables = (blocks: readonly DocxBlock[]): readonly DocxBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'table' && isLayoutTable(block) ? block.rows.flat().flatMap((cell) => withoutLayoutTables(cell.blocks)) : [block],
  );

function isLayoutTable({ rows }: DocxTable): boolean {
  const cells = rows.flat();
  return (cells.length === 1 && cells[0]?.span === 1) || cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));
}

/** Two spaces break a line. */
function paragraphIn(paragraph: Exclude<DocxBlock, DocxTable>): string {
  const text = visibleText(paragraph).trim().split('\n').map(spaced).join('  \n').trimEnd();
  return paragraph.heading && text !== '' ? `${'#'.repeat(paragraph.heading)} ${text}` : text;
}

/** A table of GitHub's Markdown (GFM specification, §4.10): a header row, a row of dashes, and a line for each row. */
function tableIn({ rows }: DocxTable): string {
  const [header, ...others] = rows.filter((row) => row.length > 0).map((row) => row.flatMap(cellsIn));
  if (!header) return '';
  return [lineOf(header), `|${' --- |'.repeat(header.length)}`, ...others.map(lineOf)].join('\n');
}

/** The text of a cell, and empty cells for the further columns that it spans, so that all rows have the same columns. */
function cellsIn({ blocks, span }: DocxCell): readonly string[] {
  const text = blocks.map((block) => (block.kind === 'paragraph' ? visibleText(block) : '')).join(' ');
  return [spaced(text.replace(/\s+/g, ' ')).replaceAll('|', '\\|'), ...Array.from({ length: Math.max(span - 1, 0) }, () => '')];
}

const lineOf = (cells: readonly string[]): string => `|${cells.map((text) => ` ${text.padEnd(3)} |`).join('')}`;

/** One space for white space and control characters between words. */
const spaced = (text: string): string => text.replace(/[\0-\x20\x85\u2028]+/g, ' ').replace(/^ | $/g, '');
