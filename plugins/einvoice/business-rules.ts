import { type BusinessTerm, groups, terms } from './business-terms.js';
import { type Exact, exact, isWithin, percentOf, sumOf } from './exact.js';
import { elementsAt } from './statements.js';
import type { XmlElement } from './xml-tree.js';

/** A business rule that an invoice breaks. */
export interface BrokenRule {
  /** Its identifier in EN 16931-1: 'BR-CO-15'. */
  readonly rule: string;
  /** Of the element in the XML, in local names: '/Invoice/InvoiceLine[2]/ID'. */
  readonly place: string;
  readonly sentence: string;
}

export type RuledSyntax = 'UBL' | 'CII';

/**
 * The syntax of an invoice that EN 16931 has rules for; undefined for ZUGFeRD 1, FatturaPA, and the profiles MINIMUM and BASIC WL of
 * Factur-X, which have no lines and are no invoices by the standard. Source: Factur-X 1.0, profiles.
 */
export function ruledSyntax(root: XmlElement): RuledSyntax | undefined {
  if (root.name === 'Invoice' || root.name === 'CreditNote') return 'UBL';
  if (root.name !== 'CrossIndustryInvoice') return undefined;
  const [profile] = elementsAt(root, terms['BT-24'].CII);
  return /:(?:minimum|basicwl)$/.test(profile?.text.trim().toLowerCase() ?? '') ? undefined : 'CII';
}

/** A group of business terms in the file: the document, a line or a VAT breakdown. */
interface Group {
  readonly element: XmlElement;
  readonly place: string;
  readonly syntax: RuledSyntax;
  readonly currency: string;
}

/** The rules of EN 16931-1:2017 that an invoice breaks: what must be there, totals, and the VAT breakdown. */
export function brokenRules(root: XmlElement, syntax: RuledSyntax): readonly BrokenRule[] {
  const document: Group = { element: root, place: `/${root.name}`, syntax, currency: '' };
  const invoice = { ...document, currency: textOf(document, 'BT-5') };
  const [lines, breakdown] = [groupsIn(invoice, 'BG-25'), groupsIn(invoice, 'BG-23')];
  return [
    ...missing(invoice, required.document),
    ...(lines.length > 0 ? [] : [broken('BR-16', invoice, 'An invoice has at least one line (BG-25)')]),
    ...lines.flatMap((line) => [...missing(line, required.line), ...negativePrice(line)]),
    ...breakdown.flatMap((vat) => [...missing(vat, required.breakdown), ...rateMissing(vat), ...taxOf(vat)]),
    ...totals(invoice, lines, breakdown),
    ...tooPrecise(invoice),
  ];
}

const required: Readonly<Record<'document' | 'line' | 'breakdown', readonly (readonly [string, BusinessTerm])[]>> = {
  document: [
    ['BR-01', 'BT-24'],
    ['BR-02', 'BT-1'],
    ['BR-03', 'BT-2'],
    ['BR-04', 'BT-3'],
    ['BR-05', 'BT-5'],
    ['BR-06', 'BT-27'],
    ['BR-07', 'BT-44'],
    ['BR-09', 'BT-40'],
    ['BR-11', 'BT-55'],
    ['BR-12', 'BT-106'],
    ['BR-13', 'BT-109'],
    ['BR-14', 'BT-112'],
    ['BR-15', 'BT-115'],
  ],
  line: [
    ['BR-21', 'BT-126'],
    ['BR-22', 'BT-129'],
    ['BR-24', 'BT-131'],
    ['BR-25', 'BT-153'],
    ['BR-26', 'BT-146'],
    ['BR-CO-04', 'BT-151'],
  ],
  breakdown: [
    ['BR-45', 'BT-116'],
    ['BR-46', 'BT-117'],
    ['BR-47', 'BT-118'],
  ],
};

const missing = (group: Group, rules: (typeof required)['line']): readonly BrokenRule[] =>
  rules.flatMap(([rule, term]) => (textOf(group, term) === '' ? [broken(rule, group, `${named(term)} is missing`)] : []));

const negativePrice = (line: Group): readonly BrokenRule[] =>
  (amountOf(line, 'BT-146') ?? 0n) < 0n ? [broken('BR-27', line, `${named('BT-146')} is negative`)] : [];

/** What is outside the scope of VAT (category O) has no rate. */
const rateMissing = (vat: Group): readonly BrokenRule[] =>
  textOf(vat, 'BT-119') === '' && textOf(vat, 'BT-118') !== 'O' ? [broken('BR-48', vat, `${named('BT-119')} is missing`)] : [];

