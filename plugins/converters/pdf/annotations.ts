import type { Box, Word } from '../../../core/index.js';
import { print } from '../../pdfium/draw.js';
import { ownEdges, type Sheet, sheetOf, shown, touch } from '../../pdfium/geometry.js';
import { floats, utf16, withBytes } from '../../pdfium/memory.js';
import type { Handle, Pdfium } from '../../pdfium/pdfium.js';
import type { OpenDocument } from './page.js';
import type { Piece } from './words.js';

/** Annotations that carry print of their own. Numbers of `fpdf_annot.h`. */
const subtypes = { freeText: 3, stamp: 13, widget: 20 };
const printed: readonly number[] = Object.values(subtypes);

/** Invisible, hidden, no view: flags of the PDF reference, table 165. */
const switchedOff = 1 | 2 | 32;

/** Field types of `fpdf_formfill.h` whose value is text: combo box, list box, text field; and the flag of a password field. */
const textFields: readonly number[] = [4, 5, 6];
const passwordFlag = 1 << 13;

/** What `FPDFPage_Flatten` answers when it has changed the page. */
const flattened = 1;

const mostAnnotations = 2_000;
const mostValueBytes = 8_192;

/** What a page says in annotations, and whether they have been drawn into it, so that it must be loaded again. */
export interface Annotations {
  readonly drawn: boolean;
  /** The values of text fields, spread over their boxes: for those that have no look even after drawing. A viewer makes one. */
  readonly fields: readonly (readonly Word[])[];
}

/** Draws form fields, notes and stamps into the page, so that their text is found like any other, where it stands. */
export function drawAnnotations(open: OpenDocument, page: Handle): Annotations {
  const { pdfium } = open;
  const subtypesHere = annotationsOf(pdfium, page, (annotation) => pdfium._FPDFAnnot_GetSubtype(annotation));
  if (!subtypesHere.some((subtype) => printed.includes(subtype))) return { drawn: false, fields: [] };
  const sheet = sheetOf(pdfium, page);
  const fields = annotationsOf(pdfium, page, (annotation) => fieldWords(open, annotation, sheet));
  // To draw is what makes pdfium give a look to fields that come without one; a few dots are enough.
  print(pdfium, page, { ...sheet, width: 8, height: 8 }, 72);
  return { drawn: flatten(pdfium, page, sheet), fields };
}

/** Flattening sets the page's boxes anew and forgets those that it inherits: they are written out before. */
function flatten(pdfium: Pdfium, page: Handle, sheet: Sheet): boolean {
  const { left, bottom, right, top } = ownEdges(sheet);
  pdfium._FPDFPage_SetMediaBox(page, left, bottom, right, top);
  pdfium._FPDFPage_SetCropBox(page, left, bottom, right, top);
  return pdfium._FPDFPage_Flatten(page, 0) === flattened;
}

/** Words of fields where nothing is printed. */
export const unseen = (fields: Annotations['fields'], found: readonly (readonly Piece[])[]): readonly Word[] =>
  fields.filter((words) => !words.some(({ box }) => found.flat().some((piece) => touch(piece.box, box)))).flat();

function fieldWords(open: OpenDocument, annotation: Handle, sheet: Sheet): readonly Word[] {
  const { pdfium, form } = open;
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== subtypes.widget || pdfium._FPDFAnnot_GetFlags(annotation) & switchedOff) return [];
  if (!textFields.includes(pdfium._FPDFAnnot_GetFormFieldType(form, annotation))) return [];
  if (pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) return [];
  const value = utf16(pdfium, mostValueBytes, (buffer, bytes) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  return spread(value, boxOf(pdfium, annotation, sheet));
}

function annotationsOf<T>(pdfium: Pdfium, page: Handle, visit: (annotation: Handle) => T): T[] {
  const count = Math.min(pdfium._FPDFPage_GetAnnotCount(page), mostAnnotations);
  return Array.from({ length: Math.max(count, 0) }, (_, index) => {
    const annotation = pdfium._FPDFPage_GetAnnot(page, index);
    try {
      return annotation ? [visit(annotation)] : [];
    } finally {
      if (annotation) pdfium._FPDFPage_CloseAnnot(annotation);
    }
  }).flat();
}

function boxOf(pdfium: Pdfium, annotation: Handle, sheet: Sheet): Box {
  return withBytes(pdfium, 16, (out) => {
    pdfium._FPDFAnnot_GetRect(annotation, out);
    const [left, top, right, bottom] = floats(pdfium, out);
    return shown(sheet, { left, top, right, bottom });
  });
}

/** Type as a viewer sets it: twelve points or what the box is high, half as wide as high, line under line. */
function spread(value: string, box: Box): readonly Word[] {
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
