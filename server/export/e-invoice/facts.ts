import {
  amount,
  conceptOf,
  type Decimal,
  decimal,
  type Json,
  type JsonObject,
  minus,
  plus,
  rows,
  type Schema,
  times,
  type Unknown,
  unknown,
} from '../../../core/index.js';
import type { Concept } from '../../../core/text.js';
import { valueAt } from '../../client/evidence.js';
import { type AskedAnswer, creditNoteNumberIn, type InvoiceKind, invoiceKindOf } from './kind.js';

export type AmountFact = Decimal | Unknown;

export interface PartyFacts {
  readonly name: string | undefined;
  readonly address: string | undefined;
  readonly country: string | undefined;
  readonly taxId: string | undefined;
}

/** The category and rate of VAT of a line, or of all lines that have the same. */
export interface VatFacts {
  readonly category: string | undefined;
  readonly rate: AmountFact;
}

export interface LineFacts extends VatFacts {
  readonly position: string;
  readonly name: string | undefined;
  readonly code: string | undefined;
  readonly quantity: AmountFact;
  /** A code of UN/ECE Recommendation 20. */
  readonly unit: string | undefined;
  readonly price: AmountFact;
  readonly amount: AmountFact;
}

export interface VatPart extends VatFacts {
  readonly basis: AmountFact;
  readonly tax: AmountFact;
}

/** The amounts of BT-106, 109, 110, 112 and 115. */
export interface Totals {
  readonly lines: AmountFact;
  readonly net: AmountFact;
  readonly tax: AmountFact;
  readonly gross: AmountFact;
  readonly due: AmountFact;
}

export type Extra = 'discount' | 'charge' | 'prepaid' | 'rounding';

/** What an answer says of an invoice or a credit note, in the business terms of EN 16931-1. */
export interface InvoiceFacts {
  readonly kind: InvoiceKind;
  readonly number: string | undefined;
  /** The number of the invoice that it corrects. */
  readonly preceding: string | undefined;
  readonly text: (concept: Concept) => string | undefined;
  /** 2026-03-31 */
  readonly day: (concept: Concept) => string | undefined;
  /** What is added to the sums or taken from them, as a positive amount of money; not known where it is zero. */
  readonly extra: (concept: Extra) => AmountFact;
  readonly currency: string | undefined;
  readonly buyerReference: string | undefined;
  readonly seller: PartyFacts;
  readonly buyer: PartyFacts;
  readonly lines: readonly LineFacts[];
  readonly totals: Totals;
  /** Of the whole invoice, where all of it has the same. */
  readonly vat: VatFacts | undefined;
  readonly breakdown: readonly VatPart[];
  /** The caller's field of a concept, or of a name: 'customer.country', 'line_items[].unit'. Undefined where the schema asks for none. */
  readonly fieldOf: (name: string) => string | undefined;
}

/**
 * Fields are found by their concept, in any schema; those that are no concept, such as a country, by their name. Nothing is guessed: only the
 * sums that EN 16931 defines are worked out of one another. The amounts of a credit note are positive, also where they are printed with a minus.
 * @throws InputError where nothing says whether it is an invoice or a credit note
 */
