import { everyElement, type StepTest, stepsOf } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import lists from './codes.json' with { type: 'json' };
import { type Breach, breach, type Invoice, type RuledSyntax } from './invoice.js';

/** A list, or a code that stands for itself. */
type ListName = keyof typeof lists | 'SEPA' | 'EL';

/**
 * What is a code of a list: a path from anywhere in the file, and the list. Sources: the code lists of the EN 16931 validation artefacts 1.3.13
 * and of the Connecting Europe Facility. A list that has grown since is no reason to hold an invoice, so lists of several years are joined.
 */
const coded: Readonly<Record<RuledSyntax, readonly (readonly [rule: string, path: string, ...oneOf: ListName[]])[]>> = {
  UBL: [
    ['BR-CL-01', 'InvoiceTypeCode', 'UNTDID 1001, invoices'],
    ['BR-CL-01', 'CreditNoteTypeCode', 'UNTDID 1001, credit notes'],
    ['BR-CL-03', '~Amount/@currencyID', 'ISO 4217'],
    ['BR-CL-04', 'DocumentCurrencyCode', 'ISO 4217'],
    ['BR-CL-05', 'TaxCurrencyCode', 'ISO 4217'],
    ['BR-CL-06', 'InvoicePeriod/DescriptionCode', 'UNTDID 2005'],
    ['BR-CL-07', 'AdditionalDocumentReference|DocumentReference[DocumentTypeCode=130]/ID/@schemeID', 'UNTDID 1153'],
    ['BR-CL-10', 'AccountingSupplierParty/Party/PartyIdentification/ID/@schemeID', 'ISO 6523 ICD', 'SEPA'],
    ['BR-CL-10', 'PayeeParty/PartyIdentification/ID/@schemeID', 'ISO 6523 ICD', 'SEPA'],
    ['BR-CL-10', 'AccountingCustomerParty/Party/PartyIdentification/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-10', 'TaxRepresentativeParty/PartyIdentification/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-11', 'PartyLegalEntity/CompanyID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-13', 'CommodityClassification/ItemClassificationCode/@listID', 'UNTDID 7143'],
    ['BR-CL-14', 'Country/IdentificationCode', 'ISO 3166-1'],
    ['BR-CL-15', 'OriginCountry/IdentificationCode', 'ISO 3166-1'],
    ['BR-CL-16', 'PaymentMeans/PaymentMeansCode', 'UNTDID 4461'],
    ['BR-CL-17', 'TaxCategory/ID', 'UNTDID 5305'],
    ['BR-CL-18', 'ClassifiedTaxCategory/ID', 'UNTDID 5305'],
    ['BR-CL-19', 'AllowanceCharge[ChargeIndicator=false|0]/AllowanceChargeReasonCode', 'UNTDID 5189'],
    ['BR-CL-20', 'AllowanceCharge[ChargeIndicator=true|1]/AllowanceChargeReasonCode', 'UNTDID 7161'],
    ['BR-CL-21', 'StandardItemIdentification/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-22', 'TaxExemptionReasonCode', 'CEF VATEX'],
    ['BR-CL-23', 'InvoicedQuantity|CreditedQuantity|BaseQuantity/@unitCode', 'UN/ECE Recommendations 20 and 21'],
    ['BR-CL-24', 'EmbeddedDocumentBinaryObject/@mimeCode', 'MIME'],
    ['BR-CL-25', 'EndpointID/@schemeID', 'CEF EAS'],
    ['BR-CL-26', 'DeliveryLocation/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CO-09', 'PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID', 'ISO 3166-1', 'EL'],
  ],
  CII: [
    ['BR-CL-01', 'ExchangedDocument/TypeCode', 'UNTDID 1001, invoices', 'UNTDID 1001, credit notes'],
    ['BR-CL-03', 'TaxTotalAmount/@currencyID', 'ISO 4217'],
    ['BR-CL-04', 'InvoiceCurrencyCode', 'ISO 4217'],
    ['BR-CL-05', 'TaxCurrencyCode', 'ISO 4217'],
    ['BR-CL-06', 'DueDateTypeCode', 'UNTDID 2475'],
    ['BR-CL-07', 'ReferenceTypeCode', 'UNTDID 1153'],
    ['BR-CL-08', 'SubjectCode', 'UNTDID 4451'],
    ['BR-CL-10', 'SellerTradeParty|BuyerTradeParty|PayeeTradeParty|SellerTaxRepresentativeTradeParty/GlobalID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-11', 'SpecifiedLegalOrganization/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-11', '~TradeParty/ID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-13', 'ClassCode/@listID', 'UNTDID 7143'],
    ['BR-CL-14', 'CountryID', 'ISO 3166-1'],
    ['BR-CL-15', 'OriginTradeCountry/ID', 'ISO 3166-1'],
    ['BR-CL-16', 'SpecifiedTradeSettlementPaymentMeans/TypeCode', 'UNTDID 4461'],
    ['BR-CL-17', 'CategoryTradeTax/CategoryCode', 'UNTDID 5305'],
    ['BR-CL-18', 'ApplicableTradeTax/CategoryCode', 'UNTDID 5305'],
    ['BR-CL-19', 'SpecifiedTradeAllowanceCharge[ChargeIndicator/Indicator=false|0]/ReasonCode', 'UNTDID 5189'],
    ['BR-CL-20', 'SpecifiedTradeAllowanceCharge[ChargeIndicator/Indicator=true|1]/ReasonCode', 'UNTDID 7161'],
    ['BR-CL-21', 'SpecifiedTradeProduct/GlobalID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CL-22', 'ExemptionReasonCode', 'CEF VATEX'],
    ['BR-CL-23', 'BasisQuantity|BilledQuantity/@unitCode', 'UN/ECE Recommendations 20 and 21'],
    ['BR-CL-24', 'AttachmentBinaryObject/@mimeCode', 'MIME'],
    ['BR-CL-25', 'URIUniversalCommunication/URIID/@schemeID', 'CEF EAS'],
    ['BR-CL-26', 'ApplicableHeaderTradeDelivery/ShipToTradeParty/GlobalID/@schemeID', 'ISO 6523 ICD'],
    ['BR-CO-09', 'SpecifiedTaxRegistration/ID[@schemeID=VA]', 'ISO 3166-1', 'EL'],
  ],
};

