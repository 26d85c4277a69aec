import type { XmlElement } from '../xml-tree.js';
import { type Breach, breach, type Invoice, type RuledSyntax } from './invoice.js';

const reason = 'AllowanceChargeReasonCode AllowanceChargeReason';
const category = 'ID Percent TaxScheme{ID}';
const ublAddress = 'StreetName AdditionalStreetName CityName PostalZone CountrySubentity AddressLine{Line} Country{IdentificationCode}';
const ublParty = (legal: string) =>
  `Party{EndpointID PartyIdentification{ID} PartyName{Name} PostalAddress{${ublAddress}} PartyTaxScheme{CompanyID TaxScheme{ID}}
  PartyLegalEntity{${legal}} Contact{Name Telephone ElectronicMail}}`;
const ublLine = `ID Note InvoicedQuantity CreditedQuantity LineExtensionAmount AccountingCost InvoicePeriod{StartDate EndDate} OrderLineReference{LineID}
  DocumentReference{ID DocumentTypeCode} AllowanceCharge{ChargeIndicator ${reason} MultiplierFactorNumeric Amount BaseAmount}
  Item{Description Name BuyersItemIdentification{ID} SellersItemIdentification{ID} StandardItemIdentification{ID} OriginCountry{IdentificationCode}
  CommodityClassification{ItemClassificationCode} ClassifiedTaxCategory{${category}} AdditionalItemProperty{Name Value}}
  Price{PriceAmount BaseQuantity AllowanceCharge{ChargeIndicator Amount BaseAmount}}`;

const day = '{DateTimeString}';
const period = `BillingSpecifiedPeriod{StartDateTime${day} EndDateTime${day}}`;
const adjustment = 'ChargeIndicator{Indicator} CalculationPercent BasisAmount ActualAmount ReasonCode Reason';
const taxed = 'TypeCode CategoryCode RateApplicablePercent';
const ciiAddress = 'PostalTradeAddress{PostcodeCode LineOne LineTwo LineThree CityName CountryID CountrySubDivisionName}';
const ciiParty = `ID GlobalID Name SpecifiedLegalOrganization{ID TradingBusinessName} DefinedTradeContact{PersonName DepartmentName
  TelephoneUniversalCommunication{CompleteNumber} EmailURIUniversalCommunication{URIID}} ${ciiAddress} URIUniversalCommunication{URIID}
  SpecifiedTaxRegistration{ID}`;
const ciiLine = `AssociatedDocumentLineDocument{LineID IncludedNote{Content}} SpecifiedTradeProduct{GlobalID SellerAssignedID BuyerAssignedID Name
  Description ApplicableProductCharacteristic{Description Value} DesignatedProductClassification{ClassCode} OriginTradeCountry{ID}}
  SpecifiedLineTradeAgreement{BuyerOrderReferencedDocument{LineID} GrossPriceProductTradePrice{ChargeAmount BasisQuantity
  AppliedTradeAllowanceCharge{ChargeIndicator{Indicator} ActualAmount}} NetPriceProductTradePrice{ChargeAmount BasisQuantity}}
  SpecifiedLineTradeDelivery{BilledQuantity} SpecifiedLineTradeSettlement{ApplicableTradeTax{${taxed} ExemptionReason ExemptionReasonCode} ${period}
  SpecifiedTradeAllowanceCharge{${adjustment}} SpecifiedTradeSettlementLineMonetarySummation{LineTotalAmount}
  AdditionalReferencedDocument{IssuerAssignedID TypeCode ReferenceTypeCode} ReceivableSpecifiedTradeAccountingAccount{ID}}`;
const agreement = `BuyerReference SellerTradeParty{Description ${ciiParty}} BuyerTradeParty{${ciiParty}} SellerTaxRepresentativeTradeParty{Name ${ciiAddress}
  SpecifiedTaxRegistration{ID}} SellerOrderReferencedDocument{IssuerAssignedID} BuyerOrderReferencedDocument{IssuerAssignedID}
  ContractReferencedDocument{IssuerAssignedID} AdditionalReferencedDocument{IssuerAssignedID URIID TypeCode Name AttachmentBinaryObject
  ReferenceTypeCode} SpecifiedProcuringProject{ID Name}`;
const delivery = `ShipToTradeParty{ID GlobalID Name ${ciiAddress}} ActualDeliverySupplyChainEvent{OccurrenceDateTime${day}}
  DespatchAdviceReferencedDocument{IssuerAssignedID} ReceivingAdviceReferencedDocument{IssuerAssignedID}`;
const settlement = `CreditorReferenceID PaymentReference TaxCurrencyCode InvoiceCurrencyCode PayeeTradeParty{ID GlobalID Name
  SpecifiedLegalOrganization{ID}} SpecifiedTradeSettlementPaymentMeans{TypeCode Information ApplicableTradeSettlementFinancialCard{ID CardholderName}
  PayerPartyDebtorFinancialAccount{IBANID} PayeePartyCreditorFinancialAccount{IBANID AccountName ProprietaryID}
  PayerSpecifiedDebtorFinancialInstitution{BICID} PayeeSpecifiedCreditorFinancialInstitution{BICID}} ApplicableTradeTax{CalculatedAmount ExemptionReason BasisAmount ${taxed} ExemptionReasonCode
  TaxPointDate{DateString} DueDateTypeCode} ${period} SpecifiedTradeAllowanceCharge{${adjustment} CategoryTradeTax{${taxed}}}
  SpecifiedTradePaymentTerms{Description DueDateDateTime${day} DirectDebitMandateID} SpecifiedTradeSettlementHeaderMonetarySummation{LineTotalAmount
  ChargeTotalAmount AllowanceTotalAmount TaxBasisTotalAmount TaxTotalAmount RoundingAmount GrandTotalAmount TotalPrepaidAmount DuePayableAmount}
  InvoiceReferencedDocument{IssuerAssignedID FormattedIssueDateTime${day}} ReceivableSpecifiedTradeAccountingAccount{ID}`;

