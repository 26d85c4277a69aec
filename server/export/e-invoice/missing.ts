import { unknown } from '../../../core/index.js';
import type { InvoiceFacts, LineFacts } from './facts.js';

type Known = true | string | symbol | object | undefined;

/** What helps where something is missing: the names of fields that say it, the last of which a schema could ask for, what they have to say if not any will do, and its numbers in EN 16931-1. */
type Help = readonly [names: readonly string[], form: string, terms: string];

/**
 * What EN 16931-1 requires of each invoice and the answer does not say, with the caller's field or one that the schema could ask for; of lines
 * with their numbers. A credit note in UBL needs no due date.
 */
export function missingTerms(
  { text, day, lines, totals, seller, buyer, currency, breakdown, fieldOf, ...facts }: InvoiceFacts,
  syntax: 'ubl' | 'cii',
): readonly string[] {
  const needsNoDueDate = (facts.kind === 'credit_note' && syntax === 'ubl') || undefined;
  const header: readonly (readonly [help: Help, ...oneOf: Known[]])[] = [
    [[['invoice_number', `${facts.kind}_number`], '', 'BT-1'], facts.number],
    [[['issue_date'], 'a date', 'BT-2'], day('issue_date')],
    [[['currency'], 'three letters such as EUR', 'BT-5'], currency],
    [
      [['due_date', 'payment_terms', 'due_date'], 'a date, or terms in words', 'BT-9, BT-20'],
      day('due_date'),
      text('payment_terms'),
      needsNoDueDate,
    ],
    [[['seller_name'], '', 'BT-27'], seller.name],
    [[['seller_tax_id', 'tax_id', 'seller_tax_id'], '', 'BT-31, BT-32'], seller.taxId],
    [[['seller_country'], country, 'BT-40'], seller.country],
    [[['buyer_name'], '', 'BT-44'], buyer.name],
    [[['buyer_country'], country, 'BT-55'], buyer.country],
    [[['line_amount', 'line_items[].amount'], 'an amount in each line', 'BT-106'], totals.lines],
    [[['subtotal'], '', 'BT-109'], totals.net],
    [[['tax'], '', 'BT-110'], totals.tax],
    [[['total'], '', 'BT-112'], totals.gross],
    [[['amount_due'], '', 'BT-115'], totals.due],
    [
      [['line_tax_rate', 'tax_rate'], 'the rates whose taxes add up to the tax', 'BG-23'],
      breakdown.find(({ category }) => category !== undefined),
    ],
    [[['line_description', 'line_items'], 'at least one line', 'BG-25'], lines[0]],
  ];
  const sentenceOf = ([names, form, terms]: Help, where = ''): string => {
    const field = names.map(fieldOf).find((one) => one !== undefined);
    if (field === undefined) return `ask for ${names.at(-1)}${form && `, ${form}`} (${terms})`;
    return `${field}${where} is not known${form && `; it has to be ${form}`} (${terms})`;
  };
  return [
    ...header.flatMap(([help, ...oneOf]) => (oneOf.some(isKnown) ? [] : [sentenceOf(help)])),
    ...ofLine.flatMap(([key, help]) => {
      const without = lines.flatMap((line, at) => (isKnown(line[key]) ? [] : [at + 1]));
      if (without.length === 0) return [];
      return [sentenceOf(help, without.length === lines.length ? ' in each line' : ` in line ${without.join(', ')}`)];
    }),
  ];
}

const country = 'two letters such as DE';

const ofLine: readonly (readonly [key: keyof LineFacts, help: Help])[] = [
  ['quantity', [['line_quantity', 'line_items[].quantity'], '', 'BT-129']],
  ['unit', [['line_unit', 'line_items[].unit'], 'a unit such as pcs or kg', 'BT-130']],
  ['amount', [['line_amount', 'line_items[].amount'], '', 'BT-131']],
  ['price', [['line_unit_price', 'line_items[].unit_price'], '', 'BT-146']],
  ['category', [['line_tax_rate', 'line_items[].tax_rate'], 'above zero, with a vat_category such as E where it is zero', 'BT-151']],
  ['name', [['line_description', 'line_items[].description'], '', 'BT-153']],
];

const isKnown = (value: Known): boolean => value !== undefined && value !== unknown;
