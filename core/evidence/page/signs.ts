import type { Decimal } from '../../contracts/amount.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../values/memoize.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { spelt } from '../labels/concepts/name-words.js';
import { markIn } from '../labels/labels.js';
import { textAbove } from '../labels/nearby/label-beside.js';
import { fold, withoutAccents } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';
import { boxOf, type Span, type Spot } from './page-index.js';

const unsigned = new Set(['discount', 'prepaid', 'withholding', 'line_discount']);

/** Whether an amount is always subtracted, so that documents and callers write it with or without a sign. */
export const isTakenOff = (field: Field): boolean => unsigned.has(conceptOf(field) ?? '') || isSubtracted(field);

/** The same, or whether the caller asks for it without its sign. */
export const isUnsigned = (field: Field): boolean => isTakenOff(field) || asksForNoSign(field);

/** Whether a description says that an amount is given without its sign, `as a positive number`, and not that it may have one: `positive for deposits, else negative`. */
export const asksForNoSign = memoizeByObject(
  ({ description }: Field): boolean =>
    /\b(?:positi[fv][aeo]?|absolute|without (?:its |a )?sign)\b/i.test(description) &&
    !/negati|minus|\b(?:not|non)[ -](?:a )?positi|\bor\b/i.test(description),
);

export const signIsFree = (field: Field, index: DocumentIndex): boolean => isUnsigned(field) || isCreditNote(index);

/** Whether a name says that its amount is taken off: `wage_deductions`, but not `total_before_deductions`. A bare `amount` is that of its array. */
const isSubtracted = memoizeByObject(({ names, path }: Field): boolean => {
  const [parent = '', last = ''] = [names.at(-2), names.at(-1)];
  const isBare = path.includes('[]') && /^(?:amount|value|betrag|belopp|belob|bedrag|montant|importe|importo|valor|kwota)$/.test(last);
  const words = spelt(isBare ? parent : last)
    .split(' ')
    .map(withoutAccents);
  return (words.some((word) => subtracted.test(word)) || received.test(words.join(' '))) && !words.some((word) => kept.test(word));
});

/** Payments of a bill, which it takes off what was owed. */
const received = /\bpayments? (?:received|made|credited)\b|\b(?:received|made) payments?\b/;

/** What is taken off, in the languages of the tables. */
const subtracted =
  /^(?:deductions?|deducted|discounts?|rebates?|withheld|withholdings?|abzug|abzuge|\w*rabatte?|nachlass|\w*korting(?:en)?|inhouding(?:en)?|aftrek|remises?|retenues?|deducciones|deduccion|descuentos?|deducao|deducoes|descontos?|retenciones|retencion|retencao|retencoes|sconti|sconto|trattenut[ae]|ritenut[ae]|avdrag|fradrag|vahennys|alennus|potracenia|potracenie|srazky|srazka|slevy|sleva)$/;
const kept =
  /^(?:before|after|net|gross|without|pre|post|vor|nach|avant|apres|antes|prima|dopo|excl\w*|incl\w*|balance|remaining|base|rate)$/;

/** Whether a short line in the upper half of the first page calls the document a credit note. A row of a statement is about another one. */
const isCreditNote = memoizeByObject((index: DocumentIndex): boolean =>
  index.rows.some(
    ({ page, box, words, text }, order) =>
      page === index.firstPage &&
      box.y < index.heightOf(page) / 2 &&
      words.length <= 6 &&
      markIn(text) === 'credit-note' &&
      !isOfStatement(order, index),
  ),
);

/** Whether a row has a day and an amount, or an amount with its sign. */
const isOfStatement = (order: number, index: DocumentIndex): boolean =>
  index.numbersIn(order).some(({ decimals, readings }) => decimals === 2 && (readings[0]?.isNegative() || index.datesIn(order).length > 0));

/**
 * Whether the sign of a number is said by something else than a minus: `CR` after a balance, which is a credit or what is owed; a column that has
 * negative amounts only; one of debits, or a mark. In a row `CR` tells a number from the others.
 */
export function isSignedOtherwise(spot: Spot<Decimal>, { names, path }: Field, index: DocumentIndex): boolean {
  const isOfBalance = !path.includes('[]') && isBalance({ names });
  if (/\p{Nd} ?[cd]r\.?$/iu.test(spot.text)) return isOfBalance;
  if (isOfBalance && inCredit.test(fold(wordsAfter(spot)))) return true;
  if (spot.readings[0]?.isNegative()) return isNegativeColumn(spot, index);
  if (spot.decimals === 0) return false;
  return sideOf(spot, index) === 'debit';
}

/** Whether a field asks for what an account comes to. */
export const isBalance = ({ names }: Pick<Field, 'names'>): boolean => /balance|saldo|solde|saldi/i.test(names.slice(-2).join(' '));