export function factsIn(answer: AskedAnswer): InvoiceFacts {
  const { object, schema } = answer;
  const kind = invoiceKindOf(answer);
  const { header, named, list, ofLines } = placesIn(schema);
  const given = (concept: Concept) => at(object, header.get(concept));
  const text = (concept: Concept) => textIn(given(concept));
  const byName = (name: string, form: RegExp) => matching(textIn(at(object, named.get(name))), form);
  const printed = (concept: Concept) => amount(given(concept));
  const isTurned = kind === 'credit_note' && isNegative(or(printed('total'), printed('subtotal')));
  const amountOf = (concept: Concept) => (isTurned ? turned(printed(concept)) : printed(concept));
  const vat = vatOf(byName('vat_category', forms.category), printed('tax_rate'));
  const stated = list === undefined ? [] : rows(at(object, list)).map((row, index) => lineIn(row, ofLines, { index, vat }));
  const lines = isTurned ? stated.map(turnedLine) : stated;
  const totals = totalsOf(lines, amountOf);
  const groups = [...Map.groupBy(lines, keyOf).values()];
  const single = groups.length > 1 ? undefined : vatOf((lines[0] ?? vat).category, (lines[0] ?? vat).rate);
  const party = (role: 'seller' | 'buyer'): PartyFacts => {
    const taxId = text(`${role}_tax_id`) ?? (role === 'seller' ? text('tax_id') : undefined);
    return {
      name: text(`${role}_name`),
      address: text(`${role}_address`)?.replaceAll(/\s*\n\s*/g, ', '),
      country: byName(`${role}_country`, forms.country),
      taxId: taxId && writtenTaxId(taxId),
    };
  };
  const own = kind === 'credit_note' ? creditNoteNumberIn(schema) : undefined;
  return {
    kind,
    number: own ? textIn(at(object, own.path)) : text('invoice_number'),
    preceding: (own && text('invoice_number')) ?? precedingNames.map((name) => byName(name, /./)).find(Boolean),
    text,
    day: (concept) => matching(text(concept), forms.day),
    extra: (concept) => extraOf(concept, amountOf(concept)),
    currency: matching(text('currency'), forms.currency),
    buyerReference: byName('buyer_reference', /./),
    seller: party('seller'),
    buyer: party('buyer'),
    lines,
    totals,
    vat: single,
    fieldOf: (name) => {
      const path =
        header.get(name as Concept) ?? named.get(name) ?? (ofLines.has(name) ? `${list}[]${ofLines.get(name)?.slice(1)}` : undefined);
      return path?.replace(/^\$\.?/, '');
    },
    breakdown: single ? [{ ...single, basis: totals.net, tax: totals.tax }] : partsOf(groups, totals),
  };
}

const precedingNames = ['preceding', 'original', 'corrected'].map((which) => `${which}_invoice_number`);

const forms = { day: /^\d{4}-\d{2}-\d{2}$/, currency: /^[A-Z]{3}$/, country: /^[A-Z]{2}$/, category: /^(?:S|Z|E|AE|K|G|O|L|M|B)$/ };

const matching = (text: string | undefined, form: RegExp): string | undefined => (text !== undefined && form.test(text) ? text : undefined);

const textIn = (value: Json | undefined): string | undefined =>
  (typeof value === 'string' && value.trim() !== '') || typeof value === 'number' ? String(value).trim() : undefined;

const at = (object: JsonObject, path: string | undefined): Json | undefined =>
  path === undefined ? undefined : valueAt<Json>(object, path);

interface Places {
  readonly header: ReadonlyMap<Concept, string>;
  /** By the names on the way: `seller_country` for `$.seller.country`. */
  readonly named: ReadonlyMap<string, string>;
  /** The path of the list of lines, and those of what is known of a line, from the line. */
  readonly list: string | undefined;
  readonly ofLines: ReadonlyMap<string, string>;
}

/** Where a schema asks for what; of two fields that are about the same the first counts. */
function placesIn({ fields }: Schema): Places {
  const concepts = fields.map((field) => [conceptOf(field), field] as const).toReversed();
  const list = concepts.findLast(([concept]) => concept === 'line_description' || concept === 'line_amount')?.[1].path.split('[]')[0];
  const single = concepts.filter(([, { path }]) => !path.includes('[]'));
  const ofList = concepts.flatMap(([concept, { path, names }]) => {
    const [above, below, ...deeper] = path.split('[]');
    return above === list && below !== undefined && deeper.length === 0 ? [{ concept, path: `$${below}`, name: names.at(-1) ?? '' }] : [];
  });
  return {
    header: new Map(single.flatMap(([concept, { path }]) => (concept ? [[concept, path] as const] : []))),
    named: new Map(single.map(([, { names, path }]) => [names.join('_'), path] as const)),
    list,
    ofLines: new Map(ofList.flatMap(({ concept, path, name }) => [...(concept ? [[concept, path] as const] : []), [name, path] as const])),
  };
}

/** A rate above zero is that of category S; what a rate of zero means, only a document says. */
const vatOf = (category: string | undefined, rate: AmountFact): VatFacts => ({
  category: category ?? (rate !== unknown && rate.gt(0) ? 'S' : undefined),
  rate,
});

/** A discount and what is paid are printed with a minus or without one. */
function extraOf(concept: Extra, stated: AmountFact): AmountFact {
  if (stated === unknown || stated.isZero()) return unknown;
  return concept === 'rounding' ? stated : stated.abs();
}

const keyOf = ({ category, rate }: VatFacts): string => `${category} ${rate === unknown ? '' : rate}`;

interface LineContext {
  readonly index: number;
  readonly vat: VatFacts;
}

