import type { Concept } from '../../core/text.js';

/** The kind of a value, which decides how it is written. An `extra` is an amount that means nothing when it is zero. */
export type TermKind = 'text' | 'date' | 'number' | 'extra';

/**
 * Where a business term stands. Paths consist of local names from the root or the line. `~Name` matches any name that ends so, because
 * versions 1 and 2 of the syntax differ in prefixes; `ID[VA]` asks for a scheme.
 */
export interface Term {
  readonly kind: TermKind;
  readonly paths: readonly string[];
}

/** One syntax of an electronic invoice. Sources: EN 16931-3-2 (UBL) and -3-3 (CII), and ZUGFeRD 1.0 for the older names. */
export interface Syntax {
  readonly roots: readonly string[];
  readonly currency: string;
  readonly lines: string;
  readonly header: Partial<Readonly<Record<Concept, Term>>>;
  /** Relative to a line. */
  readonly line: Partial<Readonly<Record<Concept, Term>>>;
}

const text = (...paths: readonly string[]): Term => ({ kind: 'text', paths });
const date = (...paths: readonly string[]): Term => ({ kind: 'date', paths });
const number = (...paths: readonly string[]): Term => ({ kind: 'number', paths });
const extra = (...paths: readonly string[]): Term => ({ kind: 'extra', paths });

const agreement = '~SupplyChainTradeTransaction/~TradeAgreement';
const settlement = '~SupplyChainTradeTransaction/~TradeSettlement';
const summation = `${settlement}/~MonetarySummation`;

/**
 * Cross Industry Invoice: Factur-X, ZUGFeRD 1 and 2, XRechnung. A subtotal may be printed as the sum of lines or as the tax basis, so it is
 * stated only where both are equal. The same holds for gross and net prices, and for the name and description of an item.
 */
const crossIndustry: Syntax = {
  roots: ['CrossIndustryInvoice', 'CrossIndustryDocument'],
  currency: `${settlement}/InvoiceCurrencyCode`,
  lines: '~SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem',
  header: {
    invoice_number: text('~ExchangedDocument/ID'),
    issue_date: date('~ExchangedDocument/IssueDateTime/DateTimeString'),
    due_date: date(`${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime/DateTimeString`),
    delivery_date: date('~SupplyChainTradeTransaction/~TradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString'),
    currency: text(`${settlement}/InvoiceCurrencyCode`),
    order_number: text(`${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID`, `${agreement}/BuyerOrderReferencedDocument/ID`),
    seller_name: text(`${agreement}/SellerTradeParty/Name`),
    seller_tax_id: text(`${agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID[VA]`),
    tax_id: text(`${agreement}/SellerTradeParty/SpecifiedTaxRegistration/ID[VA]`),
    buyer_name: text(`${agreement}/BuyerTradeParty/Name`),
    buyer_tax_id: text(`${agreement}/BuyerTradeParty/SpecifiedTaxRegistration/ID[VA]`),
    iban: text(`${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeePartyCreditorFinancialAccount/IBANID`),
    bic: text(`${settlement}/SpecifiedTradeSettlementPaymentMeans/PayeeSpecifiedCreditorFinancialInstitution/BICID`),
    subtotal: number(`${summation}/TaxBasisTotalAmount`, `${summation}/LineTotalAmount`),
    discount: extra(`${summation}/AllowanceTotalAmount`),
    charge: extra(`${summation}/ChargeTotalAmount`),
    rounding: extra(`${summation}/RoundingAmount`),
    tax: number(`${summation}/TaxTotalAmount`),
    tax_rate: number(`${settlement}/ApplicableTradeTax/RateApplicablePercent`, `${settlement}/ApplicableTradeTax/ApplicablePercent`),
    total: number(`${summation}/GrandTotalAmount`),
    prepaid: extra(`${summation}/TotalPrepaidAmount`),
    amount_due: number(`${summation}/DuePayableAmount`),
  },
  line: {
    line_position: text('AssociatedDocumentLineDocument/LineID'),
    line_code: text('SpecifiedTradeProduct/SellerAssignedID'),
    line_description: text('SpecifiedTradeProduct/Name', 'SpecifiedTradeProduct/Description'),
    line_quantity: number('~TradeDelivery/BilledQuantity'),
    line_unit_price: number(
      '~TradeAgreement/NetPriceProductTradePrice/ChargeAmount',
      '~TradeAgreement/GrossPriceProductTradePrice/ChargeAmount',
    ),
    line_tax_rate: number(
      '~TradeSettlement/ApplicableTradeTax/RateApplicablePercent',
      '~TradeSettlement/ApplicableTradeTax/ApplicablePercent',
    ),
    line_amount: number('~TradeSettlement/~MonetarySummation/LineTotalAmount'),
  },
};

const supplier = 'AccountingSupplierParty/Party';
const customer = 'AccountingCustomerParty/Party';

