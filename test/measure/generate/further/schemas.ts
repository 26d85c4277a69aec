import type { Json, JsonObject } from '../../../../core/index.js';

/** What a generated document can be asked for beyond the fields of an invoice. `second_total` is in the other currency. */
export type FurtherFact =
  | 'kind'
  | 'seller_tax_id'
  | 'seller_email'
  | 'seller_street'
  | 'seller_city'
  | 'seller_country'
  | 'buyer_tax_id'
  | 'buyer_email'
  | 'buyer_city'
  | 'iban'
  | 'bic'
  | 'order_number'
  | 'customer_number'
  | 'reverse_charge'
  | 'payment_method'
  | 'first_total'
  | 'second_total';

/** What a row of the table, or of the taxes, can be asked for. */
export type RowFact = 'description' | 'night' | 'quantity' | 'amount' | 'gross' | 'exchanged';
export type TaxFact = 'rate' | 'base' | 'tax';

/** Names that a user may give to all this: the path of each fact, of the arrays, and of the cells in them. */
export interface Naming {
  readonly facts: Readonly<Partial<Record<FurtherFact, string>>>;
  readonly rows: { readonly path: string; readonly cells: Readonly<Record<RowFact, string>> };
  readonly taxes?: { readonly path: string; readonly cells: Readonly<Record<TaxFact, string>> };
}

/** The currencies of a document, and what its table holds. */
export interface Asked {
  readonly currency: string;
  readonly other: string;
  readonly table: 'goods' | 'services' | 'nights';
}

const ledger = ({ currency, other, table }: Asked): Naming => ({
  facts: {
    kind: 'document_type',
    seller_tax_id: 'supplier.vat_id',
    seller_email: 'supplier.email',
    seller_street: 'supplier.street',
    seller_city: 'supplier.city',
    seller_country: 'supplier.country',
    buyer_tax_id: 'customer.vat_id',
    buyer_email: 'customer.email',
    buyer_city: 'customer.city',
    iban: 'bank.iban',
    bic: 'bank.bic',
    reverse_charge: 'reverse_charge',
    payment_method: 'payment.method',
    first_total: `total_${currency.toLowerCase()}`,
    second_total: `total_${other.toLowerCase()}`,
  },
  rows: {
    path: { goods: 'charges', services: 'services', nights: 'nights' }[table],
    cells: {
      description: 'description',
      night: 'date',
      quantity: 'quantity',
      amount: 'net_amount',
      gross: 'gross_amount',
      exchanged: `amount_${other.toLowerCase()}`,
    },
  },
  taxes: { path: 'vat', cells: { rate: 'rate', base: 'base', tax: 'amount' } },
});

const flat = ({ other, table }: Asked): Naming => ({
  facts: {
    seller_tax_id: 'sellerVatNumber',
    seller_email: 'sellerEmail',
    buyer_email: 'buyerEmail',
    iban: 'iban',
    bic: 'swift_code',
    order_number: 'poNumber',
    customer_number: 'customerNumber',
    reverse_charge: 'isReverseCharge',
    payment_method: 'paymentMethod',
    second_total: `totalIn${other[0]}${other.slice(1).toLowerCase()}`,
  },
  rows: {
    path: { goods: 'positions', services: 'jobs', nights: 'stays' }[table],
    cells: { description: 'text', night: 'night', quantity: 'qty', amount: 'amount', gross: 'amountInclTax', exchanged: `amount${other}` },
  },
});

const german = ({ currency, other, table }: Asked): Naming => ({
  facts: {
    kind: 'belegart',
    seller_tax_id: 'lieferant.ust_id',
    seller_email: 'lieferant.email',
    seller_city: 'lieferant.ort',
    buyer_tax_id: 'kunde.ust_id',
    buyer_email: 'kunde.email',
    buyer_city: 'kunde.ort',
    iban: 'bankverbindung.iban',
    bic: 'bankverbindung.bic',
    order_number: 'bestellnummer',
    customer_number: 'kundennummer',
    reverse_charge: 'reverse_charge',
    first_total: `gesamtbetrag_${currency.toLowerCase()}`,
    second_total: `gesamtbetrag_${other.toLowerCase()}`,
  },
  rows: {
    path: { goods: 'posten', services: 'leistungen', nights: 'naechte' }[table],
    cells: {
      description: 'bezeichnung',
      night: 'datum',
      quantity: 'menge',
      amount: 'betrag_netto',
      gross: 'betrag_brutto',
      exchanged: `betrag_${other.toLowerCase()}`,
    },
  },
  taxes: { path: 'steuern', cells: { rate: 'satz', base: 'netto', tax: 'betrag' } },
});

export const namings = [ledger, flat, german] as const;

const text = { type: 'string' };
const number = { type: 'number' };

const types: Readonly<Record<FurtherFact, JsonObject>> = {
  kind: { type: 'string', enum: ['invoice', 'credit_note', 'receipt'] },
  seller_tax_id: { ...text, description: "The seller's VAT or tax number" },
  seller_email: text,
  seller_street: text,
  seller_city: text,
  seller_country: text,
  buyer_tax_id: { ...text, description: "The buyer's VAT or tax number" },
  buyer_email: text,
  buyer_city: text,
  iban: text,
  bic: text,
  order_number: { ...text, description: "The buyer's order number" },
  customer_number: text,
  reverse_charge: { type: 'boolean', description: 'Whether the reverse charge applies' },
  payment_method: { type: 'string', enum: ['bank_transfer', 'direct_debit', 'card', 'cash'] },
  first_total: { ...number, description: 'Grand total' },
  second_total: { ...number, description: 'The grand total in the other currency' },
};

const cellTypes: Readonly<Record<RowFact | TaxFact, JsonObject>> = {
  description: text,
  night: { type: 'string', format: 'date' },
  quantity: number,
  amount: { ...number, description: 'Amount before tax' },
  gross: { ...number, description: 'Amount with tax' },
  exchanged: { ...number, description: 'Amount in the other currency' },
  rate: { ...number, description: 'Percent' },
  base: { ...number, description: 'Taxable amount' },
  tax: { ...number, description: 'Tax' },
};

/** The JSON Schema that asks for these facts and cells by their names. */
export function schemaOf({ facts, rows, taxes }: Naming, cells: readonly RowFact[]): JsonObject {
  const leaves = Object.entries(facts).map(([fact, path]) => [path, types[fact as FurtherFact]] as const);
  const array = (names: readonly (readonly [string, JsonObject])[]): JsonObject => ({
    type: 'array',
    items: { type: 'object', properties: Object.fromEntries(names) },
  });
  const tax = taxes && Object.entries(taxes.cells).map(([fact, name]) => [name, cellTypes[fact as TaxFact]] as const);
  return nested([
    ...leaves,
    [rows.path, array(cells.map((cell) => [rows.cells[cell], cellTypes[cell]]))],
    ...(taxes && tax ? [[taxes.path, array(tax)] as const] : []),
  ]);
}

/** An object schema of paths: `bank.iban` becomes an object in it. */
function nested(leaves: readonly (readonly [path: string, leaf: JsonObject])[]): JsonObject {
  const properties: Record<string, Json> = {};
  for (const [head, list] of Map.groupBy(leaves, ([path]) => path.split('.')[0] ?? '')) {
    const [[path, leaf] = ['', {}]] = list;
    properties[head] = path === head ? leaf : nested(list.map(([of, one]) => [of.slice(head.length + 1), one] as const));
  }
  return { type: 'object', properties };
}
