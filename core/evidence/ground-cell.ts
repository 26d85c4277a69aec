import { unknown } from '../contracts/amount.js';
import type { Cap } from '../contracts/cap.js';
import type { Cell, CellConfidence } from '../contracts/model.js';
import type { Field } from '../contracts/schema.js';
import { isPlainRow } from '../schema/path.js';
import { absent, type Grounded } from './grounded.js';
import { judgeAbsence, judgeExpected } from './judges/judge-absence.js';
import { judgeBox } from './judges/judge-box.js';
import { judgeCurrency } from './judges/judge-currency.js';
import { judgeDay, judgeKind, judgePercent, judgeSense, judgeSign, judgeUnit } from './judges/judge-kind.js';
import { judgeLabel, type LabelVerdict } from './judges/judge-label.js';
import { judgePart } from './judges/judge-part.js';
import { judgeTime } from './judges/judge-time.js';
import { judgeFootDate, judgeUniqueness } from './judges/judge-uniqueness.js';
import { judgeName, judgePartyName } from './judges/parties/judge-name.js';
import { judgeOwner, judgeTaxNumber } from './judges/parties/judge-owner.js';
import { judgeRole } from './judges/parties/judge-role.js';
import { identifierKind, partyOf } from './labels/concepts/concept-kind.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { misreadIn, proveByPicture } from './ocr/prove-by-picture.js';
import type { DocumentIndex } from './page/document-index.js';
import { occurrencesOf } from './page/occurrences.js';
import type { Span } from './page/page-index.js';
import { isTakenOff, isUnsigned } from './page/signs.js';
import { bareTaxNumber } from './print/identifiers.js';
import { type Proof, prove, wordsBefore } from './prove.js';
import { cap, reasonText } from './scoring/caps.js';
import { keyOf, type Typed, typeValue } from './type-value.js';

/** Types one cell of a reader, finds it on the page, and collects the caps that follow from the page. */
export function groundCell(cell: Cell, field: Field, index: DocumentIndex): Grounded {
  if (cell.value === null || cell.value.trim() === '')
    return absent(cell.path, field, [judgeAbsence(field, index), ...judgeExpected(field), wordOnAbsence(cell.confidence)]);
  const typed = typeValue(cell.value, field, index);
  if (typed.kind === 'mismatch') {
    return absent(cell.path, field, [cap('absence.mistyped', `Not present: ${typed.reason}`)]);
  }
  const claim = { cell, printed: cell.value, typed, field };
  const occurrences = occurrencesOf(claim, index, pageOfRow(cell, field, index));
  const proof = proveByPicture(prove({ ...claim, occurrences }, index), { ...claim, occurrences }, index);
  const label = judge(field, proof, occurrences, index);
  const doubts = [
    ...judgeUniqueness({ typed, field, occurrences, misread: misreadIn(proof) }, index),
    ...judgePartyName(cell.value, { field, spans: proof.evidence?.spans ?? [], label: label?.label }, index),
    ...judgeName(cell.value, { field, spans: proof.evidence?.spans ?? [] }, index),
    ...judgeFootDate(field, occurrences, index),
    ...judgeDay({ typed, printed: cell.value }, occurrences, index),
    ...judgeTime(claim, occurrences, index),
    ...judgeCurrency(typed, field, proof.evidence?.spans ?? [], index),
    ...judgeOwner(field, occurrences.length > 0 ? occurrences : (proof.evidence?.spans ?? []), index),
    ...judgeSense(typed, field, proof.evidence?.spans ?? [], index),
    ...judgeKind(cell.value, field),
    ...judgePart(cell.value, field, occurrences),
    ...judgeBox(field, occurrences, index),
    ...judgeUnit(typed, field, proof.evidence?.spans ?? []),
    ...judgePercent(typed, field, { spans: proof.evidence?.spans ?? [], index }),
    ...judgeSign(typed, { spans: proof.evidence?.spans ?? [], isUnsigned: isUnsigned(field) }, index),
  ];
  return {
    path: cell.path,
    field,
    value: typed.value,
    amount: typed.kind === 'number' ? typed.amount : unknown,
    key: keyFor(field, typed),
    caps: [...proof.caps, ...(label ? [label.cap] : []), ...doubts, ...typed.caps, modelCap(cell), ...statedCaps(cell)],
    ...(proof.evidence && { evidence: proof.evidence }),
    ...(!cell.quote && cell.page === null && { unquoted: true }),
    ...(label?.label && { label: label.label }),
    occurrences,
    notes: proof.notes,
  };
}