/** A row of the table, ready to be compared. */
interface CodeRule {
  readonly rule: string;
  readonly steps: readonly StepTest[];
  readonly attribute: string | undefined;
  readonly codes: ReadonlySet<string>;
  readonly list: string;
}

const rulesOf = (rows: (typeof coded)['UBL']): readonly CodeRule[] =>
  rows.map(([rule, path, ...names]) => {
    const [, elements = path, attribute] = /^(.*)\/@(\w+)$/.exec(path) ?? [];
    const codes = names.flatMap((name) => (name in lists ? lists[name as keyof typeof lists] : name).split(' '));
    return { rule, steps: stepsOf(elements), attribute, codes: new Set(codes), list: names.join(' or ') };
  });

const rules = { UBL: rulesOf(coded.UBL), CII: rulesOf(coded.CII) } as const;

/** The codes that are none of their list. The file is walked once, whatever the number of rules. */
export function* codesOf({ root, syntax }: Invoice): Generator<Breach> {
  for (const { element, above } of everyElement(root)) {
    for (const rule of rules[syntax]) if (isAt(rule.steps, element, above)) yield* wrongCode(rule, element);
    if (syntax === 'UBL' && element.name === 'Note' && above.length === 1) yield* wrongSubject(element);
  }
}

/** Whether the path of a rule ends at an element. */
const isAt = (steps: readonly StepTest[], element: XmlElement, above: readonly XmlElement[]): boolean =>
  steps.every((fits, at) => {
    const back = steps.length - 1 - at;
    const found = back === 0 ? element : above.at(-back);
    return found !== undefined && fits(found);
  });

function* wrongCode({ rule, attribute, codes, list }: CodeRule, element: XmlElement): Generator<Breach> {
  const stated = (attribute === undefined ? element.text : element.attributes[attribute])?.trim();
  if (stated === undefined) return;
  // A VAT identifier begins with the country that has issued it.
  const code = rule === 'BR-CO-09' ? stated.slice(0, 2) : rule === 'BR-CL-22' ? stated.toUpperCase() : stated;
  const what = rule === 'BR-CO-09' ? 'VAT identifier does not begin with a code' : 'The code is none';
  if (!codes.has(code)) yield breach(rule, element, `${what} of ${list}${attribute === undefined ? '' : `, in ${attribute}`}`);
}

const subjects = new Set(lists['UNTDID 4451'].split(' '));

/** In UBL a note may begin with its subject code: '#AAI#Thank you'. */
function* wrongSubject(note: XmlElement): Generator<Breach> {
  const [, code] = /^[^#]*#([^#]{3})#/.exec(note.text) ?? [];
  if (code !== undefined && !subjects.has(code)) yield breach('BR-CL-08', note, 'The subject code of the note is none of UNTDID 4451');
}
