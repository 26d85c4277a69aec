import type { Concept } from '../../core/text.js';

/** The kind of a value, which decides how it is written. An `extra` is an amount that means nothing when it is zero. */
export type TermKind = 'text' | 'date' | 'number' | 'extra';

/** A business term, and its paths in each syntax that can state it; ' or ' stands between several. */
export type TermRow = readonly [term: string, kind: TermKind, cii: string, ubl: string, fatturaPa?: string];

export type TermTable = Readonly<Partial<Record<Concept, TermRow>>>;

const cii = (group: string): string => `~SupplyChainTradeTransaction/~Trade${group}`;
const [agreement, delivery, settlement] = [cii('Agreement'), cii('Delivery'), cii('Settlement')];
const sums = `${settlement}/~MonetarySummation`;
const [supplier, customer] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'];
const general = 'FatturaElettronicaBody/DatiGenerali/DatiGeneraliDocumento';
const payment = 'FatturaElettronicaBody/DatiPagamento/DettaglioPagamento';
const goods = 'FatturaElettronicaBody/DatiBeniServizi';
const paSeller = 'FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici';
const paBuyer = 'FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici';

/** A tax id without more is the seller's. */
const sellerTaxId = [
  'BT-31',
  'text',
  `${agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID[@schemeID=VA]`,
  `${supplier}/PartyTaxScheme/CompanyID`,
  `${paSeller}/IdFiscaleIVA/IdCodice`,
] as const;

/** The syntaxes in the order of the paths, each with its root elements, its currency and its lines. */
export const syntaxNames = [
  {
    roots: ['CrossIndustryInvoice', 'CrossIndustryDocument'],
    currency: `${settlement}/InvoiceCurrencyCode`,
    lines: '~SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
  },
  { roots: ['Invoice', 'CreditNote'], currency: 'DocumentCurrencyCode', lines: '~Line' },
  { roots: ['FatturaElettronica'], currency: `${general}/Divisa`, lines: `${goods}/DettaglioLinee` },
] as const;

/**
 * Where each business term of EN 16931-1:2017 (table 2) stands, from the root. Sources: EN 16931-3-2 (UBL) and -3-3 (CII), ZUGFeRD 1.0 for its
 * older names, and Specifiche tecniche FatturaPA 1.2, allegato A. Paths consist of local names; `~Name` is any name that ends so, because versions 1
 * and 2 of CII differ in prefixes.
 */
