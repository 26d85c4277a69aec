import type { Decimal } from '../../contracts/amount.js';
import type { Cell } from '../../contracts/model.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../values/memoize.js';
import { dateCue } from '../judges/country-cues.js';
import { conceptKind } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { labelsIn, markIn } from '../labels/labels.js';
import { canBeCurrency, currencyCodeOf, currencyNamed } from '../print/currency.js';
import { isCurrencyCode } from '../print/identifiers.js';
import { fold } from '../print/normalise.js';
import { readNumber } from '../print/numbers.js';
import type { Typed } from '../type-value.js';
import { sharesColumn } from './boxes.js';
import { type DocumentIndex, SpotIndex } from './document-index.js';
import { boxOf, type Span, type Spot } from './page-index.js';
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
  if (typed.kind === 'date') return daysSaid(typed.day, index, page);
  const found = index.find(printed, page).flatMap((passage) => passage.spans.slice(0, 1));
  const texts = found.length > 0 ? found : amountsSaid(printed, index, page);
  return typed.kind === 'currency' ? [...withCurrency(printed, index), ...texts.filter((span) => speaksOfMoney(span, index))] : texts;
}

/** Where a day is printed; where the country decides between two days, only there, unless nowhere is. */
function daysSaid(day: string, index: DocumentIndex, page: number | undefined): readonly Span[] {
  const places = index.daysAt(day, page);
  if (places.every(({ readings }) => readings.length < 2)) return places;
  const cue = dateCue(index);
  const said = places.filter(({ readings }) => readings.length < 2 || cue === undefined || readings[cue === 'day-first' ? 0 : 1] === day);
  return said.length > 0 ? said : places;
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
 * that has nothing but negative amounts. A whole number may be printed with zeros before it.
 */
function amounts(amount: Decimal, field: Field, index: DocumentIndex, page: number | undefined): readonly Span[] {
  const concept = conceptOf(field);
  const kind = concept && conceptKind(concept);
  const printed = index.amountsAt(amount, page).filter((spot) => kind !== 'amount' || !spot.duration);
  const negated = amount.isZero() ? [] : index.amountsAt(amount.neg(), page);
  const others = signIsFree(field, index) ? negated : negated.filter((spot) => isSignedOtherwise(spot, field, index));
  const found = [...printed, ...others];
  return found.length > 0 ? found : paddedNumbers(index).at(amount.toString(), page);
}

/**
 * Whether the sign of a number is said by something else than a minus: `CR` after a balance, which is a credit or what is owed, a column that has
 * negative amounts only, or one of debits. In a row `CR` tells it from the others.
 */
function isSignedOtherwise(spot: Spot<Decimal>, field: Field, index: DocumentIndex): boolean {
  if (/\p{Nd} ?[cd]r\.?$/iu.test(spot.text)) return !field.path.includes('[]');
  if (spot.readings[0]?.isNegative()) return isNegativeColumn(spot, index);
  return debitMark.test(fold(spot.row.words[spot.to]?.text ?? '')) || debitHeader.test(fold(wordsOver(spot, index)));
}

/** The nearest words over a number in its column, which numbers do not part from it. */
function wordsOver(spot: Span, { rows }: DocumentIndex): string {
  const own = boxOf(spot);
  for (let at = spot.order - 1; at >= Math.max(0, spot.order - maxRowsAbove); at -= 1) {
    const row = rows[at];
    if (!row || row.page !== spot.row.page) break;
    const over = row.words.filter(({ text, box }) => /\p{L}{2}/u.test(text) && sharesColumn(box, own));
    if (over.length > 0) return over.map(({ text }) => text).join(' ');
  }
  return '';
}
/** The header of a page's table is hardly farther. */
const maxRowsAbove = 100;

/** Source: the columns and marks of bank statements, as ISO 20022 `CdtDbtInd` has them, in their languages. */
const debitMark = /^(?:af|d|s|db|dr|debit|debet|soll)$/;
const debitHeader =
  /\b(?:debits?|debet|debe|debito|debiti|soll|belastung(?:en)?|lastschrift|addebit[oi]|dare|cargos?|retiros|adeudos?|saidas?|uscite|af|uit|udgifter|ut|uttag|withdrawals?|(?:paid|money|payments?) out|obciazenia|vydaje)\b/;

/** Whether all numbers of the page over and under this one are negative, and there are some: the sign tells none from another. */
const isNegativeColumn = memoizeByPair((spot: Spot<Decimal>, index: DocumentIndex): boolean => {
  const beneath =
    numbersOnPages(index)
      .get(spot.row.page)
      ?.filter((other) => sharesColumn(boxOf(spot), boxOf(other))) ?? [];
  return beneath.length >= minColumn && beneath.every(({ readings }) => readings.every((reading) => reading.isNegative()));
});
const minColumn = 3;

const numbersOnPages = memoizeByObject((index: DocumentIndex) => Map.groupBy(index.numbers, ({ row }) => row.page));

/** Whole numbers with zeros before them, as meters and lists of positions print them: `00847`. */
const paddedNumbers = memoizeByObject(({ rows }: DocumentIndex): SpotIndex<string> => {
  const plain = { duration: false, percent: false, currency: undefined, decimals: 0 };
  const spots = rows.flatMap((row, order) =>
    row.words.flatMap(({ text }, from) =>
      /^0\d{3,8}$/.test(text) ? [{ ...plain, row, order, from, to: from + 1, text, readings: [String(Number(text))] }] : [],
    ),
  );
  return new SpotIndex(spots);
});

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

const unsigned = new Set(['discount', 'prepaid', 'withholding', 'line_discount']);
/** What a name calls that which is taken off, in the languages of the tables. */
const subtracted =
  /deduct|discount|rebate|withh|abz[uü]g|rabatt|nachlass|korting|inhouding|aftrek|remise|retenue|d[ée]duc|descuento|desconto|retenci|reten[cç]|sconto|trattenut|ritenut|avdrag|fradrag|rabat|v[äa]hennys|alennus|potr[ąa]c|sr[áa][žz]k|slev/i;
/** Whether an amount is always subtracted, so that documents and callers write it with or without a sign. */
export const isUnsigned = (field: Field): boolean =>
  unsigned.has(conceptOf(field) ?? '') ||
  subtracted.test(field.names.slice(field.path.includes('[]') ? -2 : -1).join(' ')) ||
  /\b(?:positive|absolute|without (?:its |a )?sign)\b/i.test(field.description);
export const signIsFree = (field: Field, index: DocumentIndex): boolean => isUnsigned(field) || isCreditNote(index);

/** Whether a short line in the upper half of the first page calls the document a credit note. */
const isCreditNote = memoizeByObject(({ pages: [first] }: DocumentIndex): boolean =>
  (first?.rows ?? []).some(
    ({ box, words, text }) => box.y < (first?.page.height ?? 0) / 2 && words.length <= 6 && markIn(text) === 'credit-note',
  ),
);
