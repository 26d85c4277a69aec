import { type DocxBlock, type DocxCell, type DocxParagraph, type DocxTable, visibleText } from './blocks.js';

/**
 * The visible text as Markdown, with tables as of GitHub (GFM specification, §4.10), whose first row becomes their header. Nothing is escaped
 * but what would end a cell: escapes would make the text differ from the page, where `INV\-1` is not printed.
 */
export const markdownOf = (blocks: readonly DocxBlock[]): string =>
  withoutLayoutTables(blocks)
    .map((block) => (block.kind === 'table' ? tableOf(block) : textOf(block)))
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

/** Two spaces at the end of a line are a line break. */
function textOf(paragraph: DocxParagraph): string {
  const lines = visibleText(paragraph).trim().split('\n').map(oneLine).join('  \n');
  return lines && `${'#'.repeat(paragraph.heading ?? 0)}${paragraph.heading ? ' ' : ''}${lines}`;
}

/** A no-break space stays: it stands within a word or a number. */
const oneLine = (text: string): string => text.replace(/[\0-\u0020]+/g, ' ').replace(/^ | $/g, '');

function tableOf({ rows }: DocxTable): string {
  const [header, ...others] = rows.filter((row) => row.length > 0).map((row) => row.flatMap(cellTexts));
  return header ? [rowOf(header), `|${' --- |'.repeat(header.length)}`, ...others.map(rowOf)].join('\n') : '';
}

const rowOf = (cells: readonly string[]): string => `|${cells.map((cell) => ` ${cell.padEnd(3)} |`).join('')}`;

/** The text of a cell, and empty ones for the other columns that it spans, so that all rows have the same columns. */
function cellTexts({ blocks, span }: DocxCell): readonly string[] {
  const text = blocks.map((block) => (block.kind === 'paragraph' ? visibleText(block) : '')).join(' ');
  return [oneLine(text.replace(/\s+/g, ' ').trim()).replaceAll('|', '\\|'), ...Array.from({ length: Math.max(span - 1, 0) }, () => '')];
}
