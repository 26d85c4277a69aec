import type { PDFDocument, PDFImage } from 'pdf-lib';
import type { DocumentContent, Page, TextLayer, Word } from '../../../core/index.js';
import { isPicture, type LinkedPart, mainPart, type PackageParts, unpack } from '../../ooxml/package.js';
import { struckTraces } from '../../ooxml/struck.js';
import { child, childrenOf, type OfficeElement, toggle, value, within } from '../../ooxml/xml.js';
import { type ParserTask, pagesOf, RefusalError } from '../../sandbox/protocol.js';
import { layOut } from './layout.js';
import { markdownOf } from './markdown.js';
import { numberingOf } from './numbering.js';
import { docxTheme, stylesOf } from './styles.js';
import { blocksOf, type DocxBlock, type WalkContext } from './walk.js';

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
    onNote: (kind, id) => void notes[kind].add(id),
    onStruck,
  };
  const read = (container: OfficeElement | undefined): readonly DocxBlock[] => blocksOf(container, context);
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
