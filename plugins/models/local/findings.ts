import { type Field, once } from '../../../core/index.js';
import type { Concept, PlaceKind } from '../../../core/text.js';
import { styleOf } from './amounts/amounts.js';
import { type SumConcept, sumConcepts } from './amounts/sum-parts.js';
import { findRate, findTaxes, type RateTax } from './amounts/taxes.js';
import { type DocumentTotals, findTotals } from './amounts/totals.js';
import type { Find } from './find.js';
import { findAll } from './find-all.js';
import { blocksOf } from './page/blocks.js';
import type { DocumentLayout } from './page/layout.js';
import { best, pairs, wholeText } from './page/pairing.js';
import { addressPartOf } from './parties/address-parts.js';
import { findParties } from './parties/parties.js';
import { addressOf, taxIdOf } from './parties/party-details.js';
import { headersOf, headLines } from './table/header.js';
import { headerlessTable } from './table/headerless/headerless-table.js';
import { bodyLines, findTable, gridsOf, type ItemTable } from './table/table.js';
import { findContact } from './values/contacts.js';
import { findCurrency } from './values/currency.js';
import { findDate } from './values/dates.js';
import { findIdentifier } from './values/identifiers.js';
import { emailOf } from './values/party-emails.js';
import { findTitle } from './values/title.js';
import { titleNumber } from './values/title-number.js';

/** What a document says. Each value is searched for when it is first asked for. */
export interface DocumentFindings {
  /** Undefined where the document does not say, or where no finder exists for the concept. */
  of(concept: Concept): Find | undefined;
  table(): ItemTable | undefined;
  /** The mailbox of a party. */
  email(party: 'seller' | 'buyer'): Find | undefined;
  /** A part of a party's address, such as its town. */
  place(kind: PlaceKind, party: 'seller' | 'buyer'): Find | undefined;
  /** Every value of a field that a document may state several times. */
  all(field: Field): readonly Find[];
  /** One entry for each tax rate. */
  taxes(): readonly RateTax[];
}

export function findingsOf(lines: DocumentLayout): DocumentFindings {
  const style = styleOf(lines);
  const headers = headersOf(lines, style);
  const heads = { ...lines, heads: headLines(headers) };
  const grids = gridsOf(heads, headers, style);
  const layout = { ...heads, body: bodyLines(grids) };
  const totals = once((): DocumentTotals => findTotals(layout, style));
  const blocks = once(() => blocksOf(layout, layout.firstPage));
  const parties = once(() => findParties(layout, blocks()));
  const finders: Readonly<Partial<Record<Concept, () => Find | undefined>>> = {
    ...fromTotals((concept) => totals().finds[concept]),
    invoice_number: () => findIdentifier(layout, 'invoice_number') ?? titleNumber(layout),
    order_number: () => findIdentifier(layout, 'order_number'),
    customer_number: () => findIdentifier(layout, 'customer_number'),
    issue_date: () => findDate(layout, 'issue_date'),
    due_date: () => findDate(layout, 'due_date'),
    delivery_date: () => findDate(layout, 'delivery_date'),
    order_date: () => findDate(layout, 'order_date'),
    currency: () => findCurrency(layout),
    seller_name: () => parties().seller?.find,
    buyer_name: () => parties().buyer?.find,
    seller_address: () => addressOf(blocks(), parties().seller),
    buyer_address: () => addressOf(blocks(), parties().buyer),
    seller_tax_id: () => taxIdOf(layout, 'seller', parties()),
    buyer_tax_id: () => taxIdOf(layout, 'buyer', parties()),
    tax_id: () => findContact(layout, 'tax_id'),
    iban: () => findContact(layout, 'iban'),
    bic: () => findContact(layout, 'bic'),
    email: () => findContact(layout, 'email'),
    phone: () => findContact(layout, 'phone'),
    website: () => findContact(layout, 'website'),
    payment_method: () => best(pairs(layout, { concepts: ['payment_method'], free: true, within: 'other_amount', take: wholeText })),
    payment_terms: () => best(pairs(layout, { concepts: ['payment_terms'], free: true, take: wholeText })),
    tax_rate: () => findRate(layout, style),
    document_type: () => findTitle(layout),
  };
  const taxes = once(() => findTaxes(layout, style, totals()));
  const table = once(() => {
    const known = { ...totals(), style };
    const found = findTable(grids, known);
    return found?.confidence === 'certain' ? found : better(found, headerlessTable(layout, known));
  });
  return {
    of: (concept) => finders[concept]?.(),
    email: (party) => emailOf(layout, party, parties()),
    place: (kind, party) => addressPartOf(blocks(), kind, { party, names: parties() }),
    all: (field) => findAll(field, { layout, table: table(), taxes: taxes() }),
    taxes,
    table,
  };
}

/**
 * Rows that add up without a header beat a table that does not add up. Where both found the same rows, or most of them and their products
 * hold, the table with the header wins.
 */
function better(table: ItemTable | undefined, rows: ItemTable | undefined): ItemTable | undefined {
  if (!table || !rows) return table ?? rows;
  const lines = new Set(table.items.map(({ line }) => line));
  const shared = rows.items.filter(({ line }) => lines.has(line)).length;
  if (rows.confidence === 'unsure' || shared === rows.items.length) return table;
  if (table.confidence === 'likely' && shared * 2 > rows.items.length) return table;
  return rows;
}

const fromTotals = (find: (concept: SumConcept) => Find | undefined): Partial<Record<Concept, () => Find | undefined>> =>
  Object.fromEntries(sumConcepts.map((concept) => [concept, () => find(concept)]));
