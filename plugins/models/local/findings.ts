import type { Field } from '../../../core/index.js';
import { once } from '../../../core/internal.js';
import type { Concept } from '../../../core/text.js';
import { styleOf } from './amounts/amounts.js';
import { type SumConcept, sumConcepts } from './amounts/sum-parts.js';
import { findRate, findTaxes, type Tax } from './amounts/taxes.js';
import { findTotals, type Totals } from './amounts/totals.js';
import type { Find } from './find.js';
import { findAll } from './find-all.js';
import { blocksOf } from './page/blocks.js';
import type { Sheet } from './page/layout.js';
import { best, pairs, wholeText } from './page/pairing.js';
import { findParties } from './parties/parties.js';
import { addressOf, taxIdOf } from './parties/party-details.js';
import { headersOf, headLines } from './table/header.js';
import { headerlessTable } from './table/headerless/headerless-table.js';
import { bodyLines, findTable, gridsOf, type Table } from './table/table.js';
import { findContact } from './values/contacts.js';
import { findCurrency } from './values/currency.js';
import { findDate } from './values/dates.js';
import { findIdentifier } from './values/identifiers.js';
import { findTitle, titleNumber } from './values/title.js';

/** What a document says, found when it is asked for. */
export interface Findings {
  /** Undefined where the document does not say, or the concept is one that nobody asks for. */
  of(concept: Concept): Find | undefined;
  table(): Table | undefined;
  /** Every one, where a document may state several. */
  all(field: Field): readonly Find[];
  /** One for each rate. */
  taxes(): readonly Tax[];
}

export function findingsOf(lines: Sheet): Findings {
  const style = styleOf(lines);
  const headers = headersOf(lines, style);
  const heads = { ...lines, heads: headLines(headers) };
  const grids = gridsOf(heads, headers, style);
  const sheet = { ...heads, body: bodyLines(grids) };
  const totals = once((): Totals => findTotals(sheet, style));
  const blocks = once(() => blocksOf(sheet, 1));
  const parties = once(() => findParties(sheet, blocks()));
  const finders: Readonly<Partial<Record<Concept, () => Find | undefined>>> = {
    ...fromTotals((concept) => totals().finds[concept]),
    invoice_number: () => findIdentifier(sheet, 'invoice_number') ?? titleNumber(sheet),
    order_number: () => findIdentifier(sheet, 'order_number'),
    customer_number: () => findIdentifier(sheet, 'customer_number'),
    issue_date: () => findDate(sheet, 'issue_date'),
    due_date: () => findDate(sheet, 'due_date'),
    delivery_date: () => findDate(sheet, 'delivery_date'),
    order_date: () => findDate(sheet, 'order_date'),
    currency: () => findCurrency(sheet),
    seller_name: () => parties().seller?.find,
    buyer_name: () => parties().buyer?.find,
    seller_address: () => addressOf(blocks(), parties().seller),
    buyer_address: () => addressOf(blocks(), parties().buyer),
    seller_tax_id: () => taxIdOf(sheet, 'seller', parties()),
    buyer_tax_id: () => taxIdOf(sheet, 'buyer', parties()),
    tax_id: () => findContact(sheet, 'tax_id'),
    iban: () => findContact(sheet, 'iban'),
    bic: () => findContact(sheet, 'bic'),
    email: () => findContact(sheet, 'email'),
    phone: () => findContact(sheet, 'phone'),
    website: () => findContact(sheet, 'website'),
    payment_method: () => best(pairs(sheet, { concepts: ['payment_method'], free: true, within: 'other_amount', take: wholeText })),
    payment_terms: () => best(pairs(sheet, { concepts: ['payment_terms'], free: true, take: wholeText })),
    tax_rate: () => findRate(sheet, style),
    document_type: () => findTitle(sheet),
  };
  const taxes = once(() => findTaxes(sheet, style, totals()));
  const table = once(() => {
    const known = { ...totals(), style };
    const found = findTable(grids, known);
    return found?.confidence === 'certain' ? found : better(found, headerlessTable(sheet, known));
  });
  return {
    of: (concept) => finders[concept]?.(),
    all: (field) => findAll(field, { sheet, table: table(), taxes: taxes() }),
    taxes,
    table,
  };
}

/** Rows that add up without a header say more than a table that does not, unless they are the same ones: then the header does. */
function better(table: Table | undefined, rows: Table | undefined): Table | undefined {
  if (!table || !rows) return table ?? rows;
  const lines = new Set(table.items.map(({ line }) => line));
  if (rows.confidence === 'unsure' || rows.items.every(({ line }) => lines.has(line))) return table;
  return rows;
}

const fromTotals = (find: (concept: SumConcept) => Find | undefined): Partial<Record<Concept, () => Find | undefined>> =>
  Object.fromEntries(sumConcepts.map((concept) => [concept, () => find(concept)]));
