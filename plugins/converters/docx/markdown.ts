import mammoth from 'mammoth';
import TurndownService from 'turndown';
import { type DocxBlock, type DocxCell, type DocxTable, visibleText } from './walk.js';

/**
 * The visible text as Markdown; the first row of a table becomes its header. mammoth gets a new document written from the blocks, which leaves
 * out hidden text, pictures and link targets, and has as plain text what mammoth ignores: headers, fields, text boxes and list numbers.
 */
export async function markdownOf(blocks: readonly DocxBlock[]): Promise<string> {
  const shown = withoutLayoutTables(blocks).filter((block) => block.kind === 'table' || visibleText(block).trim() !== '');
  const file = packageOf(`<w:document xmlns:w="${namespace}"><w:body>${shown.map(write).join('')}</w:body></w:document>`);
  // mammoth also accepts an opened package in place of a file, though its types do not say so; this avoids zipping.
  const { value: html } = await mammoth.convertToHtml({ file } as unknown as Parameters<typeof mammoth.convertToHtml>[0]);
  return turndown.turndown(html);
}

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const turndown = new TurndownService({ headingStyle: 'atx' });
// Escapes would make the text differ from the page, where `INV\-1` is not printed.
turndown.escape = (text) => text;
turndown.use(tables);

/**
 * Adds tables in GitHub's Markdown to turndown (GFM specification, §4.10): a header row, a row of dashes, and a line for each row.
 * turndown's own plugin queries all rows of a table for each cell, which took 42 s for 1,152 rows.
 */
function tables(turndown: TurndownService): void {
  turndown.addRule('cell', { filter: ['th', 'td'], replacement: (content) => ` ${escapedCell(content.trim()).padEnd(3)} |` });
  turndown.addRule('row', { filter: 'tr', replacement: (content, row) => `\n|${content}${isHeader(row) ? dashes(row) : ''}` });
  turndown.addRule('rows', { filter: ['thead', 'tbody'], replacement: (content) => content });
  turndown.addRule('table', { filter: 'table', replacement: (content) => `\n\n${content.trim()}\n\n` });
}

const escapedCell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', '<br>');

const isHeader = (row: TurndownService.Node): boolean => row.parentNode?.nodeName === 'THEAD';

const dashes = (row: TurndownService.Node): string => `\n|${' --- |'.repeat(row.childNodes.length)}`;

/** Markdown has no nested tables. Tables that hold tables, or a single cell, only lay out the page, so their content replaces them. */
const withoutLayoutTables = (blocks: readonly DocxBlock[]): readonly DocxBlock[] =>
  blocks.flatMap((block) =>
    block.kind === 'table' && isLayoutTable(block) ? block.rows.flat().flatMap((cell) => withoutLayoutTables(cell.blocks)) : [block],
  );

function isLayoutTable({ rows }: DocxTable): boolean {
  const cells = rows.flat();
  return (cells.length === 1 && cells[0]?.span === 1) || cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));
}

function write(block: DocxBlock): string {
  if (block.kind === 'table') return `<w:tbl>${block.rows.map(writeRow).join('')}</w:tbl>`;
  const style = block.heading ? `<w:pPr><w:pStyle w:val="Heading${block.heading}"/></w:pPr>` : '';
  return `<w:p>${style}${visibleText(block).trim().split('\n').map(run).join('<w:r><w:br/></w:r>')}</w:p>`;
}

/** Writes one paragraph per cell, and empty cells for spanned columns, so that all rows have the same columns. */
const writeRow = (row: readonly DocxCell[], index: number): string =>
  `<w:tr>${index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${row.map(writeCell).join('')}</w:tr>`;

function writeCell({ blocks, span }: DocxCell): string {
  const text = blocks.map((block) => (block.kind === 'paragraph' ? visibleText(block) : '')).join(' ');
  const empty = '<w:tc><w:p/></w:tc>'.repeat(Math.max(span - 1, 0));
  return `<w:tc><w:p>${run(text.replace(/\s+/g, ' ').trim())}</w:p></w:tc>${empty}`;
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text.replaceAll('\t', ' '))}</w:t></w:r>`;

/** XML cannot contain control characters, so they become spaces. */
const escaped = (text: string): string =>
  [...text].map((character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[character] ?? (character < ' ' ? ' ' : character)).join('');

/** The parts of a package that mammoth reads. */
function packageOf(document: string) {
  const styles = [1, 2, 3, 4, 5, 6].map(
    (level) => `<w:style w:type="paragraph" w:styleId="Heading${level}"><w:name w:val="heading ${level}"/></w:style>`,
  );
  const parts: Readonly<Record<string, string>> = {
    'word/document.xml': document,
    'word/styles.xml': `<w:styles xmlns:w="${namespace}">${styles.join('')}</w:styles>`,
  };
  return {
    exists: (name: string): boolean => name in parts,
    read: async (name: string): Promise<string> => parts[name] ?? '',
  };
}
