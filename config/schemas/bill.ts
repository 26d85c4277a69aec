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
