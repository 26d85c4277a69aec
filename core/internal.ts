/** What other folders of this repository use of the core beyond its public entries. The package does not export it; it may change at any time. */

export { defaults } from './assembly/defaults.js';
export { isContact } from './evidence/judges/parties/role-signs.js';
export { canBe } from './evidence/judges/values/identifier-shapes.js';
export { roleOf } from './evidence/labels/concepts/concepts.js';
export { currencyNamedBy } from './evidence/labels/concepts/field-currency.js';
export { type IdentifierKind, identifierKind } from './evidence/labels/concepts/identifier-kind.js';
export { ownWords } from './evidence/labels/concepts/own-labels.js';
export { answerIn } from './evidence/labels/concepts/sense.js';
export { choiceIn, type Statement, statedIn, statementOf } from './evidence/labels/concepts/statements.js';
export type { OwnLabels } from './evidence/labels/labels.js';
export { columns, documentTitles, lexicon } from './evidence/labels/lexicon.js';
export { isPayeeHeading } from './evidence/labels/parties/role-heading.js';
export { isWording } from './evidence/labels/parties/wording.js';
export { tenderIn } from './evidence/labels/receipt.js';
export { type TaxPart, taxPartOf } from './evidence/labels/tax-parts.js';
export { bicHolds, isCountryCode } from './evidence/print/identifiers.js';
export { squash } from './evidence/print/normalise.js';
export { incompleteConfidence, isVeto, unopposed, unshown } from './evidence/scoring/caps.js';
export { scoreOf } from './evidence/scoring/weigh.js';
export { eventLoopYielder, waitForIdleLoop, type YieldToEventLoop } from './flow/event-loop.js';
export { type Amounts, type Release, Semaphore } from './flow/semaphore.js';
export { observed, unobserved } from './flow/stage-observer.js';
export { verdict } from './stages/verify.js';
export { requireFewCells } from './values/cell-limit.js';
export { isEmpty, isObject } from './values/json.js';
export { memoize, memoizeByObject, memoizeByPair, once } from './values/memoize.js';