/** UBL invoices and credit notes share a table, because only a few of their names differ. */
const ubl: Syntax = {
  roots: ['Invoice', 'CreditNote'],
  currency: 'DocumentCurrencyCode',
  lines: '~Line',
  header: {
    invoice_number: text('ID'),
    issue_date: date('IssueDate'),
    due_date: date('DueDate', 'PaymentMeans/PaymentDueDate'),
    delivery_date: date('Delivery/ActualDeliveryDate'),
    currency: text('DocumentCurrencyCode'),
    order_number: text('OrderReference/ID'),
    seller_name: text(`${supplier}/PartyLegalEntity/RegistrationName`, `${supplier}/PartyName/Name`),
    seller_tax_id: text(`${supplier}/PartyTaxScheme/CompanyID`),
    tax_id: text(`${supplier}/PartyTaxScheme/CompanyID`),
    buyer_name: text(`${customer}/PartyLegalEntity/RegistrationName`, `${customer}/PartyName/Name`),
    buyer_tax_id: text(`${customer}/PartyTaxScheme/CompanyID`),
    iban: text('PaymentMeans/PayeeFinancialAccount/ID'),
    bic: text('PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID'),
    subtotal: number('LegalMonetaryTotal/TaxExclusiveAmount', 'LegalMonetaryTotal/LineExtensionAmount'),
    discount: extra('LegalMonetaryTotal/AllowanceTotalAmount'),
    charge: extra('LegalMonetaryTotal/ChargeTotalAmount'),
    rounding: extra('LegalMonetaryTotal/PayableRoundingAmount'),
    tax: number('TaxTotal/TaxAmount'),
    tax_rate: number('TaxTotal/TaxSubtotal/TaxCategory/Percent'),
    total: number('LegalMonetaryTotal/TaxInclusiveAmount'),
    prepaid: extra('LegalMonetaryTotal/PrepaidAmount'),
    amount_due: number('LegalMonetaryTotal/PayableAmount'),
  },
  line: {
    line_position: text('ID'),
    line_code: text('Item/SellersItemIdentification/ID'),
    line_description: text('Item/Name', 'Item/Description'),
    line_quantity: number('InvoicedQuantity', 'CreditedQuantity'),
    line_unit_price: number('Price/PriceAmount'),
    line_tax_rate: number('Item/ClassifiedTaxCategory/Percent'),
    line_amount: number('LineExtensionAmount'),
  },
};

const body = 'FatturaElettronicaBody';
const general = `${body}/DatiGenerali/DatiGeneraliDocumento`;
const payment = `${body}/DatiPagamento/DettaglioPagamento`;
const cedente = 'FatturaElettronicaHeader/CedentePrestatore/DatiAnagrafici';
const cessionario = 'FatturaElettronicaHeader/CessionarioCommittente/DatiAnagrafici';

/** The Italian format, version 1.2. Its total is the only one it must not have. Source: Specifiche tecniche FatturaPA, allegato A. */
const fatturaPa: Syntax = {
  roots: ['FatturaElettronica'],
  currency: `${general}/Divisa`,
  lines: `${body}/DatiBeniServizi/DettaglioLinee`,
  header: {
    invoice_number: text(`${general}/Numero`),
    issue_date: date(`${general}/Data`),
    due_date: date(`${payment}/DataScadenzaPagamento`),
    currency: text(`${general}/Divisa`),
    order_number: text(`${body}/DatiGenerali/DatiOrdineAcquisto/IdDocumento`),
    seller_name: text(`${cedente}/Anagrafica/Denominazione`),
    seller_tax_id: text(`${cedente}/IdFiscaleIVA/IdCodice`),
    tax_id: text(`${cedente}/IdFiscaleIVA/IdCodice`),
    buyer_name: text(`${cessionario}/Anagrafica/Denominazione`),
    buyer_tax_id: text(`${cessionario}/IdFiscaleIVA/IdCodice`),
    iban: text(`${payment}/IBAN`),
    bic: text(`${payment}/BIC`),
    subtotal: number(`${body}/DatiBeniServizi/DatiRiepilogo/ImponibileImporto`),
    tax: number(`${body}/DatiBeniServizi/DatiRiepilogo/Imposta`),
    tax_rate: number(`${body}/DatiBeniServizi/DatiRiepilogo/AliquotaIVA`),
    total: number(`${general}/ImportoTotaleDocumento`),
    amount_due: number(`${payment}/ImportoPagamento`),
  },
  line: {
    line_position: text('NumeroLinea'),
    line_code: text('CodiceArticolo/CodiceValore'),
    line_description: text('Descrizione'),
    line_quantity: number('Quantita'),
    line_unit_price: number('PrezzoUnitario'),
    line_tax_rate: number('AliquotaIVA'),
    line_amount: number('PrezzoTotale'),
  },
};

export const syntaxes: readonly Syntax[] = [crossIndustry, ubl, fatturaPa];

/** Every concept that one of the syntaxes can state. */
export const conceptsStated: readonly Concept[] = [
  ...new Set(syntaxes.flatMap(({ header, line }) => [...Object.keys(header), ...Object.keys(line)]) as readonly Concept[]),
];
