import type { Decimal } from '../contracts/amount.js';
import type { Cap } from '../contracts/cap.js';
import type { Concept } from '../contracts/concept.js';
import type { Field, Json } from '../contracts/schema.js';
import { decimal } from '../values/money.js';
import { currencyCue, dateCue, isCrown, meantCrown } from './judges/country-cues.js';
import { judgeBounds } from './judges/judge-bounds.js';
import { judgeFormat } from './judges/judge-format.js';
import { conceptOf } from './labels/concepts/concepts.js';
import { spelt } from './labels/concepts/name-words.js';
import { yesOrNoIn } from './labels/concepts/statements.js';
import type { DocumentIndex } from './page/document-index.js';
import { isMoment } from './page/moments.js';
import { withoutNumberSign, withoutSeparators } from './print/affixes.js';
import { currencyCodeOf, currencyNamed, type PrintedCurrency } from './print/currency.js';
import { datesIn } from './print/dates.js';
import { fold, squash, withoutAccents } from './print/normalise.js';
import { readingsIn, readNumber } from './print/numbers.js';
import { cap, reasonText } from './scoring/caps.js';

/** What a printed text means as the schema asks for it. */
export type Typed =
  | { readonly kind: 'number'; readonly value: number; readonly amount: Decimal; readonly caps: readonly Cap[] }
  | { readonly kind: 'date'; readonly value: string; readonly day: string; readonly caps: readonly Cap[] }
  | { readonly kind: 'text'; readonly value: string; readonly caps: readonly Cap[] }
  | { readonly kind: 'currency'; readonly value: string; readonly caps: readonly Cap[] }
  | { readonly kind: 'literal'; readonly value: Json; readonly caps: readonly Cap[] };

/** Why a printed text does not fit the schema. */
export interface Mismatch {
  readonly kind: 'mismatch';
  readonly reason: string;
}

/** Types one printed text. If it can be read in several ways, the document's own conventions decide; what the schema allows is only weighed. */
export function typeValue(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  const typed = typedAs(printed, field, index);
  return typed.kind === 'mismatch' ? typed : { ...typed, caps: [...typed.caps, ...judgeBounds(typed.value, field)] };
}

function typedAs(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  if (field.enum) return enumerated(printed, field, index);
  if (field.type === 'boolean') return truth(printed);
  if (field.type === 'number' || field.type === 'integer') return numeric(printed, field, index);
  if (isDate(field)) return calendar(printed, field, index);
  if (conceptOf(field) === 'currency') return currency(printed, field, index);
  const text = withoutSeparators(printed.replace(/\s+/g, ' '));
  const value = isNumbered(field) ? withoutNumberSign(text) : text;
  return { kind: 'text', value, caps: judgeFormat(printed, field) };
}

const isNumbered = (field: Field): boolean => numbered.has(conceptOf(field));
const numbered = new Set<Concept | undefined>(['invoice_number', 'order_number', 'customer_number']);

/** Whether a field holds a calendar day, by its format or its concept. */
export const isDate = (field: Field): boolean =>
  field.type === 'string' && (field.format === 'date' || field.format === 'date-time' || (conceptOf(field)?.endsWith('_date') ?? false));

function numeric(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  const readings = readingsOf(printed, index);
  const decimalFirst = conceptOf(field) === 'line_quantity';
  const amount = decimalFirst ? readings.at(-1) : readings[0];
  if (!amount) return { kind: 'mismatch', reason: 'the printed text is not one number' };
  const scaled = isFraction(field) && readNumber(printed)?.percent ? amount.div(100) : amount;
  if (field.type === 'integer' && !scaled.isInteger()) return { kind: 'mismatch', reason: 'the printed number is not a whole one' };
  if (!decimal(scaled.toNumber()).eq(scaled))
    return { kind: 'mismatch', reason: 'the printed number has more digits than a JSON number can hold' };
  const ambiguous = readings.length > 1 ? [cap('format.ambiguous', `${reasonText.ambiguous}: ${printed} is ${readings.join(' or ')}`)] : [];
  return { kind: 'number', value: scaled.toNumber(), amount, caps: ambiguous };
}

/** The readings of a text that is a number or contains exactly one: `5 Stk` is 5, `(på 34 320,00)` is 34320, `2 x 3.50` is not one number. */
function readingsOf(printed: string, index: DocumentIndex): readonly Decimal[] {
  const whole = readingsIn(printed, index.style);
  if (whole.length > 0) return whole;
  const inBrackets = readingsIn(bracketed.exec(printed)?.[1] ?? '', index.style);
  if (inBrackets.length > 0) return inBrackets;
  const [only, ...more] = fold(printed)
    .split(' ')
    .map((word) => readingsIn(word, index.style))
    .filter((readings) => readings.length > 0);
  return only && more.length === 0 ? only : [];
}

/** `(på 34 320,00)`: a number that ends a remark in brackets, which are no sign then. */
const bracketed = /^\s*\(\P{Nd}*\p{L}\P{Nd}* ([^()]+)\)\s*$/u;

/** 19 % is 19, unless the description asks for a fraction such as 0.19. */
const isFraction = (field: Field): boolean => /\bfraction\b|\bbetween 0 and 1\b/i.test(field.description);

