/** The second public entry, `vouch/text` in the package: helpers for printed text, for authors of models, rules and converters. */

export type { Concept } from './contracts/concept.js';
export { caveatIn } from './evidence/caveats/caveats.js';
export { documentKindOf } from './evidence/caveats/titles.js';
export { documentStarts } from './evidence/judges/document-starts.js';
export { hasShapeOf } from './evidence/judges/judge-format.js';
export { matchesPattern } from './evidence/judges/judge-pattern.js';
export { domainsIn, hasContactDetails } from './evidence/judges/parties/role-signs.js';
export { isSumRow } from './evidence/judges/rows/printed-tables.js';
export {
  asksForCarriage,
  conceptKind,
  currencyNamedBy,
  type IdentifierKind,
  identifierKind,
  isContact,
  namesCarriage,
  namesFax,
  type PlaceKind,
  placeKind,
  taxNumberAsked,
} from './evidence/labels/concepts/concept-kind.js';
export { conceptOf, isConcept, isLineItems, roleOf } from './evidence/labels/concepts/concepts.js';
export { isSpecific, isTimeName, nameParts, spelt } from './evidence/labels/concepts/name-words.js';
export { fieldLabels, wholeLabels } from './evidence/labels/concepts/own-labels.js';
export { choiceIn, type Statement, statementOf, statementsIn, yesOrNoIn } from './evidence/labels/concepts/statements.js';
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
  type OwnLabels,
  type Role,
  type RoleMatch,
  roleIn,
  rolesIn,
  type TextMark,
} from './evidence/labels/labels.js';
export { columnLabels, documentTitles, lexicon } from './evidence/labels/lexicon.js';
export { answersTo, type PrintedAnswer } from './evidence/labels/nearby/answers-near.js';
export { captionOver, isOverValue, valuesUnderCaptions } from './evidence/labels/nearby/caption-rows.js';
export { captionFit } from './evidence/labels/nearby/caption-words.js';
export { captionedFor, captionedValues, minCaptionFit, type WordsWithCaption } from './evidence/labels/nearby/captioned-values.js';
export { isInColumnOfDates, isOfPeriod } from './evidence/labels/nearby/date-label.js';
export { type PrintedIdentifier, printedIdentifiers } from './evidence/labels/nearby/identifiers-under.js';
export { isFormOfAddress, isPayeeHeading } from './evidence/labels/nearby/party-headings.js';
export { tenderIn } from './evidence/labels/receipt.js';
export { isHalfOfTax, type TaxPart, taxPartOf } from './evidence/labels/tax-parts.js';
export { isFormWording } from './evidence/labels/wording.js';
export { bottom, middle, misalignment, overlap, right, sharesColumn } from './evidence/page/boxes.js';
export { DocumentIndex, indexDocument } from './evidence/page/document-index.js';
export { type HeaderPiece, headerPieces } from './evidence/page/header-pieces.js';
export { type LabelConcept, type PageLine, type Phrase, type PhraseLabel, placed } from './evidence/page/lines.js';
export { boxAround, gapBetween, indexPage, type PageIndex, type Row } from './evidence/page/page-index.js';
export { asksForNoSign } from './evidence/page/signs.js';
export { isTableHeader } from './evidence/page/surroundings.js';
export { hasLegalForm, hasPostalCode, isCountryName } from './evidence/print/addresses.js';
export { canBeCurrency, currencyCodeOf, type PrintedCurrency } from './evidence/print/currency.js';
export { type DateOrder, type DateStyle, datesIn, monthsNamed } from './evidence/print/dates.js';
export { bicHolds, ibanHolds, isCountryCode, isOfficeNumber, luhn, vatIdShape } from './evidence/print/identifiers.js';
export { skeleton } from './evidence/print/look-alikes.js';
export { fold, letters, type Normalised, normalise, squash } from './evidence/print/normalise.js';
export { isPrintedAsMoney, type NumberStyle, numberStyle, numbersIn, type PrintedNumber, readingsIn } from './evidence/print/numbers.js';
export type { RowToken } from './evidence/print/tokens.js';
export { datesAmong, numbersAmong } from './evidence/print/tokens.js';
export { printedIn } from './evidence/printed-in.js';
