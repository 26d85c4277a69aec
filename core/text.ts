export type { Concept } from './contracts/concept.js';
/** The second public entry, `vouch/text` in the package: helpers for printed text, for authors of models and converters. */

export { conceptOf, isLineItems } from './evidence/labels/concepts/concepts.js';
export {
  type ColumnConcept,
  type ColumnMatch,
  columnIn,
  columnsIn,
  type LabelMatch,
  labelIn,
  labelsIn,
  type MarkMatch,
  markIn,
  marksIn,
  type Role,
  type RoleMatch,
  roleIn,
  rolesIn,
  type TextMark,
} from './evidence/labels/labels.js';
export { boxAround, gapBetween, indexPage, type PageIndex, type Row } from './evidence/page/page-index.js';
export { hasLegalForm, hasPostalCode } from './evidence/print/addresses.js';
export { currencyCodeOf, type PrintedCurrency } from './evidence/print/currency.js';
export { type DateOrder, type DateStyle, datesIn } from './evidence/print/dates.js';
export { ibanHolds, vatIdShape } from './evidence/print/identifiers.js';
export { fold, type Normalised, normalise } from './evidence/print/normalise.js';
export { type NumberStyle, numberStyle, numbersIn, type PrintedNumber, readingsIn } from './evidence/print/numbers.js';
export type { RowToken } from './evidence/print/token-words.js';
export { datesAmong, numbersAmong } from './evidence/print/tokens.js';
export { printedIn } from './evidence/printed-in.js';
