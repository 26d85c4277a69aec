import type { Concept } from '../../../core/index.js';
import { styleOf } from './amounts.js';
import { findContact, takeTaxId } from './contacts.js';
import { findCurrency } from './currency.js';
import { findDate } from './dates.js';
import type { Find } from './find.js';
import { headersOf, headLines } from './header.js';
import { findIdentifier } from './identifiers.js';
import type { Sheet } from './layout.js';
import { best, pairs, wholeText } from './pairing.js';
import { findParties, type Parties } from './parties.js';
import { findRate } from './rates.js';
import { bodyLines, findTable, gridsOf, type Table } from './table.js';
import { findTotals, type Totals } from './totals.js';

/** What a document says, found when it is asked for. */
export interface Findings {
  of(concept: Concept): Find | undefined;
  table(): Table | undefined;
}

export function findingsOf(lines: Sheet): Findings {
  const style = styleOf(lines);
  const headers = headersOf(lines, style);
  const heads = { ...lines, heads: headLines(headers) };
  const grids = gridsOf(heads, headers);
  const sheet = { ...heads, body: bodyLines(grids) };
  const totals = once((): Totals => findTotals(sheet, style));
  const parties = once((): Parties => findParties(sheet));
  const finders: Readonly<Partial<Record<Concept, () => Find | undefined>>> = {
    ...fromTotals((concept) => totals().finds[concept]),
    invoice_number: () => findIdentifier(sheet, 'invoice_number'),
    order_number: () => findIdentifier(sheet, 'order_number'),
    customer_number: () => findIdentifier(sheet, 'customer_number'),
    issue_date: () => findDate(sheet, 'issue_date'),
    due_date: () => findDate(sheet, 'due_date'),
    delivery_date: () => findDate(sheet, 'delivery_date'),
    order_date: () => findDate(sheet, 'order_date'),
    currency: () => findCurrency(sheet),
    seller_name: () => parties().seller,
    buyer_name: () => parties().buyer,
    seller_tax_id: () => best(pairs(sheet, { concepts: ['seller_tax_id', 'tax_id'], take: takeTaxId })),
    buyer_tax_id: () => best(pairs(sheet, { concepts: ['buyer_tax_id'], take: takeTaxId })),
    tax_id: () => findContact(sheet, 'tax_id'),
    iban: () => findContact(sheet, 'iban'),
    bic: () => findContact(sheet, 'bic'),
    email: () => findContact(sheet, 'email'),
    phone: () => findContact(sheet, 'phone'),
    website: () => findContact(sheet, 'website'),
    payment_terms: () => best(pairs(sheet, { concepts: ['payment_terms'], take: wholeText })),
    tax_rate: () => findRate(sheet, style),
  };
  return {
    of: (concept) => finders[concept]?.(),
    table: once(() => findTable(grids, { sums: totals().sums, style })),
  };
}

const sums = ['subtotal', 'tax', 'total', 'amount_due', 'discount', 'charge', 'tip', 'rounding', 'withholding', 'prepaid'] as const;

const fromTotals = (find: (concept: (typeof sums)[number]) => Find | undefined): Partial<Record<Concept, () => Find | undefined>> =>
  Object.fromEntries(sums.map((concept) => [concept, () => find(concept)]));

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
