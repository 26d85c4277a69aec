import type { Box } from '../../../core/index.js';
import { type Sheet, shown, touch } from './geometry.js';
import { floats, withBytes } from './memory.js';
import type { Handle, Pdfium } from './pdfium.js';

/** The pictures of a page, and which of its text lies under them. */
export interface Pictures {
  /** True when the pictures together fill the page: it is a scan, and what text it has is likely a machine's reading of it. */
  readonly fillPage: boolean;
  /** Whether a picture touches the box. */
  at(box: Box): boolean;
  /** Whether a picture that touches the box is drawn after this text object. */
  over(object: Handle, box: Box): boolean;
}

const pictureType = 3;

/** More objects than this are not asked one by one. */
const mostObjects = 20_000;

/** The share of a page that the pictures of a scan cover at least: margins are cut by some scanners. */
const scanShare = 0.7;

/** Looks at the objects of the page itself, not into its form objects. */
export function picturesOf(pdfium: Pdfium, page: Handle, sheet: Sheet): Pictures {
  const order = new Map<Handle, number>();
  const pictures: { readonly box: Box; readonly at: number }[] = [];
  const count = Math.min(pdfium._FPDFPage_CountObjects(page), mostObjects);
  for (let index = 0; index < count; index += 1) {
    const object = pdfium._FPDFPage_GetObject(page, index);
    order.set(object, index);
    if (pdfium._FPDFPageObj_GetType(object) === pictureType) pictures.push({ box: bounds(pdfium, object, sheet), at: index });
  }
  return {
    fillPage:
      covered(
        pictures.map((picture) => picture.box),
        sheet,
      ) >= scanShare,
    at: (box) => pictures.some((picture) => touch(picture.box, box)),
    over: (object, box) => pictures.some((picture) => picture.at > (order.get(object) ?? Infinity) && touch(picture.box, box)),
  };
}

function bounds(pdfium: Pdfium, object: Handle, sheet: Sheet): Box {
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFPageObj_GetBounds(object, out, out + 4, out + 8, out + 12);
    const [left, bottom, right, top] = floats(pdfium, out);
    return shown(sheet, { left, bottom, right, top });
  });
}

/** Scanners cut pages into strips, so the share is counted over a grid. */
function covered(boxes: readonly Box[], sheet: Sheet): number {
  if (boxes.length === 0) return 0;
  const steps = 24;
  let hits = 0;
  for (let row = 0; row < steps; row += 1) {
    for (let column = 0; column < steps; column += 1) {
      const point = { x: ((column + 0.5) * sheet.width) / steps, y: ((row + 0.5) * sheet.height) / steps, width: 0, height: 0 };
      if (boxes.some((box) => touch(box, point))) hits += 1;
    }
  }
  return hits / steps ** 2;
}
