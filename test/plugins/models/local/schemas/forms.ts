import { type AskedLeaf, as, is, type Shape, said } from './asked.js';

const nullable = (asked: AskedLeaf): AskedLeaf => as(asked, ({ type, ...more }) => ({ ...more, type: [type, 'null'] }));
const optional = (asked: AskedLeaf): AskedLeaf => as(asked, (definition) => ({ anyOf: [definition, { type: 'null' }], default: null }));
const titled = (asked: AskedLeaf, title: string): AskedLeaf => as(asked, (definition) => ({ ...definition, title }));
const listed = (asked: AskedLeaf, ...choices: readonly string[]): AskedLeaf =>
  as(asked, (definition) => ({ ...definition, enum: choices }));
const referred = (asked: AskedLeaf): AskedLeaf =>
  as(asked, ({ type, format }) => ({ $ref: `#/$defs/${format ? 'Day' : type === 'number' ? 'Money' : 'Text'}` }));
/** A day without a format of JSON Schema. */
const day = (asked: AskedLeaf, description: string): AskedLeaf => ({ fact: asked.fact, definition: { type: 'string', description } });

/** What `referred` leaves refer to. */
export const definitions = {
  Day: { type: 'string', format: 'date' },
  Money: { type: 'number', description: 'In units of the currency' },
  Text: { anyOf: [{ type: 'string' }, { type: 'null' }] },
};

/** The same fields in other forms of JSON Schema. */
export const forms: Readonly<Record<string, Shape>> = {
  'descriptions only, in English': {
    field1: said(is.number, 'The invoice number as printed on the document'), field2: said(is.issueDate, 'Date the invoice was issued'),
    field3: said(is.dueDate, 'Date by which the invoice must be paid'), field4: said(is.seller, 'Name of the company that issued the invoice'),
    field5: said(is.buyer, 'Name of the customer'), field6: said(is.net, 'Total amount before tax'), field7: said(is.tax, 'VAT amount'),
    field8: said(is.total, 'Total amount including VAT'), field9: said(is.currency, 'Three-letter currency code (ISO 4217)'),
    table1: [{ col1: said(is.description, 'Description of the item'), col2: said(is.quantity, 'Quantity'), col3: said(is.unitPrice, 'Price per unit'), col4: said(is.amount, 'Line total excluding tax') }],
  },
  'descriptions only, in German': {
    feld1: said(is.number, 'Rechnungsnummer'), feld2: said(is.issueDate, 'Datum der Rechnung'), feld3: said(is.dueDate, 'Fälligkeitsdatum der Rechnung'),
    feld4: said(is.seller, 'Name des Lieferanten'), feld5: said(is.net, 'Gesamtbetrag ohne Umsatzsteuer'), feld6: said(is.tax, 'Betrag der Umsatzsteuer'),
    feld7: said(is.total, 'Gesamtbetrag inkl. Umsatzsteuer'),
    liste: [{ a: said(is.description, 'Bezeichnung der Ware'), b: said(is.quantity, 'Menge'), c: said(is.unitPrice, 'Einzelpreis netto'), d: said(is.amount, 'Gesamtpreis der Position') }],
  },
  'descriptions only, in French': {
    champ1: said(is.number, 'Numéro de la facture'), champ2: said(is.issueDate, "Date d'émission de la facture"), champ3: said(is.dueDate, "Date d'échéance"),
    champ4: said(is.seller, 'Nom du fournisseur'), champ5: said(is.net, 'Montant total hors taxes'), champ6: said(is.tax, 'Montant de la TVA'), champ7: said(is.total, 'Montant total TTC'),
    tableau: [{ a: said(is.description, "Désignation de l'article"), b: said(is.quantity, 'Quantité'), c: said(is.unitPrice, 'Prix unitaire HT'), d: said(is.amount, 'Montant HT de la ligne') }],
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
    total: said(is.total, 'Grand total of the invoice, including all taxes and fees'), subtotal: said(is.net, 'Sum of all line items before taxes'),
    tax: said(is.tax, 'Total tax amount (VAT, GST, sales tax)'), vendor: said(is.seller, 'The company that issued this invoice, usually in the letterhead'),
    items: [{ description: said(is.description, 'What was sold'), quantity: said(is.quantity, 'How many units'), unit_price: said(is.unitPrice, 'Price of one unit, without VAT'), amount: said(is.amount, 'Quantity times unit price') }],
  },
}; // biome-ignore format: a table
