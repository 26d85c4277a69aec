import { decimal, type Json } from '../../core/index.js';
import { currencyCodeOf, datesIn, readingsIn, squash } from '../../core/text.js';
import { agrees, holdsOther } from './agrees.js';
import { type FaultExhibit, formsAt } from './exhibit.js';
import { type FaultLeaf, familyOf, type SheetHeaderName } from './sheet.js';
import type { LineField } from './truth-file.js';

/** Whether a printed text can mean the true value of a path. Where truth is silent, every reading is wrong. */
export function canMean(
  exhibit: FaultExhibit,
  { path, name }: { readonly path: string; readonly name: SheetHeaderName | LineField },
  printed: string,
): boolean {
  return formsAt(exhibit, path).some((truth) => means(exhibit, { name, truth }, printed));
}

interface NamedTruth {
  readonly name: SheetHeaderName | LineField;
  readonly truth: string | number;
}

function means(exhibit: FaultExhibit, { name, truth }: NamedTruth, printed: string): boolean {
  const family = familyOf(name);
  if (family === 'number') return readingsIn(printed, exhibit.index.style).some((reading) => reading.eq(decimal(truth)));
  if (family === 'date') return datesIn(printed).includes(String(truth).slice(0, 10)) && meansDay(exhibit, printed, String(truth));
  if (name === 'currency') return currencyCodeOf(printed)?.code === truth || printed.trim() === signOf(String(truth));
  return squash(printed) === squash(String(truth)) || (name === 'description' && holdsOther(printed, String(truth)));
}

/** The sign that a currency shares with others: '$' for CAD. Source: narrow symbols of CLDR. */
const signOf = (code: string): string | undefined =>
  /^[A-Z]{3}$/.test(code)
    ? new Intl.NumberFormat('en', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' })
        .formatToParts(0)
        .find(({ type }) => type === 'currency')?.value
    : undefined;

/** Whether the reading has the true value at a leaf, so that a fault can be planted there. */
export const isRight = (exhibit: FaultExhibit, leaf: FaultLeaf): boolean =>
  leaf.mark.value !== null && canMean(exhibit, leaf, leaf.mark.value);

/** Resolves '03/04/2025' by the other dates of the document; both days count where nothing decides. */
function meansDay({ index }: FaultExhibit, printed: string, truth: string): boolean {
  const [dayFirst, monthFirst] = datesIn(printed);
  const order = monthFirst && index.dateOrder(printed);
  if (!order) return true;
  return (order === 'day-first' ? dayFirst : monthFirst) === truth.slice(0, 10);
}

/** Whether an answered value is the true one at a path, in any of its right forms. */
export const agreesAt = (exhibit: FaultExhibit, { path, name }: Pick<FaultLeaf, 'path' | 'name'>, value: Json): boolean =>
  formsAt(exhibit, path).some((truth) => agreesWith(name, truth, value));

/** Ids that truth files lack must match exactly. */
function agreesWith(name: SheetHeaderName | LineField, truth: string | number, value: Json): boolean {
  if (name === 'order_number' || name === 'iban') return value === truth;
  return agrees(name, truth, value) || (name === 'description' && typeof value === 'string' && holdsOther(value, String(truth)));
}