/**
 * The elements of the core invoice model in each syntax, below the root, each with what it may have, and the few more that the validation artefacts
 * let pass. Sources: EN 16931-3-2 and -3-3, and the rules UBL-CR and CII-SR.
 */
const elements: Readonly<Record<RuledSyntax, string>> = {
  UBL: `UBLVersionID CustomizationID ProfileID ID IssueDate DueDate InvoiceTypeCode CreditNoteTypeCode Note TaxPointDate DocumentCurrencyCode TaxCurrencyCode
  AccountingCost BuyerReference InvoicePeriod{StartDate EndDate DescriptionCode} OrderReference{ID SalesOrderID}
  BillingReference{InvoiceDocumentReference{ID IssueDate}} DespatchDocumentReference{ID} ReceiptDocumentReference{ID} OriginatorDocumentReference{ID}
  ContractDocumentReference{ID} AdditionalDocumentReference{ID DocumentTypeCode DocumentDescription
  Attachment{EmbeddedDocumentBinaryObject ExternalReference{URI}}} ProjectReference{ID}
  AccountingSupplierParty{${ublParty('RegistrationName CompanyID CompanyLegalForm')}} AccountingCustomerParty{${ublParty('RegistrationName CompanyID')}}
  PayeeParty{PartyIdentification{ID} PartyName{Name} PartyLegalEntity{CompanyID}}
  TaxRepresentativeParty{PartyName{Name} PostalAddress{${ublAddress}} PartyTaxScheme{CompanyID TaxScheme{ID}}}
  Delivery{ActualDeliveryDate DeliveryLocation{ID Address{${ublAddress}}} DeliveryParty{PartyName{Name}}}
  PaymentMeans{PaymentMeansCode PaymentDueDate InstructionNote PaymentID CardAccount{PrimaryAccountNumberID NetworkID HolderName}
  PayeeFinancialAccount{ID Name FinancialInstitutionBranch{ID}} PaymentMandate{ID PayerFinancialAccount{ID}}} PaymentTerms{Note}
  AllowanceCharge{ChargeIndicator ${reason} MultiplierFactorNumeric Amount BaseAmount TaxCategory{${category}}}
  TaxTotal{TaxAmount TaxSubtotal{TaxableAmount TaxAmount TaxCategory{${category} TaxExemptionReasonCode TaxExemptionReason}}}
  LegalMonetaryTotal{LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount PrepaidAmount
  PayableRoundingAmount PayableAmount} InvoiceLine{${ublLine}} CreditNoteLine{${ublLine}}`,
  CII: `ExchangedDocumentContext{BusinessProcessSpecifiedDocumentContextParameter{ID} GuidelineSpecifiedDocumentContextParameter{ID}}
  ExchangedDocument{ID TypeCode IssueDateTime${day} IncludedNote{Content SubjectCode}}
  SupplyChainTradeTransaction{IncludedSupplyChainTradeLineItem{${ciiLine}} ApplicableHeaderTradeAgreement{${agreement}}
  ApplicableHeaderTradeDelivery{${delivery}} ApplicableHeaderTradeSettlement{${settlement}}}`,
};

/** The elements that an element may have, each with its own. */
interface Model extends ReadonlyMap<string, Model> {}

const models = { UBL: modelIn(elements.UBL), CII: modelIn(elements.CII) } as const;

function modelIn(text: string): Model {
  const root = new Map<string, Model>();
  const open = [root];
  for (const [part] of text.matchAll(/\w+|[{}]/g)) {
    const last = open.at(-1) ?? root;
    if (part === '}') open.pop();
    else if (part === '{') open.push([...last.values()].at(-1) as Map<string, Model>);
    else last.set(part, new Map());
  }
  return root;
}

const rules = { UBL: 'UBL-CR', CII: 'CII-SR' } as const;

/**
 * The elements that the core invoice model does not have, each path once: what only they say gets lost. An extension, which says so in its
 * specification identifier, may have others. The official rules have a number for each path.
 */
export function* modelOf(invoice: Invoice): Generator<Breach> {
  if (invoice.text(invoice.root, 'BT-24').includes('#conformant#')) return;
  yield* others(invoice.root, { model: models[invoice.syntax], path: '', found: new Set(), rule: rules[invoice.syntax] });
}

interface ModelWalk {
  readonly model: Model;
  readonly path: string;
  readonly found: Set<string>;
  readonly rule: string;
}

function* others({ children }: XmlElement, { model, path, found, rule }: ModelWalk): Generator<Breach> {
  for (const child of children) {
    const own = model.get(child.name);
    const at = `${path}/${child.name}`;
    if (own) yield* others(child, { model: own, path: at, found, rule });
    else if (!found.has(at)) {
      found.add(at);
      yield breach(rule, child, 'The core invoice model of EN 16931 has no such element');
    }
  }
}