/** The form in which the readings of a field are compared: a tax number without its country, and what is always taken off without its sign. */
function keyFor(field: Field, typed: Typed): string {
  if (typed.kind === 'number' && isTakenOff(field)) return typed.amount.abs().toString();
  return identifierKind(field) === 'taxId' ? bareTaxNumber(keyOf(typed)) : keyOf(typed);
}

/** Cells of rows are searched on the page of their row only, because a long table may print every number a thousand times. */
function pageOfRow(cell: Cell, field: Field, index: DocumentIndex): number | undefined {
  if (!field.path.includes('[]') || !cell.quote) return undefined;
  const cited = cell.page === null ? [] : index.find(cell.quote, cell.page);
  return (cited[0] ?? index.find(cell.quote)[0])?.page;
}

/** A leaf without a cell: a null that the reader did not even claim. */
export const unanswered = (path: string, field: Field, index: DocumentIndex): Grounded => ({
  ...absent(path, field, [judgeAbsence(field, index), ...judgeExpected(field)]),
  notes: ['the reader gave no answer for this field'],
});

/** Judges the label beside a value; for a party also its block. Rows are judged by their table, and a currency by its sign, elsewhere. */
function judge(field: Field, proof: Proof, occurrences: readonly Span[], index: DocumentIndex): LabelVerdict | undefined {
  const { evidence } = proof;
  if (!evidence || (field.path.includes('[]') && !isPlainRow(field.path))) return undefined;
  const places = occurrences.length > 0 ? occurrences : evidence.spans;
  if (conceptOf(field) === 'currency') return undefined;
  const party = partyOf(field);
  const quotedBefore = wordsBefore(proof);
  const label = judgeLabel(field, { occurrences: places, ...(quotedBefore !== undefined && { quotedBefore }) }, index);
  if (!party) return label;
  const role = judgeRole(party, places, index);
  if (role.cap.name !== 'label.unknownRole') return role;
  const owned = judgeTaxNumber(party, { field, spans: places }, index);
  return label.label !== undefined && owned?.cap.name !== 'label.otherParty' ? label : (owned ?? role);
}

/** What an extractor says of how sure it is of its value. */
function statedCaps({ stated }: Cell): readonly Cap[] {
  if (stated === undefined) return [];
  const word = stated >= 0.95 ? 'certain' : stated >= 0.8 ? 'likely' : stated >= 0.5 ? 'unsure' : 'guess';
  return [cap(`stated.${word}`, `${reasonText.exact}: its extractor says that it is sure to ${Math.round(stated * 100)} %`)];
}

const confidences = new Set<CellConfidence>(['certain', 'likely', 'unsure', 'guess']);

/** What a reader says of a value, or of rows, that it did not find. */
export const wordOnAbsence = (confidence: CellConfidence): Cap => modelCap({ confidence, reason: 'exact' }, 'Not present');

/** Any other word counts as a guess, because plugins may come from anybody. */
function modelCap(cell: Pick<Cell, 'confidence' | 'reason'>, reason: string = reasonText[cell.reason] ?? reasonText.exact): Cap {
  const word = confidences.has(cell.confidence) ? cell.confidence : 'guess';
  if (word === 'certain') return cap('model.certain', reason);
  const though =
    reason === reasonText.exact ? 'printed so, but the reader was not certain that it belongs here' : 'the reader was not certain';
  return cap(`model.${word}`, `${reason}: ${though} (${cell.confidence})`);
}
