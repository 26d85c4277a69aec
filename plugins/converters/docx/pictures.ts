import { PDFDocument, type PDFImage } from 'pdf-lib';
import type { Page } from '../../../core/index.js';
import type { Parts } from './archive.js';

/** Pictures that can be put on a page as they are. */
export const isPicture = (name: string): boolean => /^word\/media\/[^/]+\.(?:png|jpe?g)$/.test(name);

/** A document with fewer words than this may be a picture of one: a scan that was pasted into a word processor. */
const fewWords = 25;
/** Smaller ones are logos and signatures, in dots; larger ones nobody has to unpack. */
const smallest = { width: 300, height: 200 };
const mostDots = 40_000_000;
const mostPictures = 20;
/** A dot of a picture is drawn as large as a scanner would have seen it. */
const pointsADot = 72 / 150;

/** Pages that show pictures, and the PDF that shows them; its pages are numbered alike. */
export interface Pictures {
  readonly pages: readonly Page[];
  readonly pdf: Uint8Array;
}

/**
 * The pictures of a document that says next to nothing in words, each as a page of its own, after the page of text if there is one; undefined
 * where there are none. Pictures of other kinds than PNG and JPEG, and broken ones, are left out.
 */
export async function picturesOf(parts: Parts, words: number): Promise<Pictures | undefined> {
  if (words >= fewWords) return undefined;
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const before = words > 0 ? [pdf.addPage()] : [];
  for (const name of [...parts.keys()].filter(isPicture).sort(byNumber).slice(0, mostPictures)) {
    const image = await embedded(pdf, parts.get(name) ?? Buffer.alloc(0));
    if (image && image.width >= smallest.width && image.height >= smallest.height) show(pdf, image);
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
  const [width, height] = [image.width * pointsADot, image.height * pointsADot];
  pdf.addPage([width, height]).drawImage(image, { x: 0, y: 0, width, height });
}

async function embedded(pdf: PDFDocument, bytes: Buffer): Promise<PDFImage | undefined> {
  try {
    if (!isPng(bytes)) return await pdf.embedJpg(bytes);
    return dotsOfPng(bytes) <= mostDots ? await pdf.embedPng(bytes) : undefined;
  } catch {
    return undefined;
  }
}

const isPng = (bytes: Buffer): boolean => bytes.subarray(1, 4).toString('latin1') === 'PNG';

/** Width times height, from the first chunk of the file. Source: W3C Portable Network Graphics, IHDR. */
const dotsOfPng = (bytes: Buffer): number => (bytes.length >= 24 ? bytes.readUInt32BE(16) * bytes.readUInt32BE(20) : 0);
