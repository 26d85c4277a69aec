import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { type Grounded, held, isUnrefuted } from '../grounded.js';
import { currencyNamedBy, isRate } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { nameParts } from '../labels/concepts/name-words.js';
import { currencyNear, currencyWith, printedCurrencies } from '../labels/nearby/currency-near.js';
import type { DocumentIndex } from '../page/document-index.js';
import { isRead, type Span } from '../page/page-index.js';
import { canBeCurrency, currencyCodeOf } from '../print/currency.js';
import { cap } from '../scoring/caps.js';
import type { Typed } from '../type-value.js';
import { currencyCue } from './country-cues.js';

/** Whether an amount is in the currency that its field names, such as `total_usd`: printed with it, or the only one of the document. */
export function judgeCurrency(typed: Typed, field: Field, spans: readonly Span[], index: DocumentIndex): readonly Cap[] {
  const wanted = currencyNamedBy(field);
  if (wanted === undefined || typed.kind !== 'number' || spans.length === 0) return [];
  const near = spans.flatMap((span) => currencyNear(span, index) ?? []);
  if (near.some((printed) => canBeCurrency(printed, wanted))) return [];
  const { distinct: all, usual } = printedCurrencies(index);
  const [other] = near.length > 0 ? near : usual && all.every((printed) => !canBeCurrency(printed, wanted)) ? all : [];
  if (other) return [cap('label.otherCurrency', `Label conflict: printed in ${other.code}, not in ${wanted}`)];
  return (all.length === 0 ? currencyCue(wanted, index) !== undefined : all.every((printed) => canBeCurrency(printed, wanted)))
    ? []
    : [cap('label.unknownCurrency', `Label conflict: nothing beside it says that this is ${wanted}`)];
}

/**
 * Doubts an amount that is printed with another currency than the one that was read for its object, `{ amount, currency }`. Where most of the
 * object's amounts are, the currency itself is doubtful.
 */
export function judgeCurrencies(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const currencies = new Map(cells.flatMap((cell) => (isCurrency(cell.field) && isUnrefuted(cell) ? [[objectOf(cell.path), cell]] : [])));
  if (currencies.size === 0) return cells;
  const signed = cells.flatMap((cell) => signedAmount(cell, currencies, index) ?? []);
  const doubted = new Map<Grounded, Cap>();
  for (const [currency, amounts] of Map.groupBy(signed, (amount) => amount.currency)) {
    const others = amounts.filter(({ other }) => other !== undefined);
    const targets = others.length * 2 > amounts.length ? [currency] : others.map(({ cell }) => cell);
    const [first] = others;
    if (first)
      for (const target of targets)
        doubted.set(target, cap('label.otherCurrency', `Label conflict: printed in ${first.other}, not in ${currency.value}`));
  }
  return cells.map((cell) => {
    const doubt = doubted.get(cell);
    return doubt ? held(cell, doubt) : cell;
  });
}

interface SignedAmount {
  readonly cell: Grounded;
  readonly currency: Grounded;
  /** The code printed with the amount if the currency of its object cannot be that one. */
  readonly other: string | undefined;
}

/** An amount that is printed with a currency, and the currency that was read for its object. */
function signedAmount(cell: Grounded, currencies: ReadonlyMap<string, Grounded>, index: DocumentIndex): SignedAmount | undefined {
  const currency = isAmount(cell) && currencyNamedBy(cell.field) === undefined ? currencyFor(cell.path, currencies) : undefined;
  const code = currency && currencyCodeOf(String(currency.value).toUpperCase())?.code;
  // OCR takes other marks for currency signs.
  const printed =
    code === undefined ? [] : (cell.evidence?.spans ?? []).flatMap((span) => (isRead(span) ? [] : (currencyWith(span, index) ?? [])));
  const [first] = printed;
  if (!currency || code === undefined || !first) return undefined;
  return { cell, currency, other: printed.some((one) => canBeCurrency(one, code)) ? undefined : first.code };
}

/** Rows have currencies of their own, which the concepts of invoices do not know. */
const isCurrency = (field: Field): boolean =>
  conceptOf(field) === 'currency' || (field.path.includes('[]') && nameParts(field.names.at(-1) ?? '').atoms.has('currency'));

const isAmount = ({ field, value }: Grounded): boolean =>
  field.type === 'number' && value !== null && !isRate({ names: field.names.slice(-1) });

const objectOf = (path: string): string => path.replace(/(?:\.[^.[\]]+|\['(?:[^'\\]|\\.)*'\])$/, '');

/** The currency of the nearest object around a value. */
function currencyFor(path: string, currencies: ReadonlyMap<string, Grounded>): Grounded | undefined {
  for (let object = objectOf(path), inner = path; object !== inner; inner = object, object = objectOf(object.replace(/\[\d+\]$/, ''))) {
    const currency = currencies.get(object);
    if (currency) return currency;
  }
  return undefined;
}

/**
 * The currency of a document: the one that was read, else the one printed with most of its amounts, for a second one stands with few, else
 * the one that is named beside or over its sums.
 */
export function currencyOf(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const read = cells.find((cell) => conceptOf(cell.field) === 'currency' && isUnrefuted(cell))?.value;
  const code = typeof read === 'string' ? currencyCodeOf(read.toUpperCase())?.code : undefined;
  if (code) return code;
  const printed = index.numbers.flatMap((spot) => (spot.currency === undefined ? [] : (currencyCodeOf(spot.currency) ?? [])));
  const times = (one: string): number => printed.filter((found) => canBeCurrency(found, one)).length;
  const [sign] = [...new Set(printed.flatMap((found) => (found.certain ? found.code : [])))].toSorted((a, b) => times(b) - times(a));
  if (sign !== undefined && times(sign) * 2 >= printed.length) return sign;
  const named = cells.flatMap(({ field }) => currencyNamedBy(field) ?? []).find((one) => times(one) * 2 > printed.length);
  return named ?? currencyOfSums(cells, index) ?? sign;
}

const sums: ReadonlySet<string | undefined> = new Set(['total', 'amount_due', 'subtotal']);

function currencyOfSums(cells: readonly Grounded[], index: DocumentIndex): string | undefined {
  const spans = cells.filter((cell) => sums.has(conceptOf(cell.field)) && isUnrefuted(cell)).flatMap((cell) => cell.evidence?.spans ?? []);
  return spans.map((span) => currencyNear(span, index)).find((found) => found?.certain)?.code;
}
