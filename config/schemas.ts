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

/** A till receipt: where and when it was printed, what was bought, and how it was paid. */
export const receipt = {
  title: 'Receipt',
  description: 'A receipt of a shop, a restaurant or a taxi',
  type: 'object',
  properties: {
    merchant_name: { type: 'string', description: 'The shop or restaurant' },
    merchant_address: { type: 'string', description: 'Address of the shop or restaurant' },
    receipt_number: { type: 'string', description: 'Number of the receipt or the transaction' },
    date: { type: 'string', format: 'date', description: 'The date of the purchase' },
    currency: { type: 'string', description: 'The currency of the amounts as a three-letter code' },
    subtotal: { type: 'number', description: 'Sum of the items before tax and tip' },
    tax: { type: 'number', description: 'Total tax' },
    tip: { type: 'number', description: 'Tip or gratuity' },
    total: { type: 'number', description: 'Total that was paid' },
    payment_method: { type: 'string', description: 'How it was paid: cash, card' },
    items: {
      type: 'array',
      description: 'The items in printed order',
      items: {
        type: 'object',
        properties: {
          description: { type: 'string', description: 'What was bought' },
          quantity: { type: 'number', description: 'How many' },
          amount: { type: 'number', description: 'Amount of the item' },
        },
        required: ['description', 'amount'],
      },
    },
  },
  required: ['merchant_name', 'date', 'total'],
} as const;

/** A bill for a continuing service: electricity, water, telephone, internet. */
export const bill = {
  title: 'Bill',
  description: 'A bill of a utility or a telephone company',
  type: 'object',
  properties: {
    provider_name: { type: 'string', description: 'Who sends the bill' },
    customer_name: { type: 'string', description: 'Who the bill is addressed to' },
    customer_number: { type: 'string', description: 'Account or customer number' },
    bill_number: { type: 'string', description: 'Number of the bill' },
    issue_date: { type: 'string', format: 'date', description: 'The date of the bill' },
    period_start: { type: 'string', format: 'date', description: 'First day of the billing period' },
    period_end: { type: 'string', format: 'date', description: 'Last day of the billing period' },
    due_date: { type: 'string', format: 'date', description: 'The last day to pay' },
    currency: { type: 'string', description: 'The currency of the amounts as a three-letter code' },
    subtotal: { type: 'number', description: 'Charges of this period before tax' },
    tax: { type: 'number', description: 'Total tax' },
    total: { type: 'number', description: 'Total of this bill including tax' },
    previous_balance: { type: 'number', description: 'Balance carried over from the bill before' },
    amount_due: { type: 'number', description: 'What is left to pay' },
  },
  required: ['provider_name', 'issue_date', 'amount_due'],
} as const;

/** The shipped schemas by name, for callers who have no `output_schema` of their own. */
export const shippedSchemas = { invoice, receipt, bill } as const;

export function shippedText(name: string): string | undefined {
  const shipped = Object.entries(shippedSchemas).find(([own]) => own === name);
  return shipped && JSON.stringify(shipped[1]);
}
