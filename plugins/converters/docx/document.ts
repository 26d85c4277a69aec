import mammoth from 'mammoth';
import type { PDFDocument, PDFImage } from 'pdf-lib';
import TurndownService from 'turndown';
import type { DocumentContent, Page, TextLayer, Word } from '../../../core/index.js';
import { isPicture, type LinkedPart, mainPart, type PackageParts, unpack } from '../../ooxml/package.js';
import { struckTraces } from '../../ooxml/text.js';
import { child, childrenOf, type OfficeElement, toggle, value, within } from '../../ooxml/xml.js';
import { type ParserTask, pagesOf, RefusalError } from '../../sandbox/protocol.js';
import { withCovered } from './covered.js';
import { paperOf } from './covers.js';
import { layOut } from './layout.js';
import { numberingOf } from './numbering.js';
import { docxTheme, stylesOf } from './styles.js';
import { blocksOf, type DocxBlock, type DocxCell, type DocxTable, visibleText, type WalkContext } from './walk.js';

/** Reads a whole DOCX as one long page. Where that has hardly any words, its pictures follow as pages. @throws RefusalError with the reason. */
export async function readDocument({ bytes, limits }: ParserTask): Promise<DocumentContent> {
  const parts = await unpack(bytes, limits);
  const part = mainPart(parts, limits, 'word/document.xml');
  const body = child(part.root, 'w:body');
  if (!body) throw new RefusalError('unreadable');
  const struck: string[] = [];
  const blocks = assemble(part, body, (text) => void struck.push(text));
  const { words, ...layout } = layOut(blocks);
  const characters = words.reduce((sum, word) => sum + word.text.length + 1, 0);
  const pictures = await picturesOf(parts, words.length);
  const pictured = pictures?.pages ?? [];
  const chargedPages = Math.max(1, (words.length > 0 ? pagesOf(characters) : 0) + pictured.length);
  if (chargedPages > (limits['maxPages'] ?? 0)) throw new RefusalError('pages', chargedPages);
  return {
    pages:
      words.length === 0 && pictures
        ? pictures.pages
        : [{ number: 1, ...layout, textLayer: layerOf(words), words, ...struckTraces(struck) }, ...pictured],
    ...(pictures && { pictures: pictures.pdf }),
    attachments: [],
    markdown: await markdownOf(blocks),
    chargedPages,
  };
}

const layerOf = (words: readonly Word[]): TextLayer => (words.length > 0 ? 'native' : 'none');

function assemble(part: LinkedPart, body: OfficeElement, onStruck: WalkContext['onStruck']): readonly DocxBlock[] {
  const notes = { footnotes: new Set<string>(), endnotes: new Set<string>() };
  const context: WalkContext = {
    styles: stylesOf(part.byType('styles'), docxTheme(part.byType('theme'), part.byType('settings'))),
    numbering: numberingOf(part.byType('numbering')),
    paper: paperOf(body),
    onNote: (kind, id) => void notes[kind].add(id),
    onStruck,
  };
  const read = (container: OfficeElement | undefined): readonly DocxBlock[] => withCovered(blocksOf(container, context), context.paper);
  return [
    ...margins(part, body, 'header').flatMap(read),
    ...read(body),
    ...(['footnotes', 'endnotes'] as const).flatMap((kind) => notesOf(part, kind, notes[kind]).flatMap(read)),
    ...margins(part, body, 'footer').flatMap(read),
  ];
}

const notesOf = (part: LinkedPart, kind: 'footnotes' | 'endnotes', ids: ReadonlySet<string>): readonly OfficeElement[] =>
  ids.size === 0
    ? []
    : childrenOf(part.byType(kind), kind === 'footnotes' ? 'w:footnote' : 'w:endnote').filter((note) => ids.has(value(note, 'w:id') ?? ''));

