const text = (description: string) => ({ type: 'string', description }) as const;
const amount = (description: string) => ({ type: 'number', description }) as const;
const date = (description: string) => ({ type: 'string', format: 'date', description }) as const;
const currency = text('The currency of the amounts as a three-letter code');

const rows = <const Columns, const Required>(description: string, required: Required, properties: Columns) =>
  ({ type: 'array', description, items: { type: 'object', properties, required } }) as const;
const kind = <const Fields, const Required>(title: string, description: string, required: Required, properties: Fields) =>
  ({ title, description, type: 'object', properties, required }) as const;

/** The lines of a document that sells something. */
const linesOf = (document: string) =>
  rows(`The lines of the ${document} in printed order`, ['description', 'amount'], {
    description: text('What is charged'),
    quantity: amount('How many'),
    unit_price: amount('Price of one unit'),
    amount: amount('Amount of the line'),
  });

/** An invoice with its parties, sums and lines. Only the fields that every invoice has are required. */
export const invoice = kind(
  'Invoice',
  'An invoice or a credit note between businesses',
  ['invoice_number', 'issue_date', 'seller_name', 'total'],
  {
    invoice_number: text('The number that the seller gave this invoice'),
    issue_date: date('The date of the invoice'),
    due_date: date('The last day to pay'),
    currency,
    seller_name: text('Who issued the invoice'),
    seller_tax_id: text('VAT or tax number of the seller'),
    buyer_name: text('Who the invoice is addressed to'),
    order_number: text("The buyer's order or reference number"),
    subtotal: amount('Sum of the lines before tax'),
    tax: amount('Total tax'),
    total: amount('Grand total including tax'),
    amount_due: amount('What is left to pay'),
    line_items: linesOf('invoice'),
  },
);

/** A till receipt: where and when it was printed, what was bought, and how it was paid. */
const receipt = kind('Receipt', 'A receipt of a shop, a restaurant or a taxi', ['merchant_name', 'date', 'total'], {
  merchant_name: text('The shop or restaurant'),
  merchant_address: text('Address of the shop or restaurant'),
  receipt_number: text('Number of the receipt or the transaction'),
  date: date('The date of the purchase'),
  currency,
  subtotal: amount('Sum of the items before tax and tip'),
  tax: amount('Total tax'),
  tip: amount('Tip or gratuity'),
  total: amount('Total that was paid'),
  payment_method: text('How it was paid: cash, card'),
  items: rows('The items in printed order', ['description', 'amount'], {
    description: text('What was bought'),
    quantity: amount('How many'),
    amount: amount('Amount of the item'),
  }),
});

/** A bill for a continuing service: electricity, water, telephone, internet. */
const bill = kind('Bill', 'A bill of a utility or a telephone company', ['provider_name', 'issue_date', 'amount_due'], {
  provider_name: text('Who sends the bill'),
  customer_name: text('Who the bill is addressed to'),
  customer_number: text('Account or customer number'),
  bill_number: text('Number of the bill'),
  issue_date: date('The date of the bill'),
  period_start: date('First day of the billing period'),
  period_end: date('Last day of the billing period'),
  due_date: date('The last day to pay'),
  currency,
  subtotal: amount('Charges of this period before tax'),
  tax: amount('Total tax'),
  total: amount('Total of this bill including tax'),
  previous_balance: amount('Balance carried over from the bill before'),
  amount_due: amount('What is left to pay'),
});

const credit_note = kind(
  'Credit note',
  'A credit note, which takes back all or some of an invoice',
  ['credit_note_number', 'issue_date', 'seller_name', 'total'],
  {
    credit_note_number: text('Number of the credit note'),
    issue_date: date('The date of the credit note'),
    invoice_number: text('The number of the invoice that it corrects'),
    currency,
    seller_name: text('Who issued the credit note'),
    buyer_name: text('Who is credited'),
    subtotal: amount('Sum of the lines before tax'),
    tax: amount('Total tax'),
    total: amount('What is credited, including tax'),
    line_items: linesOf('credit note'),
  },
);

const quotation = kind('Quotation', 'A quotation or an estimate, which nobody has to pay yet', ['issue_date', 'seller_name', 'total'], {
  quote_number: text('Number of the quotation'),
  issue_date: date('The date of the quotation'),
  valid_until: date('Until when it can be accepted'),
  currency,
  seller_name: text('Who makes the offer'),
  buyer_name: text('Who the offer is addressed to'),
  subtotal: amount('Sum of the lines before tax'),
  tax: amount('Total tax'),
  total: amount('Price of the offer including tax'),
  line_items: linesOf('quotation'),
});

const purchase_order = kind('Purchase order', 'An order that a buyer places', ['order_number', 'order_date', 'buyer_name'], {
  order_number: text('Number of the order'),
  order_date: date('The date of the order'),
  delivery_date: date('The day on which delivery is asked for'),
  currency,
  buyer_name: text('Who orders'),
  seller_name: text('Who is to deliver'),
  ship_to: text('Address to deliver to'),
  subtotal: amount('Sum of the lines before tax'),
  tax: amount('Total tax'),
  total: amount('Total of the order including tax'),
  line_items: linesOf('order'),
});

const delivery_note = kind(
  'Delivery note',
  'A delivery note or packing slip, which goes with the goods',
  ['delivery_note_number', 'seller_name'],
  {
    delivery_note_number: text('Number of the delivery note'),
    delivery_date: date('The day of the delivery'),
    order_number: text("The buyer's order number"),
    seller_name: text('Who delivers'),
    buyer_name: text('Who receives the goods'),
    ship_to: text('Address of the delivery'),
    gross_weight: amount('Gross weight of all packages'),
    packages: rows('What is delivered, in printed order', ['description'], {
      article_number: text('The number of the article'),
      description: text('What is delivered'),
      quantity: amount('How many'),
    }),
  },
);

const reminder = kind('Payment reminder', 'A reminder of an invoice that is not paid', ['issue_date', 'seller_name', 'amount_due'], {
  reminder_number: text('Number of the reminder'),
  issue_date: date('The date of the reminder'),
  due_date: date('The last day to pay'),
  currency,
  seller_name: text('Who wants to be paid'),
  buyer_name: text('Who has not paid'),
  invoice_number: text('The number of the invoice that is open'),
  reminder_fee: amount('Fee for the reminder'),
  interest: amount('Interest on arrears'),
  amount_due: amount('What is left to pay, with fees and interest'),
});

const bank_statement = kind('Bank statement', 'A statement of a bank account and its transactions', ['account_holder', 'closing_balance'], {
  bank_name: text('The bank'),
  account_holder: text('Whose account it is'),
  iban: text('The account, as an IBAN'),
  statement_number: text('Number of the statement'),
  period_start: date('First day of the statement'),
  period_end: date('Last day of the statement'),
  currency,
  opening_balance: amount('Balance before the first transaction'),
  closing_balance: amount('Balance after the last transaction'),
  transactions: rows('The transactions in printed order', ['booking_date', 'amount'], {
    booking_date: date('The day of the booking'),
    description: text('What it was for'),
    amount: amount('Amount, negative where money left the account'),
  }),
});

/** The shipped schemas by name, for callers who have no `output_schema` of their own. */
export const shippedSchemas = {
  invoice,
  receipt,
  bill,
  credit_note,
  quotation,
  purchase_order,
  delivery_note,
  reminder,
  bank_statement,
} as const;

export function shippedText(name: string): string | undefined {
  const shipped = Object.entries(shippedSchemas).find(([own]) => own === name);
  return shipped && JSON.stringify(shipped[1]);
}