function calendar(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  const [dayFirst, monthFirst] = datesIn(printed);
  if (!dayFirst) return { kind: 'mismatch', reason: 'the printed text is not a calendar day' };
  const proven = monthFirst && index.dateOrder(printed);
  const cue = monthFirst && !proven ? dateCue(index) : undefined;
  const day = monthFirst && (proven ?? cue) === 'month-first' ? monthFirst : dayFirst;
  const both = `${reasonText.ambiguous}: ${printed} is ${dayFirst} or ${monthFirst}`;
  const order = monthFirst && !proven ? [cap(cue ? 'format.resolvedByCues' : 'format.ambiguous', both)] : [];
  return { kind: 'date', value: written(day, printed, field), day, caps: [...order, ...(isMoment(printed) ? [] : midnight(field))] };
}

const midnight = (field: Field): readonly Cap[] =>
  field.format === 'date-time' ? [cap('format.ambiguous', `${reasonText.ambiguous}: only the day is read, midnight is assumed`)] : [];

const patterns: readonly (readonly [RegExp, (year: string, month: string, day: string) => string])[] = [
  [/\bY{4}-M{2}-D{2}\b|\bISO\b/i, (year, month, day) => `${year}-${month}-${day}`],
  [/\bD{2}\.M{2}\.Y{4}\b/i, (year, month, day) => `${day}.${month}.${year}`],
  [/\bD{2}\/M{2}\/Y{4}\b/i, (year, month, day) => `${day}/${month}/${year}`],
  [/\bM{2}\/D{2}\/Y{4}\b/i, (year, month, day) => `${month}/${day}/${year}`],
];

/** Writes a day as the schema's format or description asks, otherwise as printed. */
function written(iso: string, printed: string, field: Field): string {
  const [year = '', month = '', day = ''] = iso.split('-');
  if (field.format === 'date') return iso;
  if (field.format === 'date-time') return isMoment(printed) ? printed.trim() : `${iso}T00:00:00Z`;
  const wish = [field.description, ...field.hints].join(' ');
  const pattern = patterns.find(([form]) => form.test(wish));
  return pattern ? pattern[1](year, month, day) : printed.trim();
}

function currency(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  const found = inDocument(currencyNamed(printed), index);
  if (!found) return { kind: 'mismatch', reason: 'the printed text is no currency symbol or code' };
  if (asksForSign(field)) return { kind: 'currency', value: printed.trim(), caps: [] };
  return { kind: 'currency', value: found.code, caps: found.certain ? [] : sharedSymbol(printed, found.code, index) };
}

/** Whether a field asks for the sign of a currency as it is printed, whatever currency it means: `currency_symbol`. */
const asksForSign = (field: Field): boolean =>
  /(?:^| )(?:sign|signe|zeichen)(?: |$)|s[iy]mbo|zeichen$/.test(withoutAccents(spelt(field.names.at(-1) ?? '')));

/** What a sign that several countries share means in this document. */
function inDocument(found: PrintedCurrency | undefined, index: DocumentIndex): PrintedCurrency | undefined {
  const code = found && !found.certain && isCrown(found.code) ? meantCrown(index)?.code : undefined;
  return found && code ? { ...found, code } : found;
}

/** A sign such as `$` is certain if the currency's code is printed too; a country in the document is a weaker cue. */
function sharedSymbol(printed: string, code: string, index: DocumentIndex): readonly Cap[] {
  const cue = currencyCue(code, index);
  if (cue === 'code') return [];
  const name = cue === 'country' ? 'format.resolvedByCues' : 'format.ambiguous';
  return [cap(name, `${reasonText.ambiguous}: "${printed}" is used for several currencies, taken for ${code}`)];
}

function truth(printed: string): Typed | Mismatch {
  const value = yesOrNoIn(printed);
  return value === undefined ? { kind: 'mismatch', reason: 'the reading is neither true nor false' } : { kind: 'literal', value, caps: [] };
}

function enumerated(printed: string, field: Field, index: DocumentIndex): Typed | Mismatch {
  const money = sameCurrency(printed, field, index);
  if (money) return { kind: 'currency', value: money.literal, caps: money.certain ? [] : sharedSymbol(printed, money.code, index) };
  const literal =
    field.enum?.find((choice) => String(choice) === printed.trim()) ??
    field.enum?.find((choice) => squash(printed) !== '' && squash(String(choice)) === squash(printed));
  if (literal === undefined) return { kind: 'mismatch', reason: 'the reading is none of the values that the schema allows' };
  return { kind: 'literal', value: literal, caps: [] };
}

/** The allowed literal for a printed currency: a sign, a code and the schema's own spelling all mean the same. */
function sameCurrency(
  printed: string,
  field: Field,
  index: DocumentIndex,
): { readonly literal: string; readonly code: string; readonly certain: boolean } | undefined {
  const found = conceptOf(field) === 'currency' ? inDocument(currencyNamed(printed), index) : undefined;
  const literal = field.enum?.map(String).find((choice) => found && currencyCodeOf(choice.toUpperCase())?.code === found.code);
  return found && literal !== undefined ? { ...found, literal } : undefined;
}

/** The form in which two readings of a field are compared: the number, the day, or the letters and digits, else the signs. */
export function keyOf(typed: Typed): string {
  if (typed.kind === 'number') return typed.amount.toString();
  return typed.kind === 'date' ? typed.day : squash(String(typed.value)) || String(typed.value);
}
