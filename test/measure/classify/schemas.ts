import { shippedSchemas } from '../../../config/index.js';

const text = (description: string) => ({ type: 'string', description });
const amount = (description: string) => ({ type: 'number', description });
const date = (description: string) => ({ type: 'string', format: 'date', description });
const rowsOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const schema = (title: string, properties: object) => ({ title, type: 'object', properties });

const { line_items } = shippedSchemas.invoice.properties;

/** The schemas of a host that gets twelve kinds of documents, of which the corpora hold the first four. */
export const twelveSchemas = {
  ...shippedSchemas,
  credit_note: schema('Credit note', {
    credit_note_number: text('Number of the credit note'),
    issue_date: date('The date of the credit note'),
    invoice_number: text('The invoice that it corrects'),
    seller_name: text('Who issued it'),
    total: amount('What is credited'),
    line_items,
  }),
  quotation: schema('Quotation', {
    quote_number: text('Number of the quotation'),
    valid_until: date('Until when it can be accepted'),
    seller_name: text('Who offers'),
    total: amount('Price of the offer'),
    line_items,
  }),
  purchase_order: schema('Purchase order', {
    order_number: text('Number of the order'),
    order_date: date('The date of the order'),
    ship_to: text('Where to deliver'),
    total: amount('Total of the order'),
    line_items,
  }),
  delivery_note: schema('Delivery note', {
    delivery_note_number: text('Number of the delivery note'),
    delivery_date: date('The day of the delivery'),
    gross_weight: amount('Gross weight'),
    packages: rowsOf({ description: text('What is in it'), quantity: amount('How many') }),
  }),
  reminder: schema('Payment reminder', {
    reminder_number: text('Number of the reminder'),
    invoice_number: text('The invoice that is open'),
    reminder_fee: amount('Reminder fee'),
    interest: amount('Interest on arrears'),
    amount_due: amount('What is left to pay'),
  }),
  bank_statement: schema('Bank statement', {
    iban: text('The account'),
    opening_balance: amount('Opening balance'),
    closing_balance: amount('Closing balance'),
    transactions: rowsOf({ booking_date: date('Booking date'), description: text('Purpose'), amount: amount('Amount') }),
  }),
  payslip: schema('Payslip', {
    employee_name: text('The employee'),
    pay_period: text('Pay period'),
    gross_pay: amount('Gross pay'),
    net_pay: amount('Net pay'),
    social_security: amount('Social security'),
  }),
  remittance_advice: schema('Remittance advice', {
    payment_date: date('Payment date'),
    payer: text('Who pays'),
    payment_reference: text('Payment reference'),
    paid_invoices: rowsOf({ invoice_number: text('The invoice'), amount_paid: amount('Amount paid') }),
  }),
  customs_declaration: schema('Customs declaration', {
    declaration_number: text('Number of the declaration'),
    tariff_code: text('Commodity code'),
    country_of_origin: text('Country of origin'),
    customs_value: amount('Customs value'),
    duty: amount('Customs duty'),
  }),
} as const;
