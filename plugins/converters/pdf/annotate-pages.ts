import type { Box, Mark } from '../../../core/index.js';
import { grown, ownPoint, ownRectangle, type PageGeometry, pageGeometryOf, union } from '../../pdfium/page-geometry.js';
import { type Handle, type Pdfium, withBytes, withDocument } from '../../pdfium/pdfium.js';
import { savedBytes } from '../../pdfium/save-pages.js';
import { type AnnotateRequest, RefusalError } from '../../sandbox/protocol.js';

/** Makes a PDF with an annotation for each mark; what is on its pages stays as it is. @throws RefusalError when a page does not exist */
export function annotatePages(pdfium: Pdfium, bytes: Uint8Array, { annotate }: AnnotateRequest): Uint8Array {
  return withDocument(pdfium, bytes, (document) => {
    for (const [number, marks] of Map.groupBy(annotate, ({ page }) => page)) {
      const page = pdfium._FPDF_LoadPage(document, number - 1);
      if (!page) throw new RefusalError('unreadable');
      try {
        const geometry = pageGeometryOf(pdfium, page);
        for (const mark of marks) addMark({ pdfium, document, page, geometry }, mark);
      } finally {
        pdfium._FPDF_ClosePage(page);
      }
    }
    return savedBytes(pdfium, document);
  });
}

interface MarkedPage {
  readonly pdfium: Pdfium;
  readonly document: Handle;
  readonly page: Handle;
  readonly geometry: PageGeometry;
}

/** A stamp has its own drawing, which every viewer shows; of other kinds some viewers show nothing. Source: PDF 32000-1, table 169. */
const stamp = 13;
/** Source: PDF 32000-1, table 165. */
const printedFlag = 4;
const tagHeight = 7;
const lineWidth = 0.8;

/** pdfium draws a stamp in the coordinates of the page, within the rectangle that it has when the first object is added. */
function addMark(open: MarkedPage, mark: Mark): void {
  const { pdfium, page, geometry } = open;
  const { width, height } = geometry;
  const box = { x: mark.x * width, y: mark.y * height, width: mark.width * width, height: mark.height * height };
  const tag = mark.tag === undefined ? undefined : { text: mark.tag, box: tagBeside(box, mark.tag, width) };
  const annotation = pdfium._FPDFPage_CreateAnnot(page, stamp);
  try {
    setRectangle(open, annotation, grown(tag ? union(box, tag.box) : box, lineWidth));
    for (const [key, value] of Object.entries({ Contents: mark.says, T: 'Vouch' })) setText(pdfium, annotation, key, value);
    pdfium._FPDFAnnot_SetFlags(annotation, printedFlag);
    const objects = [frame(open, box, mark), ...(tag ? [filled(open, tag.box, mark), letters(open, tag)] : [])];
    for (const object of objects) pdfium._FPDFAnnot_AppendObject(annotation, object);
  } finally {
    pdfium._FPDFPage_CloseAnnot(annotation);
  }
}

/** Left of the box, where rows seldom have print; right of it where the page ends. */
function tagBeside({ x, y, width }: Box, text: string, pageWidth: number): Box {
  const tagWidth = text.length * tagHeight * 0.5 + 2;
  const left = x - tagWidth - 1;
  return { x: left >= 0 ? left : Math.min(x + width + 1, pageWidth - tagWidth), y, width: tagWidth, height: tagHeight };
}

const frame = (open: MarkedPage, box: Box, { colour: [r, g, b] }: Mark): Handle => {
  const path = rectangle(open, box, { fill: 0, stroke: 1 });
  open.pdfium._FPDFPageObj_SetStrokeColor(path, r, g, b, 255);
  open.pdfium._FPDFPageObj_SetStrokeWidth(path, lineWidth);
  return path;
};

/** Source: `FPDF_FILLMODE_WINDING` in pdfium's `fpdf_edit.h`. */
const winding = 2;

const filled = (open: MarkedPage, box: Box, { colour: [r, g, b] }: Mark): Handle => {
  const path = rectangle(open, box, { fill: winding, stroke: 0 });
  open.pdfium._FPDFPageObj_SetFillColor(path, r, g, b, 255);
  return path;
};

function rectangle(
  { pdfium, geometry }: MarkedPage,
  box: Box,
  { fill, stroke }: { readonly fill: number; readonly stroke: number },
): Handle {
  const { left, bottom, right, top } = ownRectangle(geometry, box);
  const path = pdfium._FPDFPageObj_CreateNewRect(left, bottom, right - left, top - bottom);
  pdfium._FPDFPath_SetDrawMode(path, fill, stroke);
  return path;
}

/** White digits, upright on the page as it is shown. */
function letters({ pdfium, document, geometry }: MarkedPage, { text, box }: { readonly text: string; readonly box: Box }): Handle {
  const size = tagHeight - 1;
  const object = withText(pdfium, 'Helvetica', 'latin1', (font) => pdfium._FPDFPageObj_NewTextObj(document, font, size));
  withText(pdfium, text, 'utf16le', (at) => pdfium._FPDFText_SetText(object, at));
  const [x, y] = [box.x + 1, box.y + box.height - 1.5];
  const [e, f] = ownPoint(geometry, x, y);
  const [right, up] = [ownPoint(geometry, x + 1, y), ownPoint(geometry, x, y - 1)];
  pdfium._FPDFPageObj_Transform(object, right[0] - e, right[1] - f, up[0] - e, up[1] - f, e, f);
  pdfium._FPDFPageObj_SetFillColor(object, 255, 255, 255, 255);
  return object;
}

function setRectangle({ pdfium, geometry }: MarkedPage, annotation: Handle, box: Box): void {
  const { left, top, right, bottom } = ownRectangle(geometry, box);
  withBytes(pdfium, 16, (at) => {
    pdfium.HEAPF32.set([left, top, right, bottom], at >> 2);
    pdfium._FPDFAnnot_SetRect(annotation, at);
  });
}

const setText = (pdfium: Pdfium, annotation: Handle, key: string, value: string): void =>
  withText(pdfium, key, 'latin1', (name) =>
    withText(pdfium, value, 'utf16le', (text) => void pdfium._FPDFAnnot_SetStringValue(annotation, name, text)),
  );

/** A text in pdfium's memory, which ends with zeros there. */
function withText<T>(pdfium: Pdfium, text: string, encoding: 'latin1' | 'utf16le', work: (at: Handle) => T): T {
  const bytes = Buffer.from(`${text}\0`, encoding);
  return withBytes(pdfium, bytes.length, (at) => {
    pdfium.HEAPU8.set(bytes, at);
    return work(at);
  });
}
