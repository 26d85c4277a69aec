import type { Decimal } from '../../contracts/amount.js';
import type { Cell } from '../../contracts/model.js';
import type { Field } from '../../contracts/schema.js';
import { dateCue } from '../judges/country-cues.js';
import { asksForRate, conceptKind } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { labelsIn } from '../labels/labels.js';
import { canBeCurrency, currencyCodeOf, currencyNamed } from '../print/currency.js';
import { datesIn } from '../print/dates.js';
import { isCurrencyCode } from '../print/identifiers.js';
import { readNumber } from '../print/numbers.js';
import type { Typed } from '../type-value.js';
import type { DocumentIndex } from './document-index.js';
import { inOtherUnit, isInOtherUnit } from './minor-units.js';
import { byTheClock, byTimeBeside, isLength, timeStated, timesAt, timesOf, timeWritten } from './moments.js';
import { paddedNumbers } from './padded-numbers.js';
import type { Span } from './page-index.js';
import { isSignedOtherwise, signIsFree } from './signs.js';
import { isTableHeader } from './surroundings.js';

/** A reader's value for a field: the text as printed, and what it means. */
export interface ClaimedValue {
  readonly field: Field;
  readonly printed: string;
  readonly typed: Typed;
}

/** One cell's claim, and every place where its value is printed. */
export interface LocatedValue extends ClaimedValue {
  readonly cell: Cell;
  readonly occurrences: readonly Span[];
}

/** Every place where a typed value is printed, on one page if one is given: numbers and dates by value, texts by letters and digits. */
export function occurrencesOf({ typed, printed, field }: ClaimedValue, index: DocumentIndex, page?: number): readonly Span[] {
  if (typed.kind === 'number') return amounts(typed.amount, field, index, page);
  if (typed.kind === 'date') return atItsTime(daysSaid(typed.day, index, page), printed, index);
  const found = index.find(printed, page).flatMap((passage) => passage.spans.slice(0, 1));
  const texts = found.length > 0 ? found : [...amountsSaid(printed, index, page), ...timesAt(timeWritten(printed) ?? '', index, page)];
  return typed.kind === 'currency' ? [...withCurrency(printed, index), ...texts.filter((span) => speaksOfMoney(span, index))] : texts;
}

/** Where a day is printed; where the country decides between two days, only there, unless nowhere is. */
function daysSaid(day: string, index: DocumentIndex, page: number | undefined): readonly Span[] {
  const places = index.daysAt(day, page);
  if (places.every(({ text }) => datesIn(text).length < 2)) return places;
  const cue = dateCue(index);
  const said = places.filter(
    ({ readings, text }) =>
      datesIn(text).length < 2 || readings.length < 2 || cue === undefined || readings[cue === 'day-first' ? 0 : 1] === day,
  );
  return said.length > 0 ? said : places;
}

/** Of the places of a day those at the time that is stated with it, if there are such: a car comes and goes on one day. */
function atItsTime(days: readonly Span[], printed: string, index: DocumentIndex): readonly Span[] {
  const time = timeStated(printed);
  return (time === undefined ? undefined : byTimeBeside(days, index).get(time)) ?? days;
}

/** A text that is an amount with its currency, `EUR 1.234,50`, may be printed in another way: `€1,234.50`. */
function amountsSaid(text: string, index: DocumentIndex, page: number | undefined): readonly Span[] {
  const { readings = [], currency } = readNumber(text.trim()) ?? {};
  const said = currency === undefined ? undefined : currencyCodeOf(currency);
  if (!said) return [];
  return readings
    .flatMap((reading) => index.amountsAt(reading, page))
    .filter((spot) => {
      const own = spot.currency === undefined ? undefined : currencyCodeOf(spot.currency);
      return own !== undefined && (canBeCurrency(own, said.code) || canBeCurrency(said, own.code));
    });
}

/**
 * The sign must match, except for amounts that are subtracted and often printed without one: discounts, prepayments, credit notes; and in a column
 * that has nothing but negative amounts. A whole number may be printed with zeros or a number sign before it, a length of time by the clock, and a price in the
 * hundredth part of its currency.
 */
function amounts(amount: Decimal, field: Field, index: DocumentIndex, page: number | undefined): readonly Span[] {
  const concept = conceptOf(field);
  const kind = concept && conceptKind(concept);
  const printed = index.amountsAt(amount, page).filter((spot) => (kind !== 'amount' || !spot.duration) && !isInOtherUnit(spot, field));
  const negated = amount.isZero() ? [] : index.amountsAt(amount.neg(), page);
  const others = signIsFree(field, index) ? negated : negated.filter((spot) => isSignedOtherwise(spot, field, index));
  const stated = [...printed, ...others];
  const found = stated.length > 0 ? stated : inOtherUnit(amount, field, index, page);
  const isPadded = kind !== 'amount' && !asksForRate(field) && found.length === 0 && index.amountsAt(amount).length === 0;
  if (!isPadded) return found;
  const padded = paddedNumbers(index).at(amount.toString(), page);
  const time = padded.length > 0 ? undefined : byTheClock(amount, field);
  return time === undefined ? padded : timesAt(time, index, page).filter(({ row }) => isLength(time, timesOf(row.text)));
}

function withCurrency(printed: string, index: DocumentIndex): readonly Span[] {
  const code = currencyNamed(printed)?.code;
  return index.numbers.filter((spot) => spot.currency !== undefined && currencyCodeOf(spot.currency)?.code === code);
}

/**
 * Whether a code or a name means a currency. A name of several words always does, `US Dollars`. A code does in a row that names an amount,
 * `Total (EUR)`; unless it is also a word, it does in a row with an amount and alone under one. PEN in a row about pencils does not.
 */
function speaksOfMoney(span: Span, index: DocumentIndex): boolean {
  const { row, order, from, to } = span;
  const named = labelsIn(row.text).some(
    ({ concept }) => concept === 'currency' || (concept !== 'own' && conceptKind(concept) === 'amount'),
  );
  if (named || isTableHeader(row)) return true;
  const code = row.words[from]?.text ?? '';
  if (to - from > 1) return true;
  if (!isCurrencyCode(code) || words.has(code)) return false;
  const alone = row.words.length === 1 && row.page === index.rows[order - 1]?.page;
  return [order, ...(alone ? [order - 1, order - 2] : [])].some((at) => index.numbersIn(at).some(({ decimals }) => decimals > 0));
}
/** Codes that are also words. */
const words = new Set(['ALL', 'AMD', 'BAM', 'BOB', 'COP', 'CUP', 'GEL', 'LAK', 'MAD', 'MOP', 'PEN', 'RON', 'SOS', 'TOP', 'TRY']);
