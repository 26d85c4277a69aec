import mammoth from 'mammoth';
import TurndownService from 'turndown';
import { type Block, type Cell, type Table, visibleText } from './blocks.js';
import { tables } from './tables.js';

/**
 * The printed text as Markdown, tables as tables with their first row as header. mammoth is given a document made anew from the blocks: what is
 * hidden, linked or pictured is not in it, and what mammoth passes over (headers, fields, text boxes, numbers of lists) stands there as text.
 */
export async function markdownOf(blocks: readonly Block[]): Promise<string> {
  const file = packageOf(`<w:document xmlns:w="${namespace}"><w:body>${unwrapped(blocks).map(write).join('')}</w:body></w:document>`);
  // mammoth takes an opened package in place of a file, so nothing needs to be zipped; its types do not say so.
  const { value: html } = await mammoth.convertToHtml({ file } as unknown as Parameters<typeof mammoth.convertToHtml>[0]);
  return turndown.turndown(html);
}

const namespace = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

const turndown = new TurndownService({ headingStyle: 'atx' });
// Escapes would part the text from the page: `INV\-1` is printed nowhere.
turndown.escape = (text) => text;
turndown.use(tables);

/** Markdown has no tables in tables: those that hold others, or a single cell, only lay out the page, and give way to what they hold. */
const unwrapped = (blocks: readonly Block[]): readonly Block[] =>
  blocks.flatMap((block) =>
    block.kind === 'table' && isLayout(block) ? block.rows.flat().flatMap((cell) => unwrapped(cell.blocks)) : [block],
  );

function isLayout({ rows }: Table): boolean {
  const cells = rows.flat();
  return (cells.length === 1 && cells[0]?.span === 1) || cells.some(({ blocks }) => blocks.some(({ kind }) => kind === 'table'));
}

function write(block: Block): string {
  if (block.kind === 'table') return `<w:tbl>${block.rows.map(writeRow).join('')}</w:tbl>`;
  const style = block.heading ? `<w:pPr><w:pStyle w:val="Heading${block.heading}"/></w:pPr>` : '';
  return `<w:p>${style}${visibleText(block).trim().split('\n').map(run).join('<w:r><w:br/></w:r>')}</w:p>`;
}

/** Every cell has one column and one paragraph: so each row has the columns of all the others. */
const writeRow = (row: readonly Cell[], index: number): string =>
  `<w:tr>${index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${row.map(writeCell).join('')}</w:tr>`;

function writeCell({ blocks, span }: Cell): string {
  const text = blocks.map((block) => (block.kind === 'paragraph' ? visibleText(block) : '')).join(' ');
  const empty = '<w:tc><w:p/></w:tc>'.repeat(Math.max(span - 1, 0));
  return `<w:tc><w:p>${run(text.replace(/\s+/g, ' ').trim())}</w:p></w:tc>${empty}`;
}

const run = (text: string): string => `<w:r><w:t xml:space="preserve">${escaped(text.replaceAll('\t', ' '))}</w:t></w:r>`;

/** Control characters cannot stand in XML; a parser that let them pass would be wrong. */
const escaped = (text: string): string =>
  [...text].map((sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? (sign < ' ' ? ' ' : sign)).join('');

/** As much of a package as mammoth asks for. */
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
