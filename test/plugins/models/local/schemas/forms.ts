import { as, described, is, type SchemaLeaf, type Shape } from './shape.js';

const nullable = (asked: SchemaLeaf): SchemaLeaf => as(asked, ({ type, ...more }) => ({ ...more, type: [type, 'null'] }));
const optional = (asked: SchemaLeaf): SchemaLeaf => as(asked, (definition) => ({ anyOf: [definition, { type: 'null' }], default: null }));
const titled = (asked: SchemaLeaf, title: string): SchemaLeaf => as(asked, (definition) => ({ ...definition, title }));
const listed = (asked: SchemaLeaf, ...choices: readonly string[]): SchemaLeaf =>
  as(asked, (definition) => ({ ...definition, enum: choices }));
const referred = (asked: SchemaLeaf): SchemaLeaf =>
  as(asked, ({ type, format }) => ({ $ref: `#/$defs/${format ? 'Day' : type === 'number' ? 'Money' : 'Text'}` }));
/** A day without a format of JSON Schema. */
const day = (asked: SchemaLeaf, description: string): SchemaLeaf => ({ fact: asked.fact, definition: { type: 'string', description } });

/** What `referred` leaves refer to. */
export const definitions = {
  Day: { type: 'string', format: 'date' },
  Money: { type: 'number', description: 'In units of the currency' },
  Text: { anyOf: [{ type: 'string' }, { type: 'null' }] },
};

/** The same fields in other forms of JSON Schema. */
export const forms: Readonly<Record<string, Shape>> = {
  'descriptions only, in English': {
    field1: described(is.number, 'The invoice number as printed on the document'), field2: described(is.issueDate, 'Date the invoice was issued'),
    field3: described(is.dueDate, 'Date by which the invoice must be paid'), field4: described(is.seller, 'Name of the company that issued the invoice'),
    field5: described(is.buyer, 'Name of the customer'), field6: described(is.net, 'Total amount before tax'), field7: described(is.tax, 'VAT amount'),
    field8: described(is.total, 'Total amount including VAT'), field9: described(is.currency, 'Three-letter currency code (ISO 4217)'),
    table1: [{ col1: described(is.description, 'Description of the item'), col2: described(is.quantity, 'Quantity'), col3: described(is.unitPrice, 'Price per unit'), col4: described(is.amount, 'Line total excluding tax') }],
  },
  'descriptions only, in German': {
    feld1: described(is.number, 'Rechnungsnummer'), feld2: described(is.issueDate, 'Datum der Rechnung'), feld3: described(is.dueDate, 'Fälligkeitsdatum der Rechnung'),
    feld4: described(is.seller, 'Name des Lieferanten'), feld5: described(is.net, 'Gesamtbetrag ohne Umsatzsteuer'), feld6: described(is.tax, 'Betrag der Umsatzsteuer'),
    feld7: described(is.total, 'Gesamtbetrag inkl. Umsatzsteuer'),
    liste: [{ a: described(is.description, 'Bezeichnung der Ware'), b: described(is.quantity, 'Menge'), c: described(is.unitPrice, 'Einzelpreis netto'), d: described(is.amount, 'Gesamtpreis der Position') }],
  },
  'descriptions only, in French': {
    champ1: described(is.number, 'Numéro de la facture'), champ2: described(is.issueDate, "Date d'émission de la facture"), champ3: described(is.dueDate, "Date d'échéance"),
    champ4: described(is.seller, 'Nom du fournisseur'), champ5: described(is.net, 'Montant total hors taxes'), champ6: described(is.tax, 'Montant de la TVA'), champ7: described(is.total, 'Montant total TTC'),
    tableau: [{ a: described(is.description, "Désignation de l'article"), b: described(is.quantity, 'Quantité'), c: described(is.unitPrice, 'Prix unitaire HT'), d: described(is.amount, 'Montant HT de la ligne') }],
  },
  'titles, as Pydantic writes them': {
    a: titled(is.number, 'Invoice Number'), b: titled(is.issueDate, 'Invoice Date'), c: titled(is.total, 'Total Amount'), d: titled(is.net, 'Net Amount'),
    lines: [{ a: titled(is.description, 'Description'), b: titled(is.quantity, 'Quantity'), c: titled(is.unitPrice, 'Unit Price'), d: titled(is.amount, 'Line Total') }],
  },
  'two types': {
    invoice_number: nullable(is.number), invoice_date: nullable(is.issueDate), due_date: nullable(is.dueDate), vendor: nullable(is.seller), net: nullable(is.net),
    tax: nullable(is.tax), total: nullable(is.total), items: [{ description: nullable(is.description), qty: nullable(is.quantity), price: nullable(is.unitPrice), amount: nullable(is.amount) }],
  },
  'anyOf with null': {
    invoice_number: optional(is.number), invoice_date: optional(is.issueDate), due_date: optional(is.dueDate), vendor: optional(is.seller), net: optional(is.net),
    tax: optional(is.tax), total: optional(is.total), items: [{ description: optional(is.description), qty: optional(is.quantity), price: optional(is.unitPrice), amount: optional(is.amount) }],
  },
  'references': {
    invoice_number: referred(is.number), invoice_date: referred(is.issueDate), due_date: referred(is.dueDate), vendor: referred(is.seller), net: referred(is.net),
    tax: referred(is.tax), total: referred(is.total), items: [{ description: referred(is.description), qty: referred(is.quantity), price: referred(is.unitPrice), amount: referred(is.amount) }],
  },
  'days as text, and currencies listed': {
    invoice_date: day(is.issueDate, 'Invoice date (YYYY-MM-DD)'), due_date: day(is.dueDate, 'Due date in ISO 8601 format'), currency: listed(is.currency, 'EUR', 'GBP', 'USD', 'CHF'),
  },
  'names with explanations': {
    total: described(is.total, 'Grand total of the invoice, including all taxes and fees'), subtotal: described(is.net, 'Sum of all line items before taxes'),
    tax: described(is.tax, 'Total tax amount (VAT, GST, sales tax)'), vendor: described(is.seller, 'The company that issued this invoice, usually in the letterhead'),
    items: [{ description: described(is.description, 'What was sold'), quantity: described(is.quantity, 'How many units'), unit_price: described(is.unitPrice, 'Price of one unit, without VAT'), amount: described(is.amount, 'Quantity times unit price') }],
  },
}; // biome-ignore format: a table
