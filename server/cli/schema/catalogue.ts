import { shippedSchemas } from '../../../config/index.js';
import type { JsonObject } from '../../../core/index.js';

const { invoice, receipt, bill } = shippedSchemas;
const { line_items: lines, ...single } = invoice.properties;
const { customer_number, period_start, period_end, previous_balance } = bill.properties;
const { tip, payment_method } = receipt.properties;

const text = (description: string): JsonObject => ({ type: 'string', description });
const amount = (description: string): JsonObject => ({ type: 'number', description });

/** All that `schema new` looks for by meaning: the fields of the shipped schemas, and what many documents state beside them. */
export const catalogue = {
  type: 'object',
  properties: {
    ...single,
    seller_address: text('The address of the seller'),
    buyer_address: text('The address of the buyer'),
    buyer_tax_id: text('VAT or tax number of the buyer'),
    customer_number,
    delivery_date: { type: 'string', format: 'date', description: 'The day of the delivery or service' },
    period_start,
    period_end,
    discount: amount('Discount on the whole document'),
    tip,
    previous_balance,
    payment_method,
    payment_terms: text('When and how to pay, as printed'),
    iban: text('The account to pay to'),
    bic: text('The bank of the account to pay to'),
    line_items: {
      ...lines,
      items: {
        type: 'object',
        properties: {
          article_number: text('The number of the article'),
          ...lines.items.properties,
          unit: text('The unit of the quantity'),
          tax_rate: amount('Rate of tax in percent'),
        },
        required: lines.items.required,
      },
    },
  },
} as const;

/** What a caller needs to book the document, where each sample states it. */
export const needed: ReadonlySet<string> = new Set(invoice.required);
