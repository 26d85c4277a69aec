import { concatTransformationMatrix, drawObject, PDFDocument, popGraphicsState, pushGraphicsState } from 'pdf-lib';
import type { DocumentContent, Page } from '../../../core/index.js';
import { kindOfImage } from '../../sandbox/file-kinds.js';
import { type ParserTask, RefusalError } from '../../sandbox/protocol.js';
import { type Embedded, type Image, jpegImage, pngImage } from './images.js';
import { tiffImages } from './tiff.js';

type ImageContent = DocumentContent & { readonly pictures: Uint8Array };

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

/** The shorter side of a page whose file does not say how large it is: that of A4. */
const shorterSide = 595;
/** What the shorter side of a page can be, in points: of a receipt, and of a plan. A photograph "of 72 dpi" is not two metres wide. */
const credible = { least: 120, most: 1_700 };

type Matrix = readonly [number, number, number, number, number, number];

interface PlacedImage {
  /** Of the upright page, in points. */
  readonly width: number;
  readonly height: number;
  /** Puts the unit square of the picture upright on the page, in the coordinates of PDF: y grows upwards. */
  readonly matrix: [number, number, number, number, number, number];
}

/** The page that shows a picture upright, as large as the file says where that can be true. */
export function placed({ width, height, orientation, density }: Pick<Image, 'width' | 'height' | 'orientation' | 'density'>): PlacedImage {
  const stated = density === undefined ? undefined : 72 / density;
  const shorter = Math.min(width, height);
  const isCredible = stated !== undefined && shorter * stated >= credible.least && shorter * stated <= credible.most;
  const pointsPerDot = isCredible ? stated : shorterSide / shorter;
  const [across, up] = orientation >= 5 ? [height, width] : [width, height];
  const [w, h] = [across * pointsPerDot, up * pointsPerDot];
  const [a, b, c, d, e, f] = orientations[orientation - 1] ?? upright;
  return { width: w, height: h, matrix: [a * w, b * h, c * w, d * h, e * w, f * h] };
}

const upright: Matrix = [1, 0, 0, 1, 0, 0];

/** The place of the unit square by Exif's orientation, 1 to 8. The picture's first row is at the top of its square. */
const orientations: readonly Matrix[] = [
  upright,
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
];
