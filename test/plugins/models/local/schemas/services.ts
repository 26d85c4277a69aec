import { is, type Shape } from './shape.js';

/** The same fields under the names of services that read or write invoices. Callers who leave such a service keep its names. */
export const services: Readonly<Record<string, Shape>> = {
  'Azure Document Intelligence': {
    InvoiceId: is.number, InvoiceDate: is.issueDate, DueDate: is.dueDate, PurchaseOrder: is.orderNumber, CustomerId: is.customerNumber, CurrencyCode: is.currency,
    VendorName: is.seller, VendorTaxId: is.sellerTaxId, CustomerName: is.buyer, SubTotal: is.net, TotalTax: is.tax, InvoiceTotal: is.total, AmountDue: is.due,
    PaymentDetails: { IBAN: is.iban, SWIFT: is.bic },
    Items: [{ Description: is.description, Quantity: is.quantity, Unit: is.unit, UnitPrice: is.unitPrice, TaxRate: is.lineTaxRate, Amount: is.amount }],
  },
  'Google Document AI': {
    invoice_id: is.number, invoice_date: is.issueDate, due_date: is.dueDate, purchase_order: is.orderNumber, currency: is.currency,
    supplier_name: is.seller, supplier_tax_id: is.sellerTaxId, supplier_iban: is.iban, receiver_name: is.buyer,
    net_amount: is.net, total_tax_amount: is.tax, total_amount: is.total,
    line_item: [{ 'line_item/description': is.description, 'line_item/quantity': is.quantity, 'line_item/unit': is.unit, 'line_item/unit_price': is.unitPrice, 'line_item/amount': is.amount }],
  },
  'Amazon Textract': {
    INVOICE_RECEIPT_ID: is.number, INVOICE_RECEIPT_DATE: is.issueDate, DUE_DATE: is.dueDate, PO_NUMBER: is.orderNumber, CUSTOMER_NUMBER: is.customerNumber,
    VENDOR_NAME: is.seller, RECEIVER_NAME: is.buyer, SUBTOTAL: is.net, TAX: is.tax, TOTAL: is.total, AMOUNT_DUE: is.due,
    LINE_ITEMS: [{ ITEM: is.description, QUANTITY: is.quantity, UNIT_PRICE: is.unitPrice, PRICE: is.amount }],
  },
  'Mindee': {
    invoice_number: is.number, date: is.issueDate, due_date: is.dueDate, po_number: is.orderNumber, customer_id: is.customerNumber, locale: { currency: is.currency },
    supplier_name: is.seller, customer_name: is.buyer, supplier_payment_details: { iban: is.iban, swift: is.bic },
    total_net: is.net, total_tax: is.tax, total_amount: is.total,
    line_items: [{ description: is.description, quantity: is.quantity, unit_measure: is.unit, unit_price: is.unitPrice, tax_rate: is.lineTaxRate, total_price: is.amount }],
  },
  'Veryfi': {
    invoice_number: is.number, date: is.issueDate, due_date: is.dueDate, purchase_order_number: is.orderNumber, currency_code: is.currency,
    vendor: { name: is.seller, vat_number: is.sellerTaxId, iban: is.iban }, bill_to: { name: is.buyer }, subtotal: is.net, tax: is.tax, total: is.total,
    line_items: [{ description: is.description, quantity: is.quantity, unit_of_measure: is.unit, price: is.unitPrice, tax_rate: is.lineTaxRate, total: is.amount }],
  },
  'Klippa': {
    invoicenumber: is.number, date: is.issueDate, paymentduedate: is.dueDate, currency: is.currency, merchant_name: is.seller, merchant_vat_number: is.sellerTaxId,
    customer_name: is.buyer, customer_number: is.customerNumber, amountexvat: is.net, vatamount: is.tax, amount: is.total,
    lineitems: [{ title: is.description, quantity: is.quantity, amount_each: is.unitPrice, vat_percentage: is.lineTaxRate, amount: is.amount }],
  },
  'Rossum': {
    document_id: is.number, date_issue: is.issueDate, date_due: is.dueDate, order_id: is.orderNumber, customer_id: is.customerNumber, currency: is.currency,
    sender_name: is.seller, sender_vat_id: is.sellerTaxId, recipient_name: is.buyer, amount_total_base: is.net, amount_total_tax: is.tax, amount_total: is.total, amount_due: is.due,
    line_items: [{ item_description: is.description, item_quantity: is.quantity, item_uom: is.unit, item_total_base: is.amount }],
  },
  'Xero': {
    InvoiceNumber: is.number, Date: is.issueDate, DueDate: is.dueDate, CurrencyCode: is.currency, Supplier: { Name: is.seller },
    SubTotal: is.net, TotalTax: is.tax, Total: is.total, AmountDue: is.due,
    LineItems: [{ Description: is.description, Quantity: is.quantity, UnitAmount: is.unitPrice, LineAmount: is.amount }],
  },
  'QuickBooks': {
    DocNumber: is.number, TxnDate: is.issueDate, DueDate: is.dueDate, VendorRef: { name: is.seller }, CustomerRef: { name: is.buyer }, CurrencyRef: { value: is.currency },
    TxnTaxDetail: { TotalTax: is.tax }, TotalAmt: is.total, Balance: is.due,
    Line: [{ Description: is.description, Qty: is.quantity, UnitPrice: is.unitPrice, Amount: is.amount }],
  },
  'Odoo': {
    invoice_date: is.issueDate, invoice_date_due: is.dueDate, vendor_name: is.seller, amount_untaxed: is.net, amount_tax: is.tax, amount_total: is.total,
    invoice_line_ids: [{ name: is.description, quantity: is.quantity, price_unit: is.unitPrice, price_subtotal: is.amount }],
  },
  'lexoffice': {
    invoiceNumber: is.number, invoiceDate: is.issueDate, dueDate: is.dueDate,
    totalPrice: { currency: is.currency, totalNetAmount: is.net, totalTaxAmount: is.tax, totalGrossAmount: is.total },
    lineItems: [{ name: is.description, quantity: is.quantity, unitName: is.unit, unitPrice: { netAmount: is.unitPrice, taxRatePercentage: is.lineTaxRate }, lineItemAmount: is.amount }],
  },
  'Stripe': {
    number: is.number, due_date: is.dueDate, currency: is.currency, customer_name: is.buyer,
    subtotal_excluding_tax: is.net, tax: is.tax, total: is.total, amount_due: is.due,
    lines: { data: [{ description: is.description, quantity: is.quantity, unit_amount: is.unitPrice, amount: is.amount }] },
  },
}; // biome-ignore format: a table