function lineIn(row: JsonObject, places: ReadonlyMap<string, string>, { index, vat }: LineContext): LineFacts {
  const given = (name: Concept | 'vat_category') => at(row, places.get(name));
  const rate = amount(given('line_tax_rate'));
  const category = matching(textIn(given('vat_category')), forms.category);
  return {
    position: textIn(given('line_position')) ?? String(index + 1),
    name: textIn(given('line_description')),
    code: textIn(given('line_code')),
    quantity: amount(given('line_quantity')),
    unit: unitOf(textIn(given('line_unit')) ?? ''),
    price: amount(given('line_unit_price')),
    amount: amount(given('line_amount')),
    ...(rate === unknown && category === undefined ? vat : vatOf(category, rate)),
  };
}

const isNegative = (value: AmountFact): boolean => value !== unknown && value.isNegative() && !value.isZero();
const turned = (value: AmountFact): AmountFact => (value === unknown || value.isZero() ? value : value.negated());

/** A price has no sign: that of the quantity is the sign of the amount. Source: EN 16931-1, BR-27. */
function turnedLine({ quantity, price, amount: printed, ...line }: LineFacts): LineFacts {
  const own = turned(printed);
  const many = quantity === unknown ? quantity : quantity.abs();
  return { ...line, amount: own, price: price === unknown ? price : price.abs(), quantity: isNegative(own) ? turned(many) : many };
}

/** Printed units, and their codes. Source: UN/ECE Recommendation 20. */
const units: Readonly<Record<string, RegExp>> = {
  H87: /^(?:pcs?|pieces?|stk|stück|st|szt|ks|pz|ud|each|ea)$/,
  HUR: /^(?:h|hrs?|hours?|std|stunden?)$/,
  DAY: /^(?:days?|tage?|jours?)$/,
  MON: /^(?:months?|monate?|mois)$/,
  KGM: /^kg$/,
  MTR: /^m$/,
  MTK: /^m[2²]$/,
  KMT: /^km$/,
  LTR: /^(?:l|litres?|liters?)$/,
  KWH: /^kwh$/,
};

const unitOf = (printed: string): string | undefined => {
  const unit = printed.replace(/\.$/, '');
  return Object.entries(units).find(([code, names]) => code === unit || names.test(unit.toLowerCase()))?.[0];
};

type InvoiceSums = Pick<Totals, 'net' | 'tax' | 'gross'>;

/** What is stated, or else what the other sums leave for it. Source: EN 16931-1, BR-CO-10, 13, 15 and 16. */
function totalsOf(lines: readonly LineFacts[], stated: (concept: Concept) => AmountFact): Totals {
  const given: InvoiceSums = { net: stated('subtotal'), tax: stated('tax'), gross: stated('total') };
  const known: InvoiceSums = {
    net: or(given.net, minus(given.gross, given.tax)),
    tax: or(given.tax, minus(given.gross, given.net)),
    gross: or(given.gross, plus(given.net, given.tax)),
  };
  const rounding = or(stated('rounding'), decimal(0));
  return {
    ...known,
    lines: lines.length > 0 ? plus(...lines.map((line) => line.amount)) : unknown,
    due: or(stated('amount_due'), minus(plus(known.gross, rounding), or(extraOf('prepaid', stated('prepaid')), decimal(0)))),
  };
}

const or = (stated: AmountFact, other: AmountFact): AmountFact => (stated === unknown ? other : stated);

/** The VAT of lines with different rates, if its taxes are that of the invoice; none where they are not, as after a discount. */
function partsOf(groups: readonly (readonly LineFacts[])[], totals: Totals): readonly VatPart[] {
  const parts = groups.flatMap((lines): readonly VatPart[] => {
    const [line] = lines;
    if (!line) return [];
    const basis = plus(...lines.map((one) => one.amount));
    const tax = times(basis, line.rate, decimal('0.01'));
    return [{ category: line.category, rate: line.rate, basis, tax: tax === unknown ? unknown : tax.toDecimalPlaces(2) }];
  });
  const off = minus(totals.tax, ...parts.map(({ tax }) => tax));
  return off !== unknown && off.isZero() ? parts : [];
}

/** Whether a tax number is a VAT identifier, which begins with the country. Source: EN 16931-1, BR-CO-09. */
export const isVatId = (number: string): boolean => /^[A-Z]{2}[A-Z]{0,2}\d/.test(number);

/** A tax number as it is written: a VAT identifier without the spaces, dots and hyphens of print, another one as it is. */
function writtenTaxId(printed: string): string {
  const joined = printed.replaceAll(/[\s.-]/g, '');
  return isVatId(joined) ? joined : printed;
}
