import { readingsIn } from '../../../../core/evidence/print/numbers.js';
import { decimal } from '../../../../core/index.js';
import { squash } from '../../../../core/internal.js';
import { datesIn } from '../../../../core/text.js';
import type { LineField } from '../../eval/corpus/truth-file.js';
import { type FaultExhibit, truthAt } from '../exhibits/exhibit.js';
import type { SheetHeaderName } from '../exhibits/sheet.js';
import { familyOf } from './families.js';

/** Whether a printed text can mean what is true at a path. Where truth says nothing, anything read there is wrong. */
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

/** Of the two days of '03/04/2025' the one that the document's own dates decide for; both where nothing does. */
function meansDay({ index }: FaultExhibit, printed: string, truth: string): boolean {
  const [dayFirst, monthFirst] = datesIn(printed);
  const order = monthFirst && index.dateOrder(printed);
  if (!order) return true;
  return (order === 'day-first' ? dayFirst : monthFirst) === truth.slice(0, 10);
}
