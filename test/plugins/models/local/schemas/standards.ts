import { described, is, type Shape } from './shape.js';

/** The same fields under the names of standards for electronic invoices. */
export const standards: Readonly<Record<string, Shape>> = {
  'UBL and Peppol, flat': {
    ID: is.number, IssueDate: is.issueDate, DueDate: is.dueDate, DocumentCurrencyCode: is.currency,
    'AccountingSupplierParty.name': is.seller, 'AccountingCustomerParty.name': is.buyer,
    taxExclusiveAmount: is.net, taxAmount: is.tax, taxInclusiveAmount: is.total, payableAmount: is.due,
    invoiceLines: [{ itemName: is.description, invoicedQuantity: is.quantity, priceAmount: is.unitPrice, lineExtensionAmount: is.amount }],
  },
  'UBL and Peppol, as its XML': {
    ID: is.number, IssueDate: is.issueDate, DueDate: is.dueDate, DocumentCurrencyCode: is.currency, OrderReference: { ID: is.orderNumber },
    AccountingSupplierParty: { Party: { PartyName: { Name: is.seller }, PartyTaxScheme: { CompanyID: is.sellerTaxId } } },
    AccountingCustomerParty: { Party: { PartyLegalEntity: { RegistrationName: is.buyer } } },
    TaxTotal: { TaxAmount: is.tax },
    LegalMonetaryTotal: { LineExtensionAmount: is.net, TaxExclusiveAmount: is.net, TaxInclusiveAmount: is.total, PayableAmount: is.due },
    InvoiceLine: [{ Item: { Name: is.description }, InvoicedQuantity: is.quantity, Price: { PriceAmount: is.unitPrice }, LineExtensionAmount: is.amount }],
  },
  'Factur-X and ZUGFeRD, as its XML': {
    ExchangedDocument: { ID: is.number, IssueDateTime: is.issueDate },
    SellerTradeParty: { Name: is.seller }, BuyerTradeParty: { Name: is.buyer }, InvoiceCurrencyCode: is.currency,
    MonetarySummation: { LineTotalAmount: is.net, TaxBasisTotalAmount: is.net, TaxTotalAmount: is.tax, GrandTotalAmount: is.total, DuePayableAmount: is.due },
    TradeLineItem: [{ TradeProduct: { Name: is.description }, BilledQuantity: is.quantity, NetPrice: { ChargeAmount: is.unitPrice }, LineTotalAmount: is.amount }],
  },
  'EN 16931, numbers of its terms': {
    'BT-1': described(is.number, 'Invoice number'), 'BT-2': described(is.issueDate, 'Invoice issue date'), 'BT-5': described(is.currency, 'Invoice currency code'),
    'BT-9': described(is.dueDate, 'Payment due date'), 'BT-13': described(is.orderNumber, 'Purchase order reference'), 'BT-27': described(is.seller, 'Seller name'),
    'BT-31': described(is.sellerTaxId, 'Seller VAT identifier'), 'BT-44': described(is.buyer, 'Buyer name'), 'BT-84': described(is.iban, 'Payment account identifier (IBAN)'),
    'BT-109': described(is.net, 'Invoice total amount without VAT'), 'BT-110': described(is.tax, 'Invoice total VAT amount'),
    'BT-112': described(is.total, 'Invoice total amount with VAT'), 'BT-115': described(is.due, 'Amount due for payment'),
    'BG-25': [{ 'BT-153': described(is.description, 'Item name'), 'BT-129': described(is.quantity, 'Invoiced quantity'), 'BT-130': described(is.unit, 'Invoiced quantity unit of measure'),
      'BT-146': described(is.unitPrice, 'Item net price'), 'BT-152': described(is.lineTaxRate, 'Invoiced item VAT rate'), 'BT-131': described(is.amount, 'Invoice line net amount') }],
  },
  'EN 16931, names of its terms': {
    invoice_number: is.number, invoice_issue_date: is.issueDate, invoice_currency_code: is.currency, payment_due_date: is.dueDate,
    purchase_order_reference: is.orderNumber, seller_name: is.seller, seller_vat_identifier: is.sellerTaxId, buyer_name: is.buyer,
    invoice_total_amount_without_vat: is.net, invoice_total_vat_amount: is.tax, invoice_total_amount_with_vat: is.total, amount_due_for_payment: is.due,
    invoice_line: [{ item_name: is.description, invoiced_quantity: is.quantity, item_net_price: is.unitPrice, invoiced_item_vat_rate: is.lineTaxRate, invoice_line_net_amount: is.amount }],
  },
  'FatturaPA': {
    DatiGeneraliDocumento: { Divisa: is.currency, Data: is.issueDate, Numero: is.number, ImportoTotaleDocumento: is.total },
    CedentePrestatore: { Denominazione: is.seller }, CessionarioCommittente: { Denominazione: is.buyer },
    DatiRiepilogo: { AliquotaIVA: is.taxRate, ImponibileImporto: is.net, Imposta: is.tax },
    DettaglioLinee: [{ Descrizione: is.description, Quantita: is.quantity, UnitaMisura: is.unit, PrezzoUnitario: is.unitPrice, PrezzoTotale: is.amount, AliquotaIVA: is.lineTaxRate }],
  },
  'Facturae': {
    InvoiceHeader: { InvoiceNumber: is.number }, InvoiceIssueData: { IssueDate: is.issueDate, InvoiceCurrencyCode: is.currency },
    SellerParty: { CorporateName: is.seller, TaxIdentificationNumber: is.sellerTaxId }, BuyerParty: { CorporateName: is.buyer },
    InvoiceTotals: { TotalTaxableAmount: is.net, TotalTax: is.tax, InvoiceTotal: is.total, TotalOutstandingAmount: is.due },
    Items: [{ ItemDescription: is.description, Quantity: is.quantity, UnitPriceWithoutTax: is.unitPrice, TotalCost: is.amount }],
  },
  'schema.org': {
    confirmationNumber: described(is.number, 'Invoice number'), provider: { name: is.seller }, customer: { name: is.buyer }, paymentDueDate: is.dueDate,
    totalPaymentDue: { price: is.due, priceCurrency: is.currency },
  },
}; // biome-ignore format: a table
