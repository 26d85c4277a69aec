import { PDFDocument, type PDFImage } from 'pdf-lib';
import type { Page } from '../../../core/index.js';
import type { PackageParts } from '../../ooxml/archive.js';
import { isPicture } from '../../ooxml/archive.js';

/** A document with fewer words may be a scan that was pasted into a word processor. */
const minWords = 25;
/** In dots. Smaller pictures are logos and signatures; larger ones are too expensive to unpack. */
const minSize = { width: 300, height: 200 };
const maxDots = 40_000_000;
const maxPictures = 20;
/** Draws pictures at the size of a scan with 150 dpi. */
const pointsPerDot = 72 / 150;

/** Pages that show pictures, and a PDF with the same page numbers that contains them. */
export interface DocxPictures {
  readonly pages: readonly Page[];
  readonly pdf: Uint8Array;
}

/**
 * The pictures of a document with hardly any words, one per page, after the page of text if there is one. Undefined where there are none.
 * Leaves out broken pictures, and formats other than PNG and JPEG.
 */
export async function picturesOf(parts: PackageParts, words: number): Promise<DocxPictures | undefined> {
  if (words >= minWords) return undefined;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const before = words > 0 ? [pdf.addPage()] : [];
  for (const name of [...parts.keys()].filter(isPicture).sort(byNumber).slice(0, maxPictures)) {
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