/** The amount may differ by less than 1, because it may be a sum of rounded amounts; so do the official rules. */
function taxOf(vat: Group): readonly BrokenRule[] {
  const [basis, tax, rate] = [amountOf(vat, 'BT-116'), amountOf(vat, 'BT-117'), amountOf(vat, 'BT-119') ?? 0n];
  if (basis === undefined || tax === undefined || isWithin(percentOf(basis, rate), tax, '1')) return [];
  return [broken('BR-CO-17', vat, `${named('BT-117')} is not ${named('BT-116')} times ${named('BT-119')}`)];
}

/** A total, and what it consists of: terms that are added, and terms that are taken away. An absent one is zero. */
const sums: readonly (readonly [string, BusinessTerm, readonly BusinessTerm[], readonly BusinessTerm[]])[] = [
  ['BR-CO-13', 'BT-109', ['BT-106', 'BT-108'], ['BT-107']],
  ['BR-CO-15', 'BT-112', ['BT-109', 'BT-110'], []],
  ['BR-CO-16', 'BT-115', ['BT-112', 'BT-114'], ['BT-113']],
];

function totals(invoice: Group, lines: readonly Group[], breakdown: readonly Group[]): readonly BrokenRule[] {
  const amounts = (of: readonly BusinessTerm[]) => sumOf(of.map((term) => amountOf(invoice, term) ?? 0n));
  const columns = [
    ['BR-CO-10', 'BT-106', lines, 'BT-131'],
    ['BR-CO-14', 'BT-110', breakdown, 'BT-117'],
  ] as const;
  return [
    ...sums.flatMap(([rule, total, added, less]) => {
      const terms = [...added.map((term) => `+ ${named(term)}`), ...less.map((term) => `- ${named(term)}`)].join(' ').slice(2);
      return differs(rule, invoice, { total, expected: amounts(added) - amounts(less), terms });
    }),
    ...columns.flatMap(([rule, total, groupsOf, term]) =>
      differs(rule, invoice, {
        total,
        expected: sumOf(groupsOf.map((group) => amountOf(group, term) ?? 0n)),
        terms: `the sum of ${named(term)}`,
      }),
    ),
    ...(breakdown.length > 0 ? [] : [broken('BR-CO-18', invoice, 'An invoice has at least one VAT breakdown (BG-23)')]),
  ];
}

interface Total {
  readonly total: BusinessTerm;
  readonly expected: Exact;
  readonly terms: string;
}

function differs(rule: string, invoice: Group, { total, expected, terms: written }: Total): readonly BrokenRule[] {
  const stated = amountOf(invoice, total);
  return stated === undefined || stated === expected ? [] : [broken(rule, invoice, `${named(total)} is not ${written}`)];
}

const twoDecimals = { 'BR-DEC-09': 'BT-106', 'BR-DEC-10': 'BT-107', 'BR-DEC-11': 'BT-108', 'BR-DEC-12': 'BT-109', 'BR-DEC-13': 'BT-110',
  'BR-DEC-14': 'BT-112', 'BR-DEC-16': 'BT-113', 'BR-DEC-17': 'BT-114', 'BR-DEC-18': 'BT-115' } as const; // biome-ignore format: a table

const tooPrecise = (invoice: Group): readonly BrokenRule[] =>
  Object.entries(twoDecimals).flatMap(([rule, term]) =>
    /\.\d{3}/.test(textOf(invoice, term)) ? [broken(rule, invoice, `${named(term)} has more than two decimals`)] : [],
  );

const named = (term: BusinessTerm): string => `${terms[term].name} (${term})`;

const broken = (rule: string, { place }: Group, sentence: string): BrokenRule => ({ rule, place, sentence });

const amountOf = (group: Group, term: BusinessTerm): Exact | undefined => exact(textOf(group, term));

/** Of the first element, of amounts the first in the currency of the invoice: the tax may be stated in another one, too. */
function textOf({ element, syntax, currency }: Group, term: BusinessTerm): string {
  const found = elementsAt(element, terms[term][syntax]);
  return found.find(({ attributes }) => (attributes['currencyID'] ?? currency) === currency || currency === '')?.text.trim() ?? '';
}

function groupsIn(invoice: Group, group: keyof typeof groups): readonly Group[] {
  const path = groups[group][invoice.syntax];
  const found = elementsAt(invoice.element, path);
  const above = path.slice(0, path.lastIndexOf('/') + 1);
  return found.map((element, at) => ({ ...invoice, element, place: `${invoice.place}/${above}${element.name}[${at + 1}]` }));
}
