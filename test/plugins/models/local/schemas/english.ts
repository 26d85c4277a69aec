import { is, type Shape } from './shape.js';

/** The same fields under names that English-speaking developers choose. */
export const english: Readonly<Record<string, Shape>> = {
  'snake case': {
    invoice_number: is.number, invoice_date: is.issueDate, due_date: is.dueDate, po_number: is.orderNumber, customer_number: is.customerNumber,
    currency: is.currency, seller_name: is.seller, buyer_name: is.buyer, vendor_vat_number: is.sellerTaxId, iban: is.iban, bic: is.bic,
    subtotal: is.net, vat_amount: is.tax, vat_rate: is.taxRate, total: is.total,
    line_items: [{ description: is.description, quantity: is.quantity, unit: is.unit, unit_price: is.unitPrice, vat_rate: is.lineTaxRate, amount: is.amount }],
  },
  'camel case': {
    invoiceNumber: is.number, issueDate: is.issueDate, dueDate: is.dueDate, purchaseOrderNumber: is.orderNumber, customerNo: is.customerNumber,
    currencyCode: is.currency, supplierName: is.seller, customerName: is.buyer, supplierTaxId: is.sellerTaxId,
    netTotal: is.net, taxTotal: is.tax, taxRate: is.taxRate, grandTotal: is.total,
    lineItems: [{ itemDescription: is.description, qty: is.quantity, unitOfMeasure: is.unit, pricePerUnit: is.unitPrice, taxPercent: is.lineTaxRate, lineTotal: is.amount }],
  },
  'pascal case': {
    InvoiceNo: is.number, DateOfIssue: is.issueDate, PaymentDueDate: is.dueDate, OrderReference: is.orderNumber, CustomerId: is.customerNumber,
    Vendor: is.seller, Customer: is.buyer, NetAmount: is.net, TaxAmount: is.tax, GrossAmount: is.total,
    InvoiceLines: [{ ProductName: is.description, Quantity: is.quantity, UnitNetPrice: is.unitPrice, NetAmount: is.amount }],
  },
  'kebab case': {
    'invoice-id': is.number, 'date-issued': is.issueDate, 'pay-by': is.dueDate, 'billed-by': is.seller, 'billed-to': is.buyer,
    'sub-total': is.net, 'sales-tax': is.tax, 'grand-total': is.total,
    'line-items': [{ 'item-name': is.description, 'qty': is.quantity, 'unit-cost': is.unitPrice, 'line-amount': is.amount }],
  },
  'abbreviations': {
    inv_no: is.number, inv_dt: is.issueDate, due_dt: is.dueDate, po_no: is.orderNumber, cust_no: is.customerNumber, curr: is.currency,
    net_amt: is.net, vat_amt: is.tax, vat_pct: is.taxRate, tot_amt: is.total,
    lines: [{ desc: is.description, qty: is.quantity, uom: is.unit, unit_prc: is.unitPrice, vat_pct: is.lineTaxRate, amt: is.amount }],
  },
  'capitals with spaces': {
    'Invoice Number': is.number, 'Invoice Date': is.issueDate, 'Due Date': is.dueDate, 'Supplier Name': is.seller, 'Total (excl. VAT)': is.net,
    'VAT': is.tax, 'VAT %': is.taxRate, 'Total (incl. VAT)': is.total,
    'Items': [{ 'Item': is.description, 'Qty': is.quantity, 'Unit Price': is.unitPrice, 'VAT %': is.lineTaxRate, 'Total': is.amount }],
  },
  'parties and totals nested': {
    invoice: { number: is.number, date: is.issueDate, due_date: is.dueDate, currency: is.currency },
    seller: { name: is.seller, vat_id: is.sellerTaxId, iban: is.iban, bic: is.bic },
    buyer: { name: is.buyer, number: is.customerNumber },
    totals: { net: is.net, tax: is.tax, gross: is.total },
    items: [{ name: is.description, quantity: is.quantity, price: is.unitPrice, total: is.amount }],
  },
  'everything under one roof': {
    data: {
      header: { documentNumber: is.number, documentDate: is.issueDate, maturityDate: is.dueDate },
      vendor: { legalName: is.seller, taxNumber: is.sellerTaxId, bankAccount: { iban: is.iban, swift: is.bic } },
      client: { companyName: is.buyer, id: is.customerNumber },
      summary: { amountBeforeTax: is.net, tax: is.tax, amountAfterTax: is.total },
      positions: [{ text: is.description, count: is.quantity, price_each: is.unitPrice, sum: is.amount }],
    },
  },
  'payment in an object of its own': {
    number: is.number, issued: is.issueDate, from: { name: is.seller }, to: { name: is.buyer },
    payment: { due_date: is.dueDate, iban: is.iban, bic: is.bic, currency: is.currency, amount_due: is.due },
    tax: { rate: is.taxRate, amount: is.tax }, amounts: { total_excluding_tax: is.net, total_including_tax: is.total },
    rows: [{ product: is.description, number_of_units: is.quantity, rate: is.unitPrice, total_excluding_tax: is.amount }],
  },
  'a bill to pay': {
    bill_number: is.number, bill_date: is.issueDate, payable_by: is.dueDate, payee: is.seller, payer: is.buyer, amount_payable: is.due,
    total_before_tax: is.net, total_tax: is.tax, total_after_tax: is.total,
    services: [{ details: is.description, units: is.quantity, unit_rate: is.unitPrice, total: is.amount }],
  },
  'nested values with their currency': {
    id: is.number, issuer: { legal_name: is.seller, vat: is.sellerTaxId }, recipient: { legal_name: is.buyer },
    dates: { issue: is.issueDate, due: is.dueDate }, order: { number: is.orderNumber }, customer_id: is.customerNumber,
    amount: { net: { value: is.net }, vat: { value: is.tax, percentage: is.taxRate }, gross: { value: is.total, currency: is.currency } },
    products: [{ title: is.description, quantity: { value: is.quantity, unit: is.unit }, unitPrice: { amount: is.unitPrice }, total: { amount: is.amount } }],
  },
}; // biome-ignore format: a table
