import type { Box, Word } from '../../../core/index.js';
import { type Sheet, shown } from './geometry.js';
import { floats, utf16, withBytes } from './memory.js';
import type { OpenDocument } from './page.js';
import type { Handle, Pdfium } from './pdfium.js';
import { print } from './print.js';
import type { Piece } from './words.js';

/** Annotations that carry print of their own. Numbers of `fpdf_annot.h`. */
const subtypes = { freeText: 3, stamp: 13, widget: 20 };
const printed: readonly number[] = Object.values(subtypes);

/** Invisible, hidden, no view: flags of the PDF reference, table 165. */
const unseen = 1 | 2 | 32;

/** Field types of `fpdf_formfill.h` whose value is text: combo box, list box, text field; and the flag of a password field. */
const textFields: readonly number[] = [4, 5, 6];
const passwordFlag = 1 << 13;

const mostAnnotations = 2_000;
const mostValueBytes = 8_192;

/**
 * Draws form fields, notes and stamps into the page, so that their text is found like any other, where it stands.
 * Returns whether the page has changed and must be loaded again.
 */
export function drawAnnotations(open: OpenDocument, page: Handle): boolean {
  const { pdfium } = open;
  if (!annotationsOf(pdfium, page, (annotation) => printed.includes(pdfium._FPDFAnnot_GetSubtype(annotation))).includes(true)) return false;
  // To draw is what makes pdfium give a look to fields that come without one; a few dots are enough.
  print(pdfium, page, { width: 8, height: 8, matrix: [1, 0, 0, 1, 0, 0] }, 72);
  return pdfium._FPDFPage_Flatten(page, 0) === 1;
}

/** The values of text fields that still have no look; a viewer makes one when it shows them. Spread over the field's box. */
export function unseenFields(open: OpenDocument, page: Handle, sheet: Sheet, found: readonly (readonly Piece[])[]): readonly Word[] {
  if (!open.form) return [];
  const taken = found.flat().map((piece) => piece.box);
  return annotationsOf(open.pdfium, page, (annotation) => fieldWords(open, annotation, sheet, taken)).flat();
}

function fieldWords(open: OpenDocument, annotation: Handle, sheet: Sheet, taken: readonly Box[]): readonly Word[] {
  const { pdfium, form } = open;
  if (pdfium._FPDFAnnot_GetSubtype(annotation) !== subtypes.widget || pdfium._FPDFAnnot_GetFlags(annotation) & unseen) return [];
  if (!textFields.includes(pdfium._FPDFAnnot_GetFormFieldType(form, annotation))) return [];
  if (pdfium._FPDFAnnot_GetFormFieldFlags(form, annotation) & passwordFlag) return [];
  const box = boxOf(pdfium, annotation, sheet);
  if (taken.some((other) => centreIn(other, box))) return [];
  const value = utf16(pdfium, mostValueBytes, (buffer, bytes) => pdfium._FPDFAnnot_GetFormFieldValue(form, annotation, buffer, bytes));
  return spread(value, box);
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

const centreIn = (inner: Box, outer: Box): boolean => {
  const [x, y] = [inner.x + inner.width / 2, inner.y + inner.height / 2];
  return x >= outer.x && x <= outer.x + outer.width && y >= outer.y && y <= outer.y + outer.height;
};

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
