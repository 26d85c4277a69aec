import { elementsAt, textsAt } from '../xml-path.js';
import { type Breach, breach, type Invoice } from './invoice.js';
import { isNorwegian, isSwedish } from './party-numbers.js';
import { germanOf } from './xrechnung.js';

const [seller, buyer, means] = ['AccountingSupplierParty/Party', 'AccountingCustomerParty/Party', 'PaymentMeans'];
const company = 'PartyLegalEntity/CompanyID';
const [street, city, zone] = ['PostalAddress/StreetName', 'PostalAddress/CityName', 'PostalAddress/PostalZone'];
const [vatNumber, taxNumber] = ['PartyTaxScheme[TaxScheme/ID=VAT]/CompanyID', 'PartyTaxScheme[TaxScheme/ID!=VAT]/CompanyID'];

/** What must be stated of a seller, and of a buyer where both are of one country. */
const required: readonly (readonly [rule: string, of: string, paths: readonly string[], what: string])[] = [
  ['DK-R-002', seller, [company], 'Seller legal registration (BT-30)'],
  ['IT-R-002', seller, [street], 'Seller address line (BT-35)'],
  ['IT-R-003', seller, [city], 'Seller city (BT-37)'],
  ['IT-R-004', seller, [zone], 'Seller post code (BT-38)'],
  ['IS-R-002', seller, [`${company}[@schemeID=0196]`], 'Seller legal registration of scheme 0196 (BT-30)'],
  ['IS-R-003', seller, [street, zone], 'Seller address line or post code (BT-35, BT-38)'],
  ['IS-R-004', buyer, [`${company}[@schemeID=0196]`], 'Buyer legal registration of scheme 0196 (BT-47)'],
  ['IS-R-005', buyer, [street, zone], 'Buyer address line or post code (BT-50, BT-53)'],
  ['NL-R-002', seller, [street, city, zone], 'Seller address line, city or post code (BT-35, BT-37, BT-38)'],
  ['NL-R-004', buyer, [street, city, zone], 'Buyer address line, city or post code (BT-50, BT-52, BT-53)'],
];

/** The form of what is stated, from the same elements. */
const formed: readonly (readonly [rule: string, of: string, path: string, form: RegExp | ((text: string) => boolean), wrong: string])[] = [
  ['DK-R-005', means, 'PaymentMeansCode', /^(?:1|10|31|42|48|49|50|58|59|93|97)$/, 'Payment means (BT-81) are none of Denmark'],
  ['DK-R-014', seller, `${company}/@schemeID`, /^0184$/, 'Seller legal registration (BT-30) is of another scheme than 0184'],
  ['IT-R-001', seller, taxNumber, /^[A-Z0-9]{11,16}$/, 'Seller tax registration (BT-32) has not 11 to 16 letters and digits'],
  [
    'NL-R-003',
    seller,
    `${company}/@schemeID`,
    /^0(?:106|190)$/,
    'Seller legal registration (BT-30) is of another scheme than 0106 and 0190',
  ],
  ['NL-R-005', buyer, `${company}/@schemeID`, /^0(?:106|190)$/, 'Buyer legal registration (BT-47) is of another scheme than 0106 and 0190'],
  ['NL-R-008', means, 'PaymentMeansCode', /^(?:30|48|49|57|58|59)$/, 'Payment means (BT-81) are none of the Netherlands'],
  ['NO-R-001', seller, vatNumber, isNorwegianVat, 'Seller VAT number (BT-31) is no organisation number between NO and MVA'],
  ['SE-R-001', seller, vatNumber, /^(?!SE)|^.{14}$/, 'Seller VAT number (BT-31) has not 14 characters'],
  ['SE-R-002', seller, vatNumber, /^(?!SE)|^SE\d+$/, 'Seller VAT number (BT-31) has other characters than digits after SE'],
  ['SE-R-005', seller, taxNumber, /^Godkänd för F-skatt$/i, 'Seller tax registration (BT-32) is not "Godkänd för F-skatt"'],
  ['SE-R-013', seller, company, isSwedish, 'Seller legal registration (BT-30) has another check digit'],
];

function isNorwegianVat(number: string): boolean {
  return !number.startsWith('NO') || (number.endsWith('MVA') && isNorwegian(number.slice(2, -3)));
}

/**
 * The rules of the country of the seller, where the invoice is in UBL, which Peppol sends. Source: the national rules of Peppol BIS Billing
 * 3.0, without those of Greece, of cards and giros in Denmark, and of accounts in Iceland and Sweden.
 */
export function* nationalOf(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  if (syntax === 'CII') return;
  const [from = '', to] = [seller, buyer].map((party) => textsAt(root, `${party}/PostalAddress/Country/IdentificationCode`)[0]);
  const applied = (rule: string, of: string) =>
    rule.startsWith(from) && from !== '' && (of === seller || from === to) ? elementsAt(root, of) : [];
  for (const [rule, of, paths, what] of required)
    for (const element of applied(rule, of))
      if (paths.some((path) => textsAt(element, path).every((text) => text === ''))) yield breach(rule, element, `${what} is missing`);
  for (const [rule, of, path, form, wrong] of formed)
    for (const element of applied(rule, of))
      if (textsAt(element, path).some((text) => !(form instanceof RegExp ? form.test(text) : form(text))))
        yield breach(rule, element, wrong);
  if (from === 'DE' && to === 'DE') yield* german(invoice);
}

/** Within Germany the rules are those of XRechnung, with numbers of their own: BR-DE-5 is DE-R-005, BR-DE-23-a is DE-R-023-1. */
function* german(invoice: Invoice): Generator<Breach> {
  for (const { rule, element, sentence } of germanOf(invoice)) {
    const [, number = '', part] = /^BR-DE-(\d+)(-[ab])?$/.exec(rule) ?? [];
    const parts: Readonly<Record<string, string>> = { '-a': '-1', '-b': '-2' };
    yield breach(`DE-R-${number.padStart(3, '0')}${parts[part ?? ''] ?? ''}`, element, sentence);
  }
}
