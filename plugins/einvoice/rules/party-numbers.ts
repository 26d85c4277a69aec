import { everyElement } from '../xml-path.js';
import { type Breach, breach, type Invoice } from './invoice.js';

/** The numbers of parties that have not the form of their scheme. Source: Peppol BIS Billing 3.0, the rules PEPPOL-COMMON. */
export function* partyNumbersOf({ root, syntax }: Invoice): Generator<Breach> {
  for (const { element, above } of everyElement(root)) {
    const scheme = numberSchemes.get(element.attributes['schemeID'] ?? '');
    const isId = element.name === 'ID' && (syntax === 'CII' || above.at(-1)?.name === 'PartyIdentification');
    if (scheme && (isId || numbered.test(element.name)) && !scheme.fits(element.text.trim()))
      yield breach(scheme.rule, element, `The number is not ${scheme.name}`);
  }
}

const numbered = /^(?:EndpointID|CompanyID|URIID|GlobalID)$/;

/** A scheme of numbers of parties: the rule about its form, and whether a number has it. */
interface NumberScheme {
  readonly rule: string;
  readonly name: string;
  readonly fits: (number: string) => boolean;
}

/** By their codes in ISO 6523 ICD and EAS. */
const numberSchemes: ReadonlyMap<string, NumberScheme> = new Map(
  (
    [
      ['0088', 'R040', 'a GLN', (number) => /^\d+$/.test(number) && weighted(number, (at) => (at % 2 === 0 ? 1 : 3)) % 10 === 0],
      ['0192', 'R041', 'a Norwegian organisation number', isNorwegian],
      ['0184', 'R042', 'a Danish CVR number', (number) => /^(?:DK)?\d{8}$/.test(number)],
      ['0208', 'R043', 'a Belgian enterprise number', isBelgian],
      ['0201', 'R044', 'an Italian IPA code', (number) => /^[A-Z0-9]{6}$/i.test(number)],
      ['0210', 'R045', 'an Italian tax code', isItalianTaxCode],
      ['9907', 'R046', 'an Italian tax code', isItalianTaxCode],
      ['0211', 'R047', 'an Italian VAT number', isItalianVat],
      ['0007', 'R049', 'a Swedish organisation number', isSwedish],
      ['0151', 'R050', 'an Australian business number', isAustralian],
      ['0096', 'R052', 'a Danish P number', (number) => /^\d{10}$/.test(number)],
      ['0198', 'R053', 'a Danish SE number', (number) => /^DK\d{8}$/.test(number)],
    ] as const satisfies readonly (readonly [string, string, string, (number: string) => boolean])[]
  ).map(([scheme, rule, name, fits]) => [scheme, { rule: `PEPPOL-COMMON-${rule}`, name, fits }]),
);

/** The sum of the digits from the last one on, each times the weight of its place. */
const weighted = (digits: string, weightAt: (place: number) => number): number =>
  [...digits].toReversed().reduce((sum, digit, place) => sum + Number(digit) * weightAt(place), 0);

export function isNorwegian(number: string): boolean {
  return /^\d{9}$/.test(number) && Number(number) > 0 && weighted(number, (at) => (at === 0 ? 1 : ((at - 1) % 6) + 2)) % 11 === 0;
}

export function isSwedish(number: string): boolean {
  return /^\d{10}$/.test(number) && hasLuhn(number);
}

function isBelgian(number: string): boolean {
  return /^\d{10}$/.test(number) && 97 - (Number(number.slice(0, 8)) % 97) === Number(number.slice(8));
}

function isItalianTaxCode(number: string): boolean {
  return /^(?:[A-Z]{6}\d\d[A-Z]\d\d.{3}\d[A-Z]|\d{11})$/i.test(number);
}

/** A number of another country has no rule. */
function isItalianVat(number: string): boolean {
  return !/^IT/i.test(number) || (/^IT\d{11}$/i.test(number) && hasLuhn(number.slice(2)));
}

/** One is taken from the first digit before it is weighed. */
function isAustralian(number: string): boolean {
  return /^\d{11}$/.test(number) && (weighted(number, (at) => (at === 10 ? 10 : 19 - 2 * at)) - 10) % 89 === 0;
}

/** Every second digit from the last one is doubled, and 9 is taken from what has two digits then. Source: ISO/IEC 7812-1, annex B. Not core's, which the child would load with all that reads pages. */
const hasLuhn = (digits: string): boolean => {
  const doubled = [...digits].toReversed().map((digit, place) => Number(digit) * (1 + (place % 2)));
  return doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0) % 10 === 0;
};
