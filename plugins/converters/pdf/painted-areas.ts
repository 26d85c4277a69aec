import type { Box } from '../../../core/index.js';
import { overlap, type PageGeometry, shown, touch } from '../../pdfium/page-geometry.js';
import { floats, type Handle, type Pdfium, withBytes } from '../../pdfium/pdfium.js';
import { pastedInto } from './pasted.js';

/** What is painted on a page besides its text. */
export interface PaintedAreas {
  /** True when pictures fill the page. It is then a scan, and its text is probably an OCR layer. */
  readonly fillPage: boolean;
  /** Whether there are pictures or filled shapes: letters may be among them. */
  readonly figures: boolean;
  /** The boxes of pictures that take up as much of the page as some lines of text, and do not fill it. */
  readonly large: readonly Box[];
  /** The boxes of all shapes, filled or drawn as lines. */
  readonly shapes: readonly Box[];
  /** Pictures as large as a word that were painted over a picture that fills the page, where they are few. */
  readonly patches: readonly Box[];
  /** What was pasted into such a picture, as large and as few. It takes some time. */
  pasted(): readonly Box[];
  /** Whether a picture was painted over this text object there. */
  pictureOver(object: Handle, box: Box): boolean;
  /** Whether a picture or a filled shape was painted over this text object there. It may be transparent. */
  paintedOver(object: Handle, box: Box): boolean;
}

/** The types of page objects in `fpdf_edit.h`. */
const types = { path: 2, picture: 3, shading: 4, form: 5 };

/** Further objects are not examined. */
const maxObjects = 20_000;

/** The least share of a page that the pictures of a scan cover. Some scanners cut the margins. */
const scanShare = 0.7;

/** The least share of a text's box that a shape over it covers. A rule or a frame beside the text covers less. */
const coveredShare = 0.5;

interface PaintedArea {
  readonly object: Handle;
  readonly box: Box;
  readonly order: number;
  readonly picture: boolean;
}

/** Examines the objects of the page itself, but not those inside its form objects. */
export function paintedAreasOf(pdfium: Pdfium, page: Handle, geometry: PageGeometry): PaintedAreas {
  const orders = new Map<Handle, number>();
  const paints: PaintedArea[] = [];
  const shapes: Box[] = [];
  for (let order = 0; order < Math.min(pdfium._FPDFPage_CountObjects(page), maxObjects); order += 1) {
    const object = pdfium._FPDFPage_GetObject(page, order);
    orders.set(object, order);
    const type = pdfium._FPDFPageObj_GetType(object);
    if (type === types.path) shapes.push(bounds(pdfium, object, geometry));
    if (paintsArea(pdfium, object, type))
      paints.push({ object, box: bounds(pdfium, object, geometry), order, picture: type === types.picture });
  }
  const pictures = paints.filter(({ picture }) => picture);
  const ground = pictures.findIndex(({ box }) => box.width * box.height >= scanShare * geometry.width * geometry.height);
  const scan = pictures[ground];
  const after = (object: Handle): readonly PaintedArea[] => paints.filter((paint) => paint.order > (orders.get(object) ?? Infinity));
  return {
    figures: paints.length > 0,
    large: pictures
      .map(({ box }) => box)
      .filter((box) => isLarge(box, geometry))
      .slice(0, mostLarge),
    shapes,
    patches: scan ? asLargeAsWords(pictures.slice(ground + 1).map(({ box }) => box)) : [],
    pasted: () => (scan ? asLargeAsWords(pastedInto(pdfium, scan.object, geometry)) : []),
    fillPage: coveredShareOf(pictures, geometry) >= scanShare,
    pictureOver: (object, box) => after(object).some((paint) => paint.picture && touch(paint.box, box)),
    paintedOver: (object, box) => after(object).some((paint) => overlap(paint.box, box) >= coveredShare * box.width * box.height),
  };
}

/** The least share of a page and the least height in points of a picture that may hold lines of text. Logos are smaller. */
const linesShare = 0.04;
const linesHeight = 24;
/** As many of them fit beside each other. */
const mostLarge = 25;

function isLarge({ width, height }: Box, page: PageGeometry): boolean {
  const share = (width * height) / (page.width * page.height);
  return height >= linesHeight && share >= linesShare && share < scanShare;
}

/** The sizes of a word in points. More pictures of this size are parts that a scanner has parted the page into. */
const word = { low: 4, high: 30, wide: 200, most: 3 };

function asLargeAsWords(boxes: readonly Box[]): readonly Box[] {
  const small = boxes.filter(({ width, height }) => height >= word.low && height <= word.high && width <= word.wide);
  return small.length > word.most ? [] : small;
}

function paintsArea(pdfium: Pdfium, object: Handle, type: number): boolean {
  if (type !== types.path) return type === types.picture || type === types.shading || type === types.form;
  return withBytes(pdfium, 8, (out) => {
    const known = pdfium._FPDFPath_GetDrawMode(object, out, out + 4);
    return known !== 0 && pdfium.HEAP32[out >> 2] !== 0;
  });
}

function bounds(pdfium: Pdfium, object: Handle, geometry: PageGeometry): Box {
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12);
    const [left, bottom, right, top] = floats(pdfium, out);
    return shown(geometry, { left, bottom, right, top });
  });
}

/** The share of a page that pictures cover. Scanners cut pages into strips, so it is counted on a grid. */
function coveredShareOf(pictures: readonly PaintedArea[], geometry: PageGeometry): number {
  if (pictures.length === 0) return 0;
  const steps = 24;
  let hits = 0;
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const point = { x: ((column + 0.5) * geometry.width) / steps, y: ((row + 0.5) * geometry.height) / steps, width: 0, height: 0 };
      if (pictures.some((picture) => touch(picture.box, point))) hits += 1;
    }
  }
  return hits / steps ** 2;
}
