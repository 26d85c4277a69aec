import type { GivenCell } from '../fakes/llm-server.js';
import type { Invoice, InvoiceParty } from '../fixtures/invoice/invoice.js';
import { totalsRows } from '../fixtures/invoice/printed-data.js';
import { invoicePdf } from '../fixtures/pdf/invoice-pdf.js';
import { printAmount, printDate, printMoney, printQuantity } from '../fixtures/print.js';
import { wording } from '../fixtures/wording.js';
import type { FieldSchema, ObjectSchema } from './follows.js';

const day = { type: 'string', format: 'date' } as const;
const text = { type: 'string' } as const;
const money = { type: 'number' } as const;

/** Fields as callers name them. */
const fields = {
  invoice_number: text,
  issue_date: day,
  due_date: day,
  currency: text,
  seller_name: text,
  buyer_name: text,
  subtotal: money,
  discount: money,
  shipping: money,
  tax: money,
  total: money,
  deposit_paid: money,
  amount_due: money,
  line_items: {
    type: 'array',
    items: { type: 'object', properties: { description: text, quantity: money, unit_price: money, amount: money } },
  },
} satisfies Readonly<Record<string, FieldSchema>>;
export type FieldName = keyof typeof fields;

/** The schema of a caller who wants these fields. Names with a `!` are required. */
export function schemaOf(...names: readonly (FieldName | `${FieldName}!`)[]): ObjectSchema {
  const wanted = names.map((name) => name.replace('!', '') as FieldName);
  const required = names.filter((name) => name.endsWith('!')).map((name) => name.slice(0, -1));
  return {
    type: 'object',
    properties: Object.fromEntries(wanted.map((name) => [name, fields[name]])),
    ...(required.length > 0 && { required }),
  };
}

/**
 * The cells of a careful reader for these fields and for other operands of the checks: each value as printed, quoted with its label
 * or its row; null if the page does not state it.
 */
export function readingOf(invoice: Invoice, ...names: readonly FieldName[]): readonly GivenCell[] {
  return [...names.map((name) => ({ name, root: '$' })), ...operandsBeside(names).map((name) => ({ name, root: '$shadow' }))].flatMap(
    ({ name, root }) =>
      name === 'line_items'
        ? lineCells(invoice, { root, columns: root === '$' ? columns : ['amount'] })
        : [{ path: `${root}.${name}`, ...(single(invoice, name) ?? { value: null }) }],
  );
}

/** A document, a schema with these fields, and a right reading of them. Names with a `!` are required. */
export async function about(invoice: Invoice, ...names: readonly (FieldName | `${FieldName}!`)[]) {
  const wanted = names.map((name) => name.replace('!', '') as FieldName);
  return { file: await invoicePdf(invoice), schema: schemaOf(...names), reading: readingOf(invoice, ...wanted) };
}

/** A reading with these cells instead of those with the same path. */
export const but = (reading: readonly GivenCell[], ...changes: readonly GivenCell[]): readonly GivenCell[] =>
  reading.map((cell) => changes.find((other) => other.path === cell.path) ?? cell);

/** The operands of the two shipped rules. */
const sums = [
  ['subtotal', 'tax', 'total'],
  ['subtotal', 'line_items'],
] as const satisfies readonly (readonly FieldName[])[];

function operandsBeside(names: readonly FieldName[]): readonly FieldName[] {
  const needed = sums.filter((operands) => operands.some((name) => names.includes(name))).flat();
  return [...new Set(needed)].filter((name) => !names.includes(name));
}

type ReadText = Pick<GivenCell, 'value' | 'quote'>;

function single(invoice: Invoice, name: Exclude<FieldName, 'line_items'>): ReadText | null | undefined {
  const words = wording[invoice.language];
  const day = (label: string, iso: string | null) => iso && labelled(label, printDate(iso, invoice.dateStyle, words.months));
  const party = (stated: InvoiceParty | null) => stated && { value: stated.name, quote: stated.name };
  switch (name) {
    case 'invoice_number':
      return labelled(invoice.kind === 'credit note' ? words.creditNumber : words.number, invoice.number);
    case 'issue_date':
      return day(words.issueDate, invoice.issueDate) || null;
    case 'due_date':
      return day(words.dueDate, invoice.dueDate) || null;
    case 'currency':
      return currencyOf(invoice);
    case 'seller_name':
      return party(invoice.seller);
    case 'buyer_name':
      return party(invoice.buyer);
    case 'tax':
      return invoice.taxes.length > 1 ? amountUnder(invoice, words.taxTotal) : amountUnder(invoice, words.tax);
    case 'deposit_paid':
      return amountUnder(invoice, words.prepaid);
    case 'amount_due':
      return amountUnder(invoice, words.amountDue);
    default:
      return amountUnder(invoice, words[name]);
  }
}

const labelled = (label: string, value: string): ReadText => ({ value, quote: `${label} ${value}` });

/** The amount with a label. The label of a tax may have its rate at the end. */
function amountUnder(invoice: Invoice, label: string): ReadText | undefined {
  const row = totalsRows(invoice).find((candidate) => candidate.label.replace(/ [\d.,]+%$/, '') === label);
  return row && labelled(row.label, printMoney(row.amount, invoice.currency, invoice.numberStyle));
}

/** The currency sign beside the total. */
function currencyOf(invoice: Invoice): ReadText | undefined {
  const total = amountUnder(invoice, wording[invoice.language].total);
  return total && { value: total.value?.replace(/[\d.,' \u00A0-]/g, '') ?? null, quote: total.quote ?? null };
}

const columns = ['description', 'quantity', 'unit_price', 'amount'] as const;

function lineCells(
  { lines, numberStyle }: Invoice,
  wanted: { root: string; columns: readonly (typeof columns)[number][] },
): readonly GivenCell[] {
  return lines.flatMap((line, index) => {
    const printed = {
      description: line.description,
      quantity: printQuantity(line.quantity, numberStyle),
      unit_price: printAmount(line.unitPrice, numberStyle),
      amount: printAmount(line.amount, numberStyle),
    };
    const rate = `${printQuantity(line.taxRate, numberStyle)}%`;
    const row = [line.description, line.detail, printed.quantity, line.unit, printed.unit_price, rate, printed.amount];
    // The second line of a description is left out: it is below the row on a page, but beside it in a table cell.
    const quote = row.filter((part) => part !== undefined && part !== line.detail).join(' ');
    return wanted.columns.map((column) => ({ path: `${wanted.root}.line_items[${index}].${column}`, value: printed[column], quote }));
  });
}
