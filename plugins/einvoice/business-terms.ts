/** Where the business terms that rules are about stand: those of lines and VAT breakdowns relative to these. Sources: EN 16931-3-2 (UBL) and -3-3 (CII). */
export const terms = {
  'BT-1': { name: 'Invoice number', UBL: 'ID', CII: 'ExchangedDocument/ID' },
  'BT-2': { name: 'Issue date', UBL: 'IssueDate', CII: 'ExchangedDocument/IssueDateTime/DateTimeString' },
  'BT-3': { name: 'Invoice type code', UBL: '~TypeCode', CII: 'ExchangedDocument/TypeCode' },
  'BT-5': {
    name: 'Currency',
    UBL: 'DocumentCurrencyCode',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/InvoiceCurrencyCode',
  },
  'BT-24': {
    name: 'Specification identifier',
    UBL: 'CustomizationID',
    CII: 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID',
  },
  'BT-27': {
    name: 'Seller name',
    UBL: 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/Name',
  },
  'BT-40': {
    name: 'Seller country',
    UBL: 'AccountingSupplierParty/Party/PostalAddress/Country/IdentificationCode',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/PostalTradeAddress/CountryID',
  },
  'BT-44': {
    name: 'Buyer name',
    UBL: 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/Name',
  },
  'BT-55': {
    name: 'Buyer country',
    UBL: 'AccountingCustomerParty/Party/PostalAddress/Country/IdentificationCode',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/BuyerTradeParty/PostalTradeAddress/CountryID',
  },
  'BT-106': {
    name: 'Sum of line net amounts',
    UBL: 'LegalMonetaryTotal/LineExtensionAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/LineTotalAmount',
  },
  'BT-107': {
    name: 'Sum of allowances',
    UBL: 'LegalMonetaryTotal/AllowanceTotalAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/AllowanceTotalAmount',
  },
  'BT-108': {
    name: 'Sum of charges',
    UBL: 'LegalMonetaryTotal/ChargeTotalAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/ChargeTotalAmount',
  },
  'BT-109': {
    name: 'Total without VAT',
    UBL: 'LegalMonetaryTotal/TaxExclusiveAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TaxBasisTotalAmount',
  },
  'BT-110': {
    name: 'Total VAT',
    UBL: 'TaxTotal/TaxAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount',
  },
  'BT-112': {
    name: 'Total with VAT',
    UBL: 'LegalMonetaryTotal/TaxInclusiveAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/GrandTotalAmount',
  },
  'BT-113': {
    name: 'Paid amount',
    UBL: 'LegalMonetaryTotal/PrepaidAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/TotalPrepaidAmount',
  },
  'BT-114': {
    name: 'Rounding amount',
    UBL: 'LegalMonetaryTotal/PayableRoundingAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/RoundingAmount',
  },
  'BT-115': {
    name: 'Amount due',
    UBL: 'LegalMonetaryTotal/PayableAmount',
    CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/SpecifiedTradeSettlementHeaderMonetarySummation/DuePayableAmount',
  },
  'BT-116': { name: 'VAT taxable amount', UBL: 'TaxableAmount', CII: 'BasisAmount' },
  'BT-117': { name: 'VAT amount', UBL: 'TaxAmount', CII: 'CalculatedAmount' },
  'BT-118': { name: 'VAT category', UBL: 'TaxCategory/ID', CII: 'CategoryCode' },
  'BT-119': { name: 'VAT rate', UBL: 'TaxCategory/Percent', CII: 'RateApplicablePercent' },
  'BT-126': { name: 'Line identifier', UBL: 'ID', CII: 'AssociatedDocumentLineDocument/LineID' },
  'BT-129': { name: 'Quantity', UBL: '~Quantity', CII: 'SpecifiedLineTradeDelivery/BilledQuantity' },
  'BT-131': {
    name: 'Line net amount',
    UBL: 'LineExtensionAmount',
    CII: 'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  },
  'BT-146': { name: 'Item net price', UBL: 'Price/PriceAmount', CII: 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount' },
  'BT-151': {
    name: 'Line VAT category',
    UBL: 'Item/ClassifiedTaxCategory/ID',
    CII: 'SpecifiedLineTradeSettlement/ApplicableTradeTax/CategoryCode',
  },
  'BT-153': { name: 'Item name', UBL: 'Item/Name', CII: 'SpecifiedTradeProduct/Name' },
} as const;

export type BusinessTerm = keyof typeof terms;

export const groups = {
  'BG-23': { UBL: 'TaxTotal/TaxSubtotal', CII: 'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/ApplicableTradeTax' },
  'BG-25': { UBL: '~Line', CII: 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem' },
} as const;
