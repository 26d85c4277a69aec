/** A path in UBL and one in CII; ' or ' stands between paths that are taken together. */
export type Paths = readonly [ubl: string, cii: string];

const header = (part: string): string => `SupplyChainTradeTransaction/ApplicableHeaderTrade${part}`;
const [agreement, delivery, settlement] = [header('Agreement'), header('Delivery'), header('Settlement')];
const lines: Paths = ['InvoiceLine|CreditNoteLine', 'SupplyChainTradeTransaction/IncludedSupplyChainTradeLineItem'];
const [supplier, customer] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party'];
const [seller, buyer] = [`${agreement}/SellerTradeParty`, `${agreement}/BuyerTradeParty`];
const lineSettlement = `${lines[1]}/SpecifiedLineTradeSettlement`;
const means: Paths = ['PaymentMeans', `${settlement}/SpecifiedTradeSettlementPaymentMeans`];

/** What an allowance or a charge is by its indicator. */
const adjusting = (above: Paths, charge: boolean): Paths => {
  const is = charge ? 'true|1' : 'false|0';
  return [`${above[0]}AllowanceCharge[ChargeIndicator=${is}]`, `${above[1]}SpecifiedTradeAllowanceCharge[ChargeIndicator/Indicator=${is}]`];
};

/** Where the groups of business terms stand, from the root. Sources: EN 16931-3-2 (UBL) and -3-3 (CII), and the contexts of the official rules. */
export const groups = {
  invoice: ['.', '.'],
  seller: [supplier, seller],
  buyer: [customer, buyer],
  'seller address': [`${supplier}/PostalAddress`, `${seller}/PostalTradeAddress`],
  'buyer address': [`${customer}/PostalAddress`, `${buyer}/PostalTradeAddress`],
  'seller contact': [`${supplier}/Contact`, `${seller}/DefinedTradeContact`],
  'seller endpoint': [`${supplier}/EndpointID`, `${seller}/URIUniversalCommunication/URIID`],
  'buyer endpoint': [`${customer}/EndpointID`, `${buyer}/URIUniversalCommunication/URIID`],
  payee: ['PayeeParty', `${settlement}/PayeeTradeParty`],
  representative: ['TaxRepresentativeParty', `${agreement}/SellerTaxRepresentativeTradeParty`],
  'representative address': ['TaxRepresentativeParty/PostalAddress', `${agreement}/SellerTaxRepresentativeTradeParty/PostalTradeAddress`],
  'delivery address': ['Delivery/DeliveryLocation/Address', `${delivery}/ShipToTradeParty/PostalTradeAddress`],
  totals: ['LegalMonetaryTotal', `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation`],
  breakdown: ['TaxTotal/TaxSubtotal', `${settlement}/ApplicableTradeTax`],
  'rated breakdown': ['TaxTotal/TaxSubtotal[TaxCategory/ID!=O]', `${settlement}/ApplicableTradeTax[CategoryCode!=O]`],
  period: ['InvoicePeriod', `${settlement}/BillingSpecifiedPeriod`],
  payment: means,
  transfer: [`${means[0]}[PaymentMeansCode=30|58]`, `${means[1]}[TypeCode=30|58]/PayeePartyCreditorFinancialAccount`],
  account: [`${means[0]}[PaymentMeansCode=30|58]/PayeeFinancialAccount`, `${means[1]}[TypeCode=30|58]/PayeePartyCreditorFinancialAccount`],
  debit: [`${means[0]}[PaymentMeansCode=49|59]`, `${means[1]}[TypeCode=49|59]`],
  card: [`${means[0]}/CardAccount/PrimaryAccountNumberID`, `${means[1]}/ApplicableTradeSettlementFinancialCard/ID`],
  document: ['AdditionalDocumentReference', `${agreement}/AdditionalReferencedDocument or ${lineSettlement}/AdditionalReferencedDocument`],
  preceding: ['BillingReference', `${settlement}/InvoiceReferencedDocument`],
  allowance: adjusting(['', `${settlement}/`], false),
  charge: adjusting(['', `${settlement}/`], true),
  adjustment: [
    'AllowanceCharge or InvoiceLine|CreditNoteLine/AllowanceCharge',
    `${settlement}/SpecifiedTradeAllowanceCharge or ${lineSettlement}/SpecifiedTradeAllowanceCharge`,
  ],
  line: lines,
  'line period': [`${lines[0]}/InvoicePeriod`, `${lineSettlement}/BillingSpecifiedPeriod`],
  'line allowance': adjusting([`${lines[0]}/`, `${lineSettlement}/`], false),
  'line charge': adjusting([`${lines[0]}/`, `${lineSettlement}/`], true),
  attribute: [`${lines[0]}/Item/AdditionalItemProperty`, `${lines[1]}/SpecifiedTradeProduct/ApplicableProductCharacteristic`],
  'item id': [`${lines[0]}/Item/StandardItemIdentification/ID`, `${lines[1]}/SpecifiedTradeProduct/GlobalID`],
  'item class': [
    `${lines[0]}/Item/CommodityClassification/ItemClassificationCode`,
    `${lines[1]}/SpecifiedTradeProduct/DesignatedProductClassification/ClassCode`,
  ],
} as const satisfies Readonly<Record<string, Paths>>;

