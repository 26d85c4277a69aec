import { shippedSchemas } from '../../../config/index.js';

const text = (description: string) => ({ type: 'string', description });
const amount = (description: string) => ({ type: 'number', description });
const date = (description: string) => ({ type: 'string', format: 'date', description });
const rowsOf = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });
const schema = (title: string, properties: object) => ({ title, type: 'object', properties });

/** The schemas of a host that gets twelve kinds of documents, of which the corpora hold the first four. */
export const twelveSchemas = {
  ...shippedSchemas,
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
