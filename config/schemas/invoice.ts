/** An invoice with its parties, sums and lines. Only the fields that every invoice has are required. */
export const invoice = {
  title: 'Invoice',
  description: 'An invoice or a credit note between businesses',
  type: 'object',
  properties: {
    invoice_number: { type: 'string', description: 'The number that the seller gave this invoice' },
    issue_date: { type: 'string', format: 'date', description: 'The date of the invoice' },
    due_date: { type: 'string', format: 'date', description: 'The last day to pay' },
    currency: { type: 'string', description: 'The currency of the amounts as a three-letter code' },
    seller_name: { type: 'string', description: 'Who issued the invoice' },
    seller_tax_id: { type: 'string', description: 'VAT or tax number of the seller' },
    buyer_name: { type: 'string', description: 'Who the invoice is addressed to' },
    order_number: { type: 'string', description: "The buyer's order or reference number" },
    subtotal: { type: 'number', description: 'Sum of the lines before tax' },
    tax: { type: 'number', description: 'Total tax' },
    total: { type: 'number', description: 'Grand total including tax' },
    amount_due: { type: 'number', description: 'What is left to pay' },
    line_items: {
      type: 'array',
      description: 'The lines of the invoice in printed order',
      items: {
        type: 'object',
        properties: {
          description: { type: 'string', description: 'What is charged' },
          quantity: { type: 'number', description: 'How many' },
          unit_price: { type: 'number', description: 'Price of one unit' },
          amount: { type: 'number', description: 'Amount of the line' },
        },
        required: ['description', 'amount'],
      },
    },
  },
  required: ['invoice_number', 'issue_date', 'seller_name', 'total'],
} as const;
