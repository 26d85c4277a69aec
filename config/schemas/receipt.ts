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
