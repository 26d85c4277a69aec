import type { XmlElement } from '../xml-tree.js';
import { amountIn, cents, sumOf } from './amounts.js';
import { type Breach, breach, type Invoice, named, pathsOf } from './invoice.js';
import { isTooPrecise, missingTerms, type RequiredTerm } from './required.js';
import type { BusinessTerm, Paths } from './terms.js';
import { stateOrZero } from './totals.js';

type Profile = 'extension' | 'vehicles';

/** What an XRechnung says that it is besides, in BT-24. Source: `XR-EXTENSION-ID` and `XR-CVD-ID` of the Schematron of XRechnung 3.0 (KoSIT). */
function profileOf(invoice: Invoice): Profile | undefined {
  const stated = invoice.text(invoice.root, 'BT-24');
  if (/#conformant#urn:[\w.-]+:kosit:extension:xrechnung_/.test(stated)) return 'extension';
  return /#compliant#urn:xeinkauf\.de:kosit:xrechnung:cvd_/.test(stated) ? 'vehicles' : undefined;
}

/** Identifiers of digital health applications, which the extension adds to schemes of identifiers. */
const schemes = ['schemeID', 'XR01', 'XR02', 'XR03'] as const;

/** Rules of EN 16931 with a rule in their place that allows more codes: in which attribute, and which. */
const widened: Readonly<Record<Profile, Readonly<Record<string, readonly [rule: string, attribute: string, ...codes: string[]]>>>> = {
  extension: {
    'BR-CL-10': ['BR-DEX-04', ...schemes],
    'BR-CL-11': ['BR-DEX-05', ...schemes],
    'BR-CL-21': ['BR-DEX-06', ...schemes],
    'BR-CL-24': ['BR-DEX-01', 'mimeCode', 'application/xml'],
    'BR-CL-25': ['BR-DEX-07', ...schemes],
    'BR-CL-26': ['BR-DEX-08', ...schemes],
  },
  vehicles: { 'BR-CL-13': ['BR-TMP-CVD-01', 'listID', 'CVD'] },
};

/** The breach as a profile of XRechnung has it: of the rule in place of its own, or none. */
export function inProfile(invoice: Invoice, broken: Breach): Breach | undefined {
  const profile = profileOf(invoice);
  if (!profile) return broken;
  // In UBL BR-DEX-09 stands for it.
  if (profile === 'extension' && broken.rule === 'BR-CO-16' && invoice.syntax === 'UBL') return undefined;
  const [rule = broken.rule, attribute = '', ...codes] = widened[profile][broken.rule] ?? [];
  return codes.includes(broken.element.attributes[attribute]?.trim() ?? '') ? undefined : { ...broken, rule };
}

/** What the extension of XRechnung and invoices of clean vehicles (CVD) keep besides. Source: the Schematron of XRechnung 3.0 (KoSIT). */
export function* profiledOf(invoice: Invoice): Generator<Breach> {
  const profile = profileOf(invoice);
  if (profile === 'vehicles') yield* vehiclesOf(invoice);
  if (profile !== 'extension') return;
  if (invoice.syntax === 'CII') yield* parentLines(invoice);
  else {
    for (const line of invoice.in('line')) yield* subLinesOf(line);
    yield* thirdPartyPayments(invoice);
  }
}

function* parentLines(invoice: Invoice): Generator<Breach> {
  for (const line of invoice.in('line'))
    if (invoice.at(line, ['.', 'AssociatedDocumentLineDocument/ParentLineID']).length > 0)
      yield breach('BR-DEX-15', line, 'The line is a sub invoice line (ParentLineID), which XRechnung does not have in CII');
}

const childrenOf = ({ children }: XmlElement, wanted: string): readonly XmlElement[] => children.filter(({ name }) => name === wanted);

/** A line with sub invoice lines is their sum, and each of them has one VAT category. */
function* subLinesOf(line: XmlElement): Generator<Breach> {
  const own = childrenOf(line, 'SubInvoiceLine');
  const [amount, ...amounts] = [line, ...own].map((one) => amountIn(childrenOf(one, 'LineExtensionAmount')[0]?.text.trim() ?? ''));
  const sum = sumOf(amounts);
  if (own.length > 0 && (!amount || !sum?.eq(amount)))
    yield breach('BR-DEX-02', line, `${named('BT-131')} is not the sum of that of its sub invoice lines (BG-DEX-01)`);
  for (const sub of own) {
    if (childrenOf(sub, 'Item').some((item) => childrenOf(item, 'ClassifiedTaxCategory').length !== 1))
      yield breach('BR-DEX-03', sub, 'A sub invoice line (BG-DEX-01) does not have exactly one VAT category (BG-DEX-06)');
    yield* subLinesOf(sub);
  }
}

/** The parts of a third party payment, and the rule that requires each. */
const parts = [
  ['BR-DEX-10', 'ID', 'type (BT-DEX-001)'],
  ['BR-DEX-11', 'PaidAmount', 'amount (BT-DEX-002)'],
  ['BR-DEX-12', 'InstructionID', 'description (BT-DEX-003)'],
] as const;

function* thirdPartyPayments(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  const payments = root.name === 'Invoice' ? childrenOf(root, 'PrepaidPayment') : [];
  const paid = payments.flatMap((payment) => childrenOf(payment, 'PaidAmount'));
  for (const payment of payments)
    for (const [rule, part, name] of parts)
      if (!childrenOf(payment, part).some(({ text }) => text.trim() !== ''))
        yield breach(rule, payment, `The third party payment ${name} is missing`);
  for (const amount of paid) {
    if (isTooPrecise(amount.text))
      yield breach('BR-DEX-13', amount, 'The third party payment amount (BT-DEX-002) has more than two decimals');
    if (amount.attributes['currencyID'] !== invoice.text(root, 'BT-5'))
      yield breach('BR-DEX-14', amount, `The currency of the third party payment amount (BT-DEX-002) is not ${named('BT-5')}`);
  }
  for (const totals of invoice.in('totals')) {
    const of = (term: BusinessTerm) => stateOrZero(invoice, totals, term);
    const expected = sumOf([of('BT-112'), of('BT-114'), of('BT-113')?.neg(), ...paid.map(({ text }) => amountIn(text.trim()))]);
    const stated = invoice.amount(totals, 'BT-115');
    if (stated && expected && !cents(stated).eq(cents(expected)))
      yield breach(
        'BR-DEX-09',
        totals,
        `${named('BT-115')} is not ${named('BT-112')} minus ${named('BT-113')} plus ${named('BT-114')} and what third parties are paid (BT-DEX-002)`,
      );
  }
}

const required: readonly RequiredTerm[] = [
  ['BR-DE-CVD-01', 'invoice', 'BT-12'],
  ['BR-DE-CVD-02', 'invoice', 'BT-17'],
];

const items: Paths = ['Item', 'SpecifiedTradeProduct'];
const classes: Paths = [
  'CommodityClassification/ItemClassificationCode[@listID=CVD]',
  'DesignatedProductClassification/ClassCode[@listID=CVD]',
];
const clean: Paths = ['AdditionalItemProperty[Name=cva]', 'ApplicableProductCharacteristic[Description=cva]'];

/** The categories of vehicles, and how clean they are. Source: Directive 2009/33/EC, articles 3 and 4. */
const categories = /^[MN][123]$/;
const cleanness = /^(?:clean|zero-emission|other)$/;

function* vehiclesOf(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  yield* missingTerms(invoice, required);
  const found = invoice
    .in('line')
    .flatMap((line) => invoice.at(line, items))
    .map((item) => {
      return { item, vehicles: invoice.at(item, classes), marks: invoice.at(item, clean) };
    });
  const [vehicle, mark] = ['a class of vehicle (BT-158 with the scheme CVD)', 'the attribute "cva" (BT-160)'];
  if (!found.some(({ vehicles, marks }) => vehicles.length > 0 && marks.length > 0))
    yield breach('BR-DE-CVD-03', root, `No line has both ${vehicle} and ${mark}`);
  for (const { item, vehicles, marks } of found) {
    for (const one of vehicles)
      if (!categories.test(one.text.trim()))
        yield breach('BR-DE-CVD-04', one, 'The class of vehicle (BT-158) is none of M1 to M3 and N1 to N3');
    for (const one of marks)
      if (!cleanness.test(invoice.texts(one, pathsOf('BT-161'))[0] ?? ''))
        yield breach('BR-DE-CVD-05', one, `${named('BT-161')} of "cva" is none of clean, zero-emission and other`);
    if (vehicles.length > 0 && marks.length !== 1) yield breach('BR-DE-CVD-06-a', item, `The item has ${vehicle}, but not once ${mark}`);
    if (marks.length > 0 && vehicles.length !== 1) yield breach('BR-DE-CVD-06-b', item, `The item has ${mark}, but not once ${vehicle}`);
  }
}
