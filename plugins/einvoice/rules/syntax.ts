import { everyElement } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import { amountIn } from './amounts.js';
import { type Breach, breach, type Invoice } from './invoice.js';
import { isTooPrecise } from './required.js';

/** What UBL allows more often than EN 16931: from a group (the root where it is ''), at most so many. Source: the UBL-SR rules of the validation artefacts. */
const atMost: readonly (readonly [rule: string, group: string, path: string, most: number, name: string])[] = [
  ['UBL-SR-01', '', 'ContractDocumentReference/ID', 1, 'Contract reference (BT-12)'],
  ['UBL-SR-02', '', 'ReceiptDocumentReference/ID', 1, 'Receiving advice reference (BT-15)'],
  ['UBL-SR-03', '', 'DespatchDocumentReference/ID', 1, 'Despatch advice reference (BT-16)'],
  ['UBL-SR-04', '', 'AdditionalDocumentReference[DocumentTypeCode=130]/ID', 1, 'Invoiced object identifier (BT-18)'],
  ['UBL-SR-05', '', 'PaymentTerms/Note', 1, 'Payment terms (BT-20)'],
  ['UBL-SR-06', 'BillingReference', 'InvoiceDocumentReference', 1, 'Preceding invoice (BG-3) of one reference'],
  ['UBL-SR-08', '', 'InvoicePeriod', 1, 'Invoicing period (BG-14)'],
  ['UBL-SR-09', '', 'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName', 1, 'Seller name (BT-27)'],
  ['UBL-SR-10', '', 'AccountingSupplierParty/Party/PartyName/Name', 1, 'Seller trading name (BT-28)'],
  ['UBL-SR-11', '', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyID', 1, 'Seller legal registration (BT-30)'],
  ['UBL-SR-12', '', 'AccountingSupplierParty/Party/PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID', 1, 'Seller VAT identifier (BT-31)'],
  ['UBL-SR-13', '', 'AccountingSupplierParty/Party/PartyTaxScheme[TaxScheme/ID!=VAT]/CompanyID', 1, 'Seller tax registration (BT-32)'],
  ['UBL-SR-14', '', 'AccountingSupplierParty/Party/PartyLegalEntity/CompanyLegalForm', 1, 'Seller additional legal information (BT-33)'],
  ['UBL-SR-15', '', 'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName', 1, 'Buyer name (BT-44)'],
  ['UBL-SR-16', '', 'AccountingCustomerParty/Party/PartyIdentification/ID', 1, 'Buyer identifier (BT-46)'],
  ['UBL-SR-17', '', 'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID', 1, 'Buyer legal registration (BT-47)'],
  ['UBL-SR-18', '', 'AccountingCustomerParty/Party/PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID', 1, 'Buyer VAT identifier (BT-48)'],
  ['UBL-SR-19', 'PayeeParty', 'PartyName/Name', 1, 'Payee name (BT-59)'],
  ['UBL-SR-21', 'PayeeParty', 'PartyLegalEntity/CompanyID', 1, 'Payee legal registration (BT-61)'],
  ['UBL-SR-22', 'TaxRepresentativeParty', 'PartyName/Name', 1, 'Seller tax representative name (BT-62)'],
  ['UBL-SR-23', 'TaxRepresentativeParty', 'Party/PartyTaxScheme/CompanyID', 1, 'Seller tax representative VAT identifier (BT-63)'],
  ['UBL-SR-24', '', 'Delivery', 1, 'Delivery (BG-13)'],
  ['UBL-SR-25', 'Delivery', 'DeliveryParty/PartyName/Name', 1, 'Deliver to party name (BT-70)'],
  ['UBL-SR-26', 'PaymentMeans', 'PaymentID', 1, 'Remittance information (BT-83)'],
  ['UBL-SR-27', 'PaymentMeans', 'PaymentMeansCode', 1, 'Payment means code (BT-81)'],
  ['UBL-SR-28', 'PaymentMeans', 'PaymentMandate/ID', 1, 'Mandate reference (BT-89)'],
  [
    'UBL-SR-29',
    '',
    'AccountingSupplierParty|AccountingCustomerParty/Party/PartyIdentification/ID[@schemeID=SEPA] or PayeeParty/PartyIdentification/ID[@schemeID=SEPA]',
    1,
    'Creditor identifier (BT-90)',
  ],
  ['UBL-SR-30', 'AllowanceCharge[ChargeIndicator=false|0]', 'AllowanceChargeReason', 1, 'Allowance reason (BT-97)'],
  ['UBL-SR-31', 'AllowanceCharge[ChargeIndicator=true|1]', 'AllowanceChargeReason', 1, 'Charge reason (BT-104)'],
  ['UBL-SR-32', 'TaxTotal/TaxSubtotal', 'TaxCategory/TaxExemptionReason', 1, 'VAT exemption reason (BT-120)'],
  ['UBL-SR-33', 'AdditionalDocumentReference', 'DocumentDescription', 1, 'Supporting document description (BT-123)'],
  ['UBL-SR-34', 'InvoiceLine|CreditNoteLine', 'Note', 1, 'Line note (BT-127)'],
  ['UBL-SR-35', 'InvoiceLine|CreditNoteLine', 'OrderLineReference/LineID', 1, 'Purchase order line reference (BT-132)'],
  ['UBL-SR-36', 'InvoiceLine|CreditNoteLine', 'InvoicePeriod', 1, 'Line period (BG-26)'],
  ['UBL-SR-37', 'InvoiceLine|CreditNoteLine', 'Price/AllowanceCharge/Amount', 1, 'Item price discount (BT-147)'],
  ['UBL-SR-39', '', 'ProjectReference/ID', 1, 'Project reference (BT-11)'],
  ['UBL-SR-40', '', 'AccountingCustomerParty/Party/PartyName/Name', 1, 'Buyer trading name (BT-45)'],
  ['UBL-SR-42', 'AccountingSupplierParty/Party', 'PartyTaxScheme', 2, 'Seller tax scheme'],
  ['UBL-SR-45', '', 'PaymentMeans/PaymentDueDate', 1, 'Due date (BT-9)'],
  ['UBL-SR-46', '', 'PaymentMeans/PaymentMeansCode/@name', 1, 'Payment means text (BT-82)'],
  ['UBL-SR-48', 'InvoiceLine|CreditNoteLine', 'Item/ClassifiedTaxCategory', 1, 'Item VAT category (BT-151)'],
  ['UBL-SR-49', '', 'InvoicePeriod/DescriptionCode', 1, 'VAT point date code (BT-8)'],
  ['UBL-SR-50', 'InvoiceLine|CreditNoteLine', 'Item/Description', 1, 'Item description (BT-154)'],
  ['UBL-SR-52', 'InvoiceLine|CreditNoteLine', 'DocumentReference', 1, 'Line object identifier (BT-128)'],
];

/** What must be stated in a group. */
const needed: readonly (readonly [rule: string, group: string, path: string, name: string])[] = [
  ['UBL-SR-07', 'BillingReference', 'InvoiceDocumentReference/ID', 'Preceding invoice number (BT-25)'],
  ['UBL-SR-48', 'InvoiceLine|CreditNoteLine', 'Item/ClassifiedTaxCategory', 'Item VAT category (BT-151)'],
];

/** What must be the same wherever it is stated. */
const same: readonly (readonly [rule: string, path: string, name: string])[] = [
  ['UBL-SR-44', 'PaymentMeans/PaymentID', 'Remittance information (BT-83)'],
  ['UBL-SR-47', 'PaymentMeans/PaymentMeansCode', 'Payment means code (BT-81)'],
];

/** Attributes that EN 16931 has no use for. */
const unusedAttributes: Readonly<Record<string, string>> = {
  schemeName: 'UBL-DT-08',
  schemeAgencyName: 'UBL-DT-09',
  schemeDataURI: 'UBL-DT-10',
  schemeURI: 'UBL-DT-11',
  format: 'UBL-DT-12',
  unitCodeListIdentifier: 'UBL-DT-13',
  unitCodeListAgencyIdentifier: 'UBL-DT-14',
  unitCodeListAgencyName: 'UBL-DT-15',
  listAgencyName: 'UBL-DT-16',
  listName: 'UBL-DT-17',
  languageID: 'UBL-DT-19',
  listURI: 'UBL-DT-20',
  listSchemeURI: 'UBL-DT-21',
  languageLocaleID: 'UBL-DT-22',
  uri: 'UBL-DT-23',
  currencyCodeListVersionID: 'UBL-DT-24',
  characterSetCode: 'UBL-DT-25',
  encodingCode: 'UBL-DT-26',
  schemeAgencyID: 'UBL-DT-27',
  listAgencyID: 'UBL-DT-28',
};

/** The rules of the syntax itself, as far as they can change what an invoice says. */
export function* syntaxOf(invoice: Invoice): Generator<Breach> {
  if (invoice.syntax === 'UBL') yield* ubl(invoice);
  for (const { element, above } of everyElement(invoice.root)) {
    yield* dataTypes(element);
    if (invoice.syntax === 'UBL') yield* ublTypes(element, above);
  }
}

function* ubl(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  const groupsAt = (group: string) => (group === '' ? [root] : invoice.at(root, [group, '.']));
  for (const [rule, group, path, most, name] of atMost)
    for (const element of groupsAt(group))
      if (invoice.texts(element, [path, '.']).length > most)
        yield breach(rule, element, `${name} is stated more than ${most === 1 ? 'once' : 'twice'}`);
  for (const [rule, group, path, name] of needed)
    for (const element of groupsAt(group))
      if (invoice.at(element, [path, '.']).length === 0) yield breach(rule, element, `${name} is missing`);
  for (const [rule, path, name] of same)
    if (new Set(invoice.texts(root, [path, '.'])).size > 1) yield breach(rule, root, `${name} is not the same everywhere`);
}

/** What the schema of each syntax says of texts: amounts are decimals, dates are days. It stands in for XSD, so the rule is called so. */
function* dataTypes(element: XmlElement): Generator<Breach> {
  const { name, attributes, children } = element;
  const text = element.text.trim();
  if (children.length > 0) return;
  if (/(?:Amount|Quantity|Percent)$/.test(name) && !amountIn(text)) yield breach('XSD', element, 'The text is no decimal number');
  if (/(?:Date|DateTimeString)$/.test(name) && text !== '' && !isDay(text, attributes['format']))
    yield breach('XSD', element, 'The text is no day of the calendar');
}

/** 2026-01-31, which may have a time zone; in CII 20260131 for the format 102. Other formats are left alone. */
function isDay(text: string, format: string | undefined): boolean {
  if (format !== undefined && format !== '102') return true;
  const day = format === undefined ? text.slice(0, 10) : text.replace(/^(\d{4})(\d{2})(\d{2})$/, '$1-$2-$3');
  const time = Date.parse(`${day}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}

function* ublTypes(element: XmlElement, above: readonly XmlElement[]): Generator<Breach> {
  const { name, attributes, children } = element;
  const inPrice = above.at(-1)?.name === 'AllowanceCharge' && above.at(-2)?.name === 'Price';
  if (name.endsWith('Amount') && !name.endsWith('PriceAmount') && !inPrice && isTooPrecise(element.text))
    yield breach('UBL-DT-01', element, 'The amount has more than two decimals');
  if (name === 'EmbeddedDocumentBinaryObject') {
    if (attributes['mimeCode'] === undefined) yield breach('UBL-DT-06', element, 'The attached file has no media type (mimeCode)');
    if (attributes['filename'] === undefined) yield breach('UBL-DT-07', element, 'The attached file has no name (filename)');
  }
  for (const attribute of Object.keys(attributes)) {
    const rule = unusedAttributes[attribute];
    if (rule !== undefined) yield breach(rule, element, `The attribute ${attribute} has no meaning in EN 16931`);
  }
  const has = (child: string): boolean => children.some((one) => one.name === child);
  if (
    name === 'PartyTaxScheme' &&
    !(has('CompanyID') && children.some((one) => one.name === 'TaxScheme' && one.children.some(({ name }) => name === 'ID')))
  )
    yield breach('UBL-SR-53', element, 'A tax scheme of a party is stated without its number');
  if ((name === 'PostalAddress' || name === 'Address') && children.filter((one) => one.name === 'AddressLine').length > 1)
    yield breach('UBL-SR-51', element, 'An address has more than one third line');
  if (name === 'AdditionalDocumentReference') yield* invoicedObject(element, above);
}

/** A reference to the invoiced object (type 130, or 50 in a credit note) is no supporting document. */
function* invoicedObject(element: XmlElement, above: readonly XmlElement[]): Generator<Breach> {
  const child = (name: string) => element.children.find((one) => one.name === name);
  const type = child('DocumentTypeCode')?.text.trim();
  const isObject = type === '130' || (type === '50' && above[0]?.name === 'CreditNote');
  if (!isObject && (type !== undefined || child('ID')?.attributes['schemeID'] !== undefined))
    yield breach('UBL-SR-43', element, 'A scheme or a type code is stated for what is no invoiced object (type 130)');
  if (type === '130' && child('Attachment')) yield breach('UBL-CR-666', element, 'An invoiced object (type 130) has an attachment');
  if (type === '130' && child('DocumentDescription'))
    yield breach('UBL-CR-673', element, 'An invoiced object (type 130) has a description');
}