export type Group = keyof typeof groups;

const vat = '[TaxScheme/ID=VAT]';

/** The name of each business term, and where it stands below its group. Sources: EN 16931-1 (names), -3-2 (UBL), -3-3 (CII). */
export const terms = {
  'BT-1': ['Invoice number', 'ID', 'ExchangedDocument/ID'],
  'BT-2': ['Issue date', 'IssueDate', 'ExchangedDocument/IssueDateTime/DateTimeString[@format=102]'],
  'BT-3': ['Invoice type code', 'InvoiceTypeCode|CreditNoteTypeCode', 'ExchangedDocument/TypeCode'],
  'BT-5': ['Invoice currency code', 'DocumentCurrencyCode', `${settlement}/InvoiceCurrencyCode`],
  'BT-6': ['VAT accounting currency code', 'TaxCurrencyCode', `${settlement}/TaxCurrencyCode`],
  'BT-7': ['VAT point date', 'TaxPointDate', `${settlement}/ApplicableTradeTax/TaxPointDate`],
  'BT-8': ['VAT point date code', 'InvoicePeriod/DescriptionCode', `${settlement}/ApplicableTradeTax/DueDateTypeCode`],
  'BT-9': ['Due date', 'DueDate or PaymentMeans/PaymentDueDate', `${settlement}/SpecifiedTradePaymentTerms/DueDateDateTime`],
  'BT-10': ['Buyer reference', 'BuyerReference', `${agreement}/BuyerReference`],
  'BT-12': ['Contract reference', 'ContractDocumentReference/ID', `${agreement}/ContractReferencedDocument/IssuerAssignedID`],
  'BT-13': ['Purchase order reference', 'OrderReference/ID', `${agreement}/BuyerOrderReferencedDocument/IssuerAssignedID`],
  'BT-17': [
    'Tender or lot reference',
    'OriginatorDocumentReference/ID',
    `${agreement}/AdditionalReferencedDocument[TypeCode=50]/IssuerAssignedID`,
  ],
  'BT-20': ['Payment terms', 'PaymentTerms/Note', `${settlement}/SpecifiedTradePaymentTerms/Description`],
  'BT-23': ['Business process type', 'ProfileID', 'ExchangedDocumentContext/BusinessProcessSpecifiedDocumentContextParameter/ID'],
  'BT-24': ['Specification identifier', 'CustomizationID', 'ExchangedDocumentContext/GuidelineSpecifiedDocumentContextParameter/ID'],
  'BT-25': ['Preceding invoice number', 'InvoiceDocumentReference/ID', 'IssuerAssignedID'],
  'BT-27': ['Seller name', `${supplier}/PartyLegalEntity/RegistrationName`, `${seller}/Name`],
  'BT-29': ['Seller identifier', 'PartyIdentification/ID', 'ID or GlobalID'],
  'BT-30': ['Seller legal registration identifier', 'PartyLegalEntity/CompanyID', 'SpecifiedLegalOrganization/ID'],
  'BT-31': ['Seller VAT identifier', `PartyTaxScheme${vat}/CompanyID`, 'SpecifiedTaxRegistration/ID[@schemeID=VA]'],
  'BT-34-1': ['Seller electronic address scheme', '@schemeID', '@schemeID'],
  'BT-37': ['Seller city', 'CityName', 'CityName'],
  'BT-38': ['Seller post code', 'PostalZone', 'PostcodeCode'],
  'BT-40': ['Seller country code', 'Country/IdentificationCode', 'CountryID'],
  'BT-41': ['Seller contact point', 'Name', 'PersonName or DepartmentName'],
  'BT-42': ['Seller contact telephone number', 'Telephone', 'TelephoneUniversalCommunication/CompleteNumber'],
  'BT-43': ['Seller contact e-mail address', 'ElectronicMail', 'EmailURIUniversalCommunication/URIID'],
  'BT-44': ['Buyer name', `${customer}/PartyLegalEntity/RegistrationName`, `${buyer}/Name`],
  'BT-49-1': ['Buyer electronic address scheme', '@schemeID', '@schemeID'],
  'BT-52': ['Buyer city', 'CityName', 'CityName'],
  'BT-53': ['Buyer post code', 'PostalZone', 'PostcodeCode'],
  'BT-55': ['Buyer country code', 'Country/IdentificationCode', 'CountryID'],
  'BT-59': ['Payee name', 'PartyName/Name', 'Name'],
  'BT-62': ['Seller tax representative name', 'PartyName/Name', 'Name'],
  'BT-63': ['Seller tax representative VAT identifier', `PartyTaxScheme${vat}/CompanyID`, 'SpecifiedTaxRegistration/ID[@schemeID=VA]'],
  'BT-69': ['Tax representative country code', 'Country/IdentificationCode', 'CountryID'],
  'BT-73': ['Invoicing period start date', 'StartDate', 'StartDateTime/DateTimeString'],
  'BT-74': ['Invoicing period end date', 'EndDate', 'EndDateTime/DateTimeString'],
  'BT-77': ['Deliver to city', 'CityName', 'CityName'],
  'BT-78': ['Deliver to post code', 'PostalZone', 'PostcodeCode'],
  'BT-80': ['Deliver to country code', 'Country/IdentificationCode', 'CountryID'],
  'BT-81': ['Payment means type code', 'PaymentMeansCode', 'TypeCode'],
  'BT-84': ['Payment account identifier', 'ID', 'IBANID or ProprietaryID'],
  'BT-84-1': ['Payment account identifier', 'PayeeFinancialAccount/ID', 'IBANID or ProprietaryID'],
  'BT-89': ['Mandate reference', 'PaymentMeans/PaymentMandate/ID', `${settlement}/SpecifiedTradePaymentTerms/DirectDebitMandateID`],
  'BT-90': [
    'Creditor identifier',
    `${supplier}/PartyIdentification/ID[@schemeID=SEPA] or PayeeParty/PartyIdentification/ID[@schemeID=SEPA]`,
    `${settlement}/CreditorReferenceID`,
  ],
  'BT-91': [
    'Debited account identifier',
    'PaymentMeans/PaymentMandate/PayerFinancialAccount/ID',
    `${means[1]}/PayerPartyDebtorFinancialAccount/IBANID`,
  ],
  'BT-92': ['Document level allowance amount', 'Amount', 'ActualAmount'],
  'BT-93': ['Document level allowance base amount', 'BaseAmount', 'BasisAmount'],
  'BT-95': ['Document level allowance VAT category code', `TaxCategory${vat}/ID`, 'CategoryTradeTax[TypeCode=VAT]/CategoryCode'],
  'BT-97': ['Document level allowance reason', 'AllowanceChargeReason', 'Reason'],
  'BT-98': ['Document level allowance reason code', 'AllowanceChargeReasonCode', 'ReasonCode'],
  'BT-99': ['Document level charge amount', 'Amount', 'ActualAmount'],
  'BT-100': ['Document level charge base amount', 'BaseAmount', 'BasisAmount'],
  'BT-102': ['Document level charge VAT category code', `TaxCategory${vat}/ID`, 'CategoryTradeTax[TypeCode=VAT]/CategoryCode'],
  'BT-104': ['Document level charge reason', 'AllowanceChargeReason', 'Reason'],
  'BT-105': ['Document level charge reason code', 'AllowanceChargeReasonCode', 'ReasonCode'],
  'BT-106': ['Sum of line net amounts', 'LineExtensionAmount', 'LineTotalAmount'],
  'BT-107': ['Sum of allowances', 'AllowanceTotalAmount', 'AllowanceTotalAmount'],
  'BT-108': ['Sum of charges', 'ChargeTotalAmount', 'ChargeTotalAmount'],
  'BT-109': ['Total without VAT', 'TaxExclusiveAmount', 'TaxBasisTotalAmount'],
  'BT-110': ['Total VAT', 'TaxTotal/TaxAmount', `${settlement}/SpecifiedTradeSettlementHeaderMonetarySummation/TaxTotalAmount`],
  'BT-112': ['Total with VAT', 'TaxInclusiveAmount', 'GrandTotalAmount'],
  'BT-113': ['Paid amount', 'PrepaidAmount', 'TotalPrepaidAmount'],
  'BT-114': ['Rounding amount', 'PayableRoundingAmount', 'RoundingAmount'],
  'BT-115': ['Amount due', 'PayableAmount', 'DuePayableAmount'],
  'BT-116': ['VAT category taxable amount', 'TaxableAmount', 'BasisAmount'],
  'BT-117': ['VAT category tax amount', 'TaxAmount', 'CalculatedAmount'],
  'BT-118': ['VAT category code', `TaxCategory${vat}/ID`, 'CategoryCode'],
  'BT-119': ['VAT category rate', `TaxCategory${vat}/Percent`, 'RateApplicablePercent'],
  'BT-122': ['Supporting document reference', 'ID', 'IssuerAssignedID'],
  'BT-126': ['Line identifier', 'ID', 'AssociatedDocumentLineDocument/LineID'],
  'BT-129': ['Invoiced quantity', 'InvoicedQuantity|CreditedQuantity', 'SpecifiedLineTradeDelivery/BilledQuantity'],
  'BT-130': [
    'Unit of the invoiced quantity',
    'InvoicedQuantity|CreditedQuantity/@unitCode',
    'SpecifiedLineTradeDelivery/BilledQuantity/@unitCode',
  ],
  'BT-131': [
    'Line net amount',
    'LineExtensionAmount',
    'SpecifiedLineTradeSettlement/SpecifiedTradeSettlementLineMonetarySummation/LineTotalAmount',
  ],
  'BT-134': ['Line period start date', 'StartDate', 'StartDateTime/DateTimeString'],
  'BT-135': ['Line period end date', 'EndDate', 'EndDateTime/DateTimeString'],
  'BT-136': ['Line allowance amount', 'Amount', 'ActualAmount'],
  'BT-137': ['Line allowance base amount', 'BaseAmount', 'BasisAmount'],
  'BT-139': ['Line allowance reason', 'AllowanceChargeReason', 'Reason'],
  'BT-140': ['Line allowance reason code', 'AllowanceChargeReasonCode', 'ReasonCode'],
  'BT-141': ['Line charge amount', 'Amount', 'ActualAmount'],
  'BT-142': ['Line charge base amount', 'BaseAmount', 'BasisAmount'],
  'BT-144': ['Line charge reason', 'AllowanceChargeReason', 'Reason'],
  'BT-145': ['Line charge reason code', 'AllowanceChargeReasonCode', 'ReasonCode'],
  'BT-146': ['Item net price', 'Price/PriceAmount', 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/ChargeAmount'],
  'BT-148': [
    'Item gross price',
    'Price/AllowanceCharge/BaseAmount',
    'SpecifiedLineTradeAgreement/GrossPriceProductTradePrice/ChargeAmount',
  ],
  'BT-149': ['Item price base quantity', 'Price/BaseQuantity', 'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity'],
  'BT-151': [
    'Item VAT category code',
    `Item/ClassifiedTaxCategory${vat}/ID`,
    'SpecifiedLineTradeSettlement/ApplicableTradeTax[TypeCode=VAT]/CategoryCode',
  ],
  'BT-153': ['Item name', 'Item/Name', 'SpecifiedTradeProduct/Name'],
  'BT-157-1': ['Item standard identifier scheme', '@schemeID', '@schemeID'],
  'BT-158-1': ['Item classification scheme', '@listID', '@listID'],
  'BT-160': ['Item attribute name', 'Name', 'Description'],
  'BT-161': ['Item attribute value', 'Value', 'Value'],
} as const satisfies Readonly<Record<string, readonly [name: string, ...Paths]>>;

export type BusinessTerm = keyof typeof terms;
