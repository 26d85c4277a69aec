import { readingsIn } from '../../../../core/evidence/print/numbers.js';
import type { Json } from '../../../../core/index.js';
import { decimal } from '../../../../core/index.js';
import { squash } from '../../../../core/internal.js';
import { datesIn } from '../../../../core/text.js';
import type { LineField } from '../../eval/corpus/truth-file.js';
import { agrees } from '../../eval/scoring/agrees.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import type { SheetHeaderName } from '../exhibits/sheet.js';
import { familyOf } from './families.js';

/** Whether a printed text can mean the true value of a path. Where truth is silent, every reading is wrong. */
export function canMean(
  exhibit: FaultExhibit,
  { path, name }: { readonly path: string; readonly name: SheetHeaderName | LineField },
  printed: string,
): boolean {
  const truth = truthAt(exhibit, path);
  if (truth === undefined) return false;
  const family = familyOf(name);
  if (family === 'number') return readingsIn(printed, exhibit.index.style).some((reading) => reading.eq(decimal(truth)));
  if (family === 'date') return datesIn(printed).includes(String(truth).slice(0, 10)) && meansDay(exhibit, printed, String(truth));
  return squash(printed) === squash(String(truth));
}

/** Resolves '03/04/2025' by the other dates of the document; both days count where nothing decides. */
function meansDay({ index }: FaultExhibit, printed: string, truth: string): boolean {
  const [dayFirst, monthFirst] = datesIn(printed);
  const order = monthFirst && index.dateOrder(printed);
  if (!order) return true;
  return (order === 'day-first' ? dayFirst : monthFirst) === truth.slice(0, 10);
}

/** Whether an answered value is the true one. Ids that truth files lack must match exactly. */
export const agreesWith = (name: SheetHeaderName | LineField, truth: string | number, value: Json): boolean =>
  name === 'order_number' || name === 'iban' ? value === truth : agrees(name, truth, value);
