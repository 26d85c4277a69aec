import { valuesUnder } from '../../../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../../../evidence/page/document-index.js';
import { decimal, type Field } from '../../../index.js';
import { editDistance } from '../truth/edit-distance.js';
import type { Stated } from '../truth/truth-file.js';
import { familyOf } from './families.js';
import { fieldAt } from './schema-for.js';
import { type FaultLeaf, type FaultMark, isLine } from './sheet.js';

/**
 * What a person would note of a value on a scan that OCR misread: its usual print, within the row that OCR read beside its label if there
 * is one. It has no place.
 */
export function ownPrint(leaf: Pick<FaultLeaf, 'path' | 'name'>, { value }: Stated, index: DocumentIndex): FaultMark {
  const print = printOf(leaf, value, index);
  const page = index.pages.length === 1 ? 1 : null;
  const misread = isLine(leaf.path) ? undefined : nearest(print, fieldAt(leaf.path), index);
  if (!misread) return { value: print, quote: print, page };
  return { value: print, quote: misread.span.row.text.replace(misread.text, () => print), page: misread.span.row.page };
}

const nearest = (print: string, field: Field, index: DocumentIndex) =>
  valuesUnder(field, index)
    .map((found) => ({ ...found, distance: editDistance(print, found.text) }))
    .sort((a, b) => a.distance - b.distance)[0];

/** Amounts get their minor digits and the decimal mark of the document; other values stay as truth states them. */
function printOf({ name }: Pick<FaultLeaf, 'name'>, value: string | number, { style }: DocumentIndex): string {
  if (familyOf(name) !== 'number') return String(value);
  const amount = decimal(value);
  const digits = name === 'quantity' ? amount.decimalPlaces() : Math.max(amount.decimalPlaces(), 2);
  return amount.toFixed(digits).replace('.', style?.decimal ?? '.');
}