/** The headers or footers that are printed: those for first and even pages only where the document uses them. */
function margins(part: LinkedPart, body: OfficeElement, kind: 'header' | 'footer'): readonly OfficeElement[] {
  const even = toggle(child(part.byType('settings'), 'w:evenAndOddHeaders')) === true;
  const ids = [...within(body, 'w:sectPr')].flatMap((section) => {
    const first = toggle(child(section, 'w:titlePg')) === true;
    const printed = (type: string | undefined): boolean => (type === 'first' ? first : type === 'even' ? even : true);
    return childrenOf(section, `w:${kind}Reference`)
      .filter((reference) => printed(value(reference, 'w:type')))
      .map((reference) => value(reference, 'r:id'));
  });
  return [...new Set(ids)].flatMap((id) => part.byId(id) ?? []);
}

/** A document with fewer words may be a scan that was pasted into a word processor. */
const minWords = 25;
/** In dots. Smaller pictures are logos and signatures; larger ones are too expensive to unpack. */
const minSize = { width: 300, height: 200 };
const maxDots = 40_000_000;
const maxPictures = 20;
/** Draws pictures at the size of a scan with 150 dpi. */
const pointsPerDot = 72 / 150;

/** Pages that show pictures, and a PDF with the same page numbers that contains them. */
interface DocxPictures {
  readonly pages: readonly Page[];
  readonly pdf: Uint8Array;
}

/**
 * The pictures of a document with hardly any words, one per page, after the page of text if there is one. Undefined where there are none.
 * Leaves out broken pictures, and formats other than PNG and JPEG.
 */
async function picturesOf(parts: PackageParts, words: number): Promise<DocxPictures | undefined> {
  const names = words < minWords ? [...parts.keys()].filter(isPicture).sort(byNumber).slice(0, maxPictures) : [];
  if (names.length === 0) return undefined;
  // Few documents need it, and it is a third of what a parser loads.
  const { PDFDocument } = await import('pdf-lib');
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const before = words > 0 ? [pdf.addPage()] : [];
  for (const name of names) {
    const image = await embedded(pdf, parts.get(name) ?? Buffer.alloc(0));
    if (image && image.width >= minSize.width && image.height >= minSize.height) show(pdf, image);
  }
  const shown = pdf.getPages().slice(before.length);
  if (shown.length === 0) return undefined;
  const pages = shown.map(
    (page, index): Page => ({
      number: before.length + index + 1,
      width: page.getWidth(),
      height: page.getHeight(),
      textLayer: 'none',
      words: [],
      hidden: [],
      pictured: true,
    }),
  );
  return { pages, pdf: await pdf.save() };
}

const byNumber = (a: string, b: string): number => a.localeCompare(b, 'en', { numeric: true });

function show(pdf: PDFDocument, image: PDFImage): void {
  const [width, height] = [image.width * pointsPerDot, image.height * pointsPerDot];
  pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
}

async function embedded(pdf: PDFDocument, bytes: Buffer): Promise<PDFImage | undefined> {
  try {
    // The library reads the memory of a view from its start, so it gets memory of its own.
    if (!isPng(bytes)) return await pdf.embedJpg(new Uint8Array(bytes));
    return dotsOfPng(bytes) <= maxDots ? await pdf.embedPng(bytes) : undefined;
  } catch {
    return undefined;
  }
}

const isPng = (bytes: Buffer): boolean => bytes.subarray(1, 4).toString('latin1') === 'PNG';

/** Width times height, read from the first chunk of the file. Source: W3C Portable Network Graphics, IHDR. */
const dotsOfPng = (bytes: Buffer): number => (bytes.length >= 24 ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : 0);

/**
 * The visible text as Markdown; the first row of a table becomes its header. mammoth gets a new document written from the blocks, which leaves
 * out hidden text, pictures and link targets, and has as plain text what mammoth ignores: headers, fields, text boxes and list numbers.
 */
async function markdownOf(blocks: readonly DocxBlock[]): Promise<string> {
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
