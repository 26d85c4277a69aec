import type { Box, Word } from '../../../core/index.js';
import { ownEdges, type PageGeometry, pageGeometryOf, shown, touch } from '../../pdfium/page-geometry.js';
import { floats, type Handle, type Pdfium, utf16, withBytes } from '../../pdfium/pdfium.js';
import { renderGrey } from '../../pdfium/render-grey.js';
import type { WordPiece } from './words.js';

/** An open document; `form` is 0 where the document has no form. */
export interface OpenDocument {
  readonly pdfium: Pdfium;
  readonly document: Handle;
  readonly form: Handle;
}

/** Annotations that print text. The numbers are from `fpdf_annot.h`. */
const subtypes = { freeText: 3, stamp: 13, widget: 20 };
const printedSubtypes: readonly number[] = Object.values(subtypes);

/** The flags for invisible, hidden and no view. Source: PDF reference, table 165. */
const flags = { invisible: 1, hidden: 2, noView: 32 };
const hiddenFlags = flags.invisible | flags.hidden | flags.noView;

/** The field types of `fpdf_formfill.h` with a text value (combo box, list box, text field), and the flag of a password field. */
const textFields: readonly number[] = [4, 5, 6];
const passwordFlag = 1 << 13;

/** The result of `FPDFPage_Flatten` when it has changed the page. */
const flattened = 1;

const maxAnnotations = 2_000;
const maxValueBytes = 8_192;

/** The text in a page's annotations, and whether they have been drawn into the page, which must then be loaded again. */
export interface Annotations {
  readonly drawn: boolean;
  /** The values of text fields, laid out in their boxes, for fields that are not visible even after drawing but would be in a viewer. */
  readonly fields: readonly (readonly Word[])[];
}

/** The areas that notes strike out, `StrikeOut` of `fpdf_annot.h`, while they are not drawn into the page yet. */
export const struckAreas = ({ pdfium }: OpenDocument, page: Handle): readonly Box[] => {
  const geometry = pageGeometryOf(pdfium, page);
  const areas = annotationsOf(pdfium, page, (annotation) =>
    pdfium._FPDFAnnot_GetSubtype(annotation) === strikeOut && !(pdfium._FPDFAnnot_GetFlags(annotation) & hiddenFlags)
      ? [boxOf(pdfium, annotation, geometry)]
      : [],
  );
  return areas.flat();
};
const strikeOut = 12;

/** Draws form fields, notes and stamps into the page, so that their text is found in its place like any other text. */
export function drawAnnotations(open: OpenDocument, page: Handle): Annotations {
  const { pdfium } = open;
  const subtypesHere = annotationsOf(pdfium, page, (annotation) => pdfium._FPDFAnnot_GetSubtype(annotation));
  if (!subtypesHere.some((subtype) => printedSubtypes.includes(subtype))) return { drawn: false, fields: [] };
  const geometry = pageGeometryOf(pdfium, page);
  const fields = annotationsOf(pdfium, page, (annotation) => fieldWords(open, annotation, geometry));
  annotationsOf(pdfium, page, (annotation) => hideUnviewed(pdfium, annotation));
  // Drawing makes pdfium create the appearance of fields that lack one; a few dots are enough.
  renderGrey(pdfium, page, { ...geometry, width: 8, height: 8 }, 72);
  return { drawn: flatten(pdfium, page, geometry), fields };
}

/** What is only for paper is not seen on a screen, where people read; pdfium would draw it into the page. */
function hideUnviewed(pdfium: Pdfium, annotation: Handle): void {
  const own = pdfium._FPDFAnnot_GetFlags(annotation);
  if (own & flags.noView) pdfium._FPDFAnnot_SetFlags(annotation, own | flags.hidden);
}

/** Flattening resets the page's boxes and drops inherited ones, so both are set explicitly before. */
function flatten(pdfium: Pdfium, page: Handle, geometry: PageGeometry): boolean {
  const { left, bottom, right, top } = ownEdges(geometry);
  pdfium._FPDFPage_SetMediaBox(page, left, bottom, right, top);
  pdfium._FPDFPage_SetCropBox(page, left, bottom, right, top);
  return pdfium._FPDFPage_Flatten(page, 0) === flattened;
}

/** The words of fields where no text was found on the page. */
export const missingWords = (fields: Annotations['fields'], found: readonly (readonly WordPiece[])[]): readonly Word[] =>
  fields.filter((words) => !words.some(({ box }) => found.flat().some((piece) => touch(piece.box, box)))).flat();

function fieldWords(open: OpenDocument, annotation: Handle, geometry: PageGeometry): readonly Word[] {
  const { pdfium, form } = open;
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== subtypes.widget || pdfium._FPDFAnnot_GetFlags(annotation) & hiddenFlags) return [];
  if (!textFields.includes(pdfium._FPDFAnnot_GetFormFieldType(form, annotation))) return [];
  if (pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) return [];
  const value = utf16(pdfium, maxValueBytes, (buffer, bytes) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  return laidOut(value, boxOf(pdfium, annotation, geometry));
}

function annotationsOf<T>(pdfium: Pdfium, page: Handle, visit: (annotation: Handle) => T): T[] {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), maxAnnotations);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    try {
      return annotation ? [visit(annotation)] : [];
    } finally {
      if (annotation) pdfium._FPDFPage_CloseAnnot(annotation);
    }
  }).flat();
}

function boxOf(pdfium: Pdfium, annotation: Handle, geometry: PageGeometry): Box {
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFAnnot_GetRect(annotation, out);
    const [left, top, right, bottom] = floats(pdfium, out);
    return shown(geometry, { left, top, right, bottom });
  });
}

/** Places text as a viewer does: lines below each other, at most 12 points high, with characters half as wide as high. */
function laidOut(value: string, box: Box): readonly Word[] {
  const height = Math.min(12, box.height);
  const words: Word[] = [];
  for (const [line, text] of value.split(/\r\n?|\n/).entries()) {
    for (const match of text.matchAll(/\S+/g)) {
      const at = { x: box.x + (match.index * height) / 2, y: box.y + line * height };
      words.push({ text: match[0], box: { ...at, width: (match[0].length * height) / 2, height }, ocr: false });
    }
  }
  return words;
}