/** Source: the columns and marks of bank statements, as ISO 20022 `CdtDbtInd` has them, in their languages. */
const debitMark = /^(?:af|db|dr|debit|debet|soll)$/;
const debitHeader =
  /\b(?:debits?|debet|debe|debito|debiti|soll|belastung(?:en)?|lastschrift|addebit[oi]|dare|cargos?|retiros|adeudos?|saidas?|uscite|af|uit|udgifter|uttag|withdrawals?|(?:paid|money|payments?) out|obciazenia|vydaje)\b/;
const creditHeader = /\b(?:credits?|credit[oi]|haber|haben|avere|bij|abonos?|entradas?|entrate|insattning|uznania|gutschrift)\b/;

/** The words after a balance that say whose it is: `£31.40 in credit`, `12,50 EUR zu Ihren Gunsten`. */
const inCredit =
  /^(?:in credit|credit|in (?:your|our) favou?r|(?:zu )?(?:ihren|unseren) gunsten|guthaben|crediteur|debiteur|en (?:votre|notre) faveur|a (?:su|nuestro|seu|nosso|vostro|nostro|suo) fav[oe]re?|a favor|a favore|tegoed|tilgode|till godo|in debit|overdrawn)\b/;
const wordsAfter = ({ row, to }: Span): string =>
  row.words
    .slice(to, to + 3)
    .map(({ text }) => text)
    .join(' ');

/**
 * The letters after amounts that mean debit and credit, where all letters after amounts are those of one pair, and both are printed: `S` and `H` (Soll, Haben),
 * `D` and `C`, `D` and `H` (debe, haber). Alone, a letter may be a class of tax.
 */
const sideLetters = memoizeByObject((index: DocumentIndex): ReadonlyMap<string, Side> => {
  const letters = new Set(index.numbers.flatMap(({ decimals, row, to }) => (decimals > 0 ? (letterIn(row.words[to]?.text) ?? []) : [])));
  const [debit, credit] = pairsOfLetters.find((pair) => letters.size === pair.length && pair.every((letter) => letters.has(letter))) ?? [];
  return new Map(debit && credit ? [[debit, 'debit'] as const, [credit, 'credit'] as const] : []);
});
const pairsOfLetters = [
  ['S', 'H'],
  ['D', 'C'],
  ['D', 'H'],
] as const;
const letterIn = (word = ''): string | undefined => /^\p{Lu}$/u.exec(word)?.[0];

/** The side of an account that an amount is booked on. */
export type Side = 'debit' | 'credit';

/** The side that a letter after an amount or the header over it says; undefined where neither does. */
export function sideOf(spot: Span, index: DocumentIndex): Side | undefined {
  const mark = spot.row.words[spot.to]?.text ?? '';
  const byLetter = sideLetters(index).get(mark);
  if (byLetter) return byLetter;
  if (debitMark.test(fold(mark))) return 'debit';
  const header = withoutAccents(fold(headerOfColumn(spot, index)));
  const [isDebit, isCredit] = [debitHeader.test(header), creditHeader.test(header)];
  return isDebit === isCredit ? undefined : isDebit ? 'debit' : 'credit';
}

/** What stands over a number in its column, however many rows of its table are between. */
export const headerOfColumn = memoizeByPair(
  (spot: Span, index: DocumentIndex): string => textAbove(spot, index, minLetters, maxRowsOfPage)?.text ?? '',
);
const minLetters = 2;
const maxRowsOfPage = 100;

/** Whether all numbers of the document in this one's column are negative, and there are some: the sign tells none from another. */
function isNegativeColumn(spot: Spot<Decimal>, index: DocumentIndex): boolean {
  const at = binOf(spot);
  const column = [at - 1, at, at + 1].flatMap((bin) => columnsOf(index).get(bin) ?? []);
  return column.every(({ isNegative }) => isNegative) && column.reduce((sum, { count }) => sum + count, 0) >= minColumn;
}
const minColumn = 3;

/** The numbers of a document by where they end: how many, and whether all are negative. Those of one column are in a bin or in two beside each other. */
const columnsOf = memoizeByObject((index: DocumentIndex) => {
  const isNegative = ({ readings }: Spot<Decimal>): boolean => readings.every((reading) => reading.isNegative());
  const bins = [...Map.groupBy(index.numbers, binOf)];
  return new Map(bins.map(([bin, spots]) => [bin, { count: spots.length, isNegative: spots.every(isNegative) }]));
});

/** A sign behind a number is left out. */
const binOf = (spot: Spot<Decimal>): number => Math.round(rightEdge(spot) / columnPoints);
const columnPoints = 6;

function rightEdge(spot: Span & { readonly text: string }): number {
  const { x, width } = boxOf(spot);
  return x + width - (/[-\u2012-\u2015\u2212]$/.test(spot.text) ? width / spot.text.length : 0);
}
