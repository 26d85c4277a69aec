import type { Box } from '../../../core/index.js';
import { overlap, type Sheet, shown, touch } from '../../pdfium/geometry.js';
import { floats, withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';

/** What is painted on a page besides its text, and over it. */
export interface Pictures {
  /** True when the pictures together fill the page: it is a scan, and what text it has is likely a machine's reading of it. */
  readonly fillPage: boolean;
  /** Whether this text object lies under a picture there. */
  pictureOver(object: Handle, box: Box): boolean;
  /** Whether something was painted there after this text object: a picture, a filled shape. It may still let the text through. */
  paintedOver(object: Handle, box: Box): boolean;
}

/** Types of page objects in `fpdf_edit.h`. */
const types = { path: 2, picture: 3, shading: 4, form: 5 };

/** More objects than this are not asked one by one. */
const mostObjects = 20_000;

/** The share of a page that the pictures of a scan cover at least: margins are cut by some scanners. */
const scanShare = 0.7;

/** The share of a text's ink that must lie under a shape: a rule or a frame beside it is none. */
const coveredShare = 0.5;

interface Paint {
  readonly box: Box;
  readonly order: number;
  readonly picture: boolean;
}

/** Looks at the objects of the page itself, not into its form objects. */
export function picturesOf(pdfium: Pdfium, page: Handle, sheet: Sheet): Pictures {
  const orders = new Map<Handle, number>();
  const paints: Paint[] = [];
  for (let order = 0; order < Math.min(pdfium._FPDFPage_CountObjects(page), mostObjects); order += 1) {
    const object = pdfium._FPDFPage_GetObject(page, order);
    orders.set(object, order);
    const type = pdfium._FPDFPageObj_GetType(object);
    if (paintsArea(pdfium, object, type)) paints.push({ box: bounds(pdfium, object, sheet), order, picture: type === types.picture });
  }
  const after = (object: Handle): readonly Paint[] => paints.filter((paint) => paint.order > (orders.get(object) ?? Infinity));
  return {
    fillPage:
      covered(
        paints.filter((paint) => paint.picture),
        sheet,
      ) >= scanShare,
    pictureOver: (object, box) => after(object).some((paint) => paint.picture && touch(paint.box, box)),
    paintedOver: (object, box) => after(object).some((paint) => overlap(paint.box, box) >= coveredShare * box.width * box.height),
  };
}

function paintsArea(pdfium: Pdfium, object: Handle, type: number): boolean {
  if (type !== types.path) return type === types.picture || type === types.shading || type === types.form;
  return withBytes(pdfium, 8, (out) => {
    const known = pdfium._FPDFPath_GetDrawMode(object, out, out + 4);
    return known !== 0 && pdfium.HEAP32[out >> 2] !== 0;
  });
}

function bounds(pdfium: Pdfium, object: Handle, sheet: Sheet): Box {
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12);
    const [left, bottom, right, top] = floats(pdfium, out);
    return shown(sheet, { left, bottom, right, top });
  });
}

/** Scanners cut pages into strips, so the share is counted over a grid. */
function covered(pictures: readonly Paint[], sheet: Sheet): number {
  if (pictures.length === 0) return 0;
  const steps = 24;
  let hits = 0;
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const point = { x: ((column + 0.5) * sheet.width) / steps, y: ((row + 0.5) * sheet.height) / steps, width: 0, height: 0 };
      if (pictures.some((picture) => touch(picture.box, point))) hits += 1;
    }
  }
  return hits / steps ** 2;
}
