import { concatTransformationMatrix, drawObject, PDFDocument, popGraphicsState, pushGraphicsState } from 'pdf-lib';
import type { DocumentContent, Page } from '../../../core/index.js';
import type { ParserTask } from '../../sandbox/protocol.js';
import { RefusalError } from '../../sandbox/refusal.js';
import type { Embedded, Image } from './image.js';
import { jpegImage } from './jpeg.js';
import { kindOfImage } from './kind.js';
import { placed } from './placed.js';
import { pngImage } from './png.js';
import { tiffImages } from './tiff.js';

/** A document of pictures; `pictures` is always there. */
export type ImageContent = DocumentContent & { readonly pictures: Uint8Array };

/** Makes each picture of a file a page, upright. @throws RefusalError with the reason. */
export async function readImage({ bytes, limits }: ParserTask): Promise<ImageContent> {
  const images = imagesIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), limits['maxPages'] ?? 0);
  if (images.length === 0) throw new RefusalError('no-pages');
  const maxDots = (limits['megapixels'] ?? 0) * 1e6;
  for (const { width, height } of images) {
    if (width < 1 || height < 1) throw new RefusalError('unreadable');
    if (width * height > maxDots) throw new RefusalError('dots');
  }
  const pdf = await PDFDocument.create({ updateMetadata: false });
  const pages: Page[] = [];
  for (const image of images) pages.push({ ...(await show(pdf, image)), number: pages.length + 1 });
  return { pages, attachments: [], pictures: await pdf.save(), chargedPages: pages.length };
}

function imagesIn(bytes: Buffer, maxPages: number): readonly Image[] {
  const kind = kindOfImage(bytes);
  if (kind === 'png') return [pngImage(bytes)];
  return kind === 'jpeg' ? [jpegImage(bytes)] : tiffImages(bytes, maxPages);
}

async function show(pdf: PDFDocument, image: Image): Promise<Page> {
  const { width, height, matrix } = placed(image);
  const page = pdf.addPage([width, height]);
  const name = page.node.newXObject('Picture', await embedded(pdf, image));
  page.pushOperators(pushGraphicsState(), concatTransformationMatrix(...matrix), drawObject(name), popGraphicsState());
  return { number: 1, width, height, textLayer: 'none', words: [], hidden: [], pictured: true };
}

/** @throws RefusalError 'unreadable' */
async function embedded(pdf: PDFDocument, image: Image): Promise<Embedded> {
  try {
    return await image.embed(pdf);
  } catch (error) {
    throw error instanceof RefusalError ? error : new RefusalError('unreadable', undefined, { cause: error });
  }
}
