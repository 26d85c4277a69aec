import type { Cell } from '../../../core/index.js';
import { cell } from '../../core/builders.js';
import { invoiceOf, linesOf, money, totalOf } from '../bench/documents.js';

/** A table over many pages, what a perfect model says of it, and the values that an answer must have. */
export interface LongInvoice {
  readonly name: string;
  readonly file: Uint8Array;
  readonly truth: readonly Cell[];
  /** Each row as JSON, in order. */
  readonly rows: readonly string[];
}

const item = {
  type: 'object',
  properties: {
    description: { type: 'string' },
    quantity: { type: 'number' },
    unit_price: { type: 'number' },
    amount: { type: 'number' },
  },
};

export const longSchema = JSON.stringify({
  type: 'object',
  properties: { invoice_number: { type: 'string' }, total_amount: { type: 'number' }, line_items: { type: 'array', items: item } },
  required: ['invoice_number', 'total_amount'],
});

export function longInvoice(rows: number, rowsAPage: number): LongInvoice {
  const lines = linesOf(rows, 0);
  const pages = Math.ceil(rows / rowsAPage);
  const total = money(totalOf(lines));
  return {
    name: `${rows.toLocaleString('en-US')} rows on ${pages} pages`,
    file: invoiceOf(rows, rowsAPage, 0),
    truth: [
      cell('$.invoice_number', 'BW-77', { quote: 'Invoice number BW-77' }),
      cell('$.total_amount', total, { page: pages, quote: `Total EUR ${total}` }),
      ...lines.flatMap(({ text, quantity, price, amount }, row) => {
        const printed = { description: text, quantity: String(quantity), unit_price: money(price), amount: money(amount) };
        const quote = Object.values(printed).join(' ');
        return Object.entries(printed).map(([column, value]) =>
          cell(`$.line_items[${row}].${column}`, value, { page: Math.floor(row / rowsAPage) + 1, quote }),
        );
      }),
    ],
    rows: lines.map(({ text, quantity, price, amount }) =>
      JSON.stringify({ description: text, quantity, unit_price: price / 100, amount: amount / 100 }),
    ),
  };
}