export const header = {
  invoice_number: ['BT-1', 'text', '~ExchangedDocument/ID', 'ID', `${general}/Numero`],
  issue_date: ['BT-2', 'date', '~ExchangedDocument/IssueDateTime/DateTimeString', 'IssueDate', `${general}/Data`],
  due_date: [
    'BT-9',
    'date',
    `${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`,
    'DueDate or PaymentMeans/PaymentDueDate',
    `${payment}/DataScadenzaPagamento`,
  ],
  delivery_date: [
    'BT-72',
    'date',
    `${delivery}/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString`,
    'Delivery/ActualDeliveryDate',
  ],
  currency: ['BT-5', 'text', `${settlement}/InvoiceCurrencyCode`, 'DocumentCurrencyCode', `${general}/Divisa`],
  order_number: [
    'BT-13',
    'text',
    `${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID or ${agreement}/BuyerOrderReferencedDocument/ID`,
    'OrderReference/ID',
    'FatturaElettronicaBody/DatiGenerali/DatiOrdineAcquisto/IdDocumento',
  ],
  seller_name: [
    'BT-27',
    'text',
    `${agreement}/SellerTradeParty/Name`,
    `${supplier}/PartyLegalEntity/RegistrationName or ${supplier}/PartyName/Name`,
    `${paSeller}/Anagrafica/Denominazione`,
  ],
  seller_tax_id: sellerTaxId,
  tax_id: sellerTaxId,
  buyer_name: [
    'BT-44',
    'text',
    `${agreement}/BuyerTradeParty/Name`,
    `${customer}/PartyLegalEntity/RegistrationName or ${customer}/PartyName/Name`,
    `${paBuyer}/Anagrafica/Denominazione`,
  ],
  buyer_tax_id: [
    'BT-48',
    'text',
    `${agreement}/BuyerTradeParty/SpecifiedTaxRegistration/ID[@schemeID=VA]`,
    `${customer}/PartyTaxScheme/CompanyID`,
    `${paBuyer}/IdFiscaleIVA/IdCodice`,
  ],
  iban: [
    'BT-84',
    'text',
    `${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`,
    'PaymentMeans/PayeeFinancialAccount/ID',
    `${payment}/IBAN`,
  ],
  bic: [
    'BT-86',
    'text',
    `${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID`,
    'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID',
    `${payment}/BIC`,
  ],
  subtotal: [
    'BT-109',
    'number',
    `${sums}/TaxBasisTotalAmount or ${sums}/LineTotalAmount`,
    'LegalMonetaryTotal/TaxExclusiveAmount or LegalMonetaryTotal/LineExtensionAmount',
    `${goods}/DatiRiepilogo/ImponibileImporto`,
  ],
  discount: ['BT-107', 'extra', `${sums}/AllowanceTotalAmount`, 'LegalMonetaryTotal/AllowanceTotalAmount'],
  charge: ['BT-108', 'extra', `${sums}/ChargeTotalAmount`, 'LegalMonetaryTotal/ChargeTotalAmount'],
  rounding: ['BT-114', 'extra', `${sums}/RoundingAmount`, 'LegalMonetaryTotal/PayableRoundingAmount'],
  tax: ['BT-110', 'number', `${sums}/TaxTotalAmount`, 'TaxTotal/TaxAmount', `${goods}/DatiRiepilogo/Imposta`],
  tax_rate: [
    'BT-119',
    'number',
    `${settlement}/ApplicableTradeTax/RateApplicablePercent or ${settlement}/ApplicableTradeTax/ApplicablePercent`,
    'TaxTotal/TaxSubtotal/TaxCategory/Percent',
    `${goods}/DatiRiepilogo/AliquotaIVA`,
  ],
  total: ['BT-112', 'number', `${sums}/GrandTotalAmount`, 'LegalMonetaryTotal/TaxInclusiveAmount', `${general}/ImportoTotaleDocumento`],
  prepaid: ['BT-113', 'extra', `${sums}/TotalPrepaidAmount`, 'LegalMonetaryTotal/PrepaidAmount'],
  amount_due: ['BT-115', 'number', `${sums}/DuePayableAmount`, 'LegalMonetaryTotal/PayableAmount', `${payment}/ImportoPagamento`],
} as const satisfies TermTable;

/** The same of a line, from the line. */
export const line = {
  line_position: ['BT-126', 'text', 'AssociatedDocumentLineDocument/LineID', 'ID', 'NumeroLinea'],
  line_code: [
    'BT-155',
    'text',
    'SpecifiedTradeProduct/SellerAssignedID',
    'Item/SellersItemIdentification/ID',
    'CodiceArticolo/CodiceValore',
  ],
  line_description: [
    'BT-153',
    'text',
    'SpecifiedTradeProduct/Name or SpecifiedTradeProduct/Description',
    'Item/Name or Item/Description',
    'Descrizione',
  ],
  line_quantity: ['BT-129', 'number', '~TradeDelivery/BilledQuantity', 'InvoicedQuantity or CreditedQuantity', 'Quantita'],
  line_unit_price: [
    'BT-146',
    'number',
    '~TradeAgreement/NetPriceProductTradePrice/ChargeAmount or ~TradeAgreement/GrossPriceProductTradePrice/ChargeAmount',
    'Price/PriceAmount',
    'PrezzoUnitario',
  ],
  line_tax_rate: [
    'BT-152',
    'number',
    '~TradeSettlement/ApplicableTradeTax/RateApplicablePercent or ~TradeSettlement/ApplicableTradeTax/ApplicablePercent',
    'Item/ClassifiedTaxCategory/Percent',
    'AliquotaIVA',
  ],
  line_amount: ['BT-131', 'number', '~TradeSettlement/~MonetarySummation/LineTotalAmount', 'LineExtensionAmount', 'PrezzoTotale'],
} as const satisfies TermTable;
