import type { Decimal } from 'decimal.js';
import { everyElement } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import { amountIn, cents, sumOf, zero } from './amounts.js';
import { type Breach, breach, type Invoice, named, pathsOf } from './invoice.js';
import { partyNumbersOf } from './party-numbers.js';
import { nationalOf } from './peppol-national.js';
import { missingGroups, missingTerms, type RequiredGroup, type RequiredTerm } from './required.js';
import type { BusinessTerm, Paths } from './terms.js';

const rule = (number: string): string => `PEPPOL-EN16931-${number}`;

const required: readonly RequiredTerm[] = [
  [rule('R001'), 'invoice', 'BT-23'],
  [rule('R003'), 'invoice', 'BT-10', 'BT-13'],
];

const requiredGroups: readonly RequiredGroup[] = [
  [rule('R010'), 'buyer', 'buyer endpoint', 'Buyer electronic address (BT-49)'],
  [rule('R020'), 'seller', 'seller endpoint', 'Seller electronic address (BT-34)'],
];

/** Of BIS Billing 3.0, not of self-billing, of other regions or of PINT, which have rules of their own. */
const claim = /peppol(?!.*(?:selfbilling|international|pint))/i;
const specification = 'urn:cen.eu:en16931:2017#compliant#urn:fdc:peppol.eu:2017:poacc:billing:3.0';
const process = /^urn:fdc:peppol\.eu:2017:poacc:billing:(\d\d):1\.0/;

/**
 * What an invoice by Peppol BIS Billing 3.0 keeps beside EN 16931, where it says that it is one. Source: the rules PEPPOL-EN16931 of
 * OpenPEPPOL, 3.0.15 with the later R002, P0100, P0101 and P0112; without the code lists (CL), which are those of EN 16931.
 */
export function* peppolOf(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const stated = invoice.text(root, 'BT-24');
  if (!claim.test(stated)) return;
  if (!stated.startsWith(specification)) yield breach(rule('R004'), root, `${named('BT-24')} is not that of Peppol BIS Billing 3.0`);
  yield* missingTerms(invoice, required);
  yield* missingGroups(invoice, requiredGroups);
  yield* processOf(invoice);
  yield* repeated(invoice);
  yield* taxTotals(invoice);
  for (const element of invoice.in('adjustment')) yield* adjustment(invoice, element);
  for (const element of invoice.in('debit'))
    if (invoice.at(syntax === 'UBL' ? element : root, mandate).length === 0)
      yield breach(rule('R061'), element, `${named('BT-89')} is missing, where the payment is a direct debit`);
  for (const line of invoice.in('line')) {
    yield* lineAmount(invoice, line);
    yield* linePeriod(invoice, line);
  }
  if (syntax === 'UBL') yield* ublOf(invoice);
  yield* partyNumbersOf(invoice);
  yield* nationalOf(invoice);
}

const mandate: Paths = ['PaymentMandate/ID', pathsOf('BT-89')[1]];

/** The types of documents that the process 01 has a use for; two of them only within Germany. */
const types: Readonly<Record<string, string>> = {
  InvoiceTypeCode: '71 80 82 84 102 218 219 326 331 380 382 383 384 386 388 393 395 553 575 623 780 817 870 875 876 877',
  CreditNoteTypeCode: '81 83 381 396 532',
};

function* processOf(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  const [, number] = process.exec(invoice.text(root, 'BT-23')) ?? [];
  if (number === undefined)
    yield breach(rule('R007'), root, `${named('BT-23')} has not the form urn:fdc:peppol.eu:2017:poacc:billing:NN:1.0`);
  for (const element of invoice.at(root, pathsOf('BT-3'))) {
    const [type, name] = [element.text.trim(), element.name];
    const known = types[name] ?? Object.values(types).join(' ');
    if (number === '01' && !known.split(' ').includes(type))
      yield breach(
        rule(name === 'CreditNoteTypeCode' ? 'P0101' : 'P0100'),
        element,
        `${named('BT-3')} is none that the process 01 has a use for`,
      );
    if (/^(?:326|384)$/.test(type) && !isGerman(invoice))
      yield breach(rule('P0112'), element, `${named('BT-3')} ${type} is for invoices within Germany`);
  }
}

function isGerman(invoice: Invoice): boolean {
  const addresses = [...invoice.in('seller address'), ...invoice.in('buyer address')];
  return addresses.length === 2 && addresses.every((address) => invoice.text(address, 'BT-40') === 'DE');
}

/** What is stated once at most, below the root. */
const atMostOnce: readonly (readonly [rule: string, paths: Paths, name: string])[] = [
  [rule('R002'), ['Note', 'ExchangedDocument/IncludedNote'], 'Invoice note (BT-22)'],
  [rule('R006'), ['AdditionalDocumentReference[DocumentTypeCode=130]', documents('130')], 'Invoiced object identifier (BT-18)'],
  [rule('R080'), ['AdditionalDocumentReference[DocumentTypeCode=50]', documents('50')], 'Project reference (BT-11)'],
];

function documents(type: string): string {
  return `SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/AdditionalReferencedDocument[TypeCode=${type}]`;
}

function* repeated(invoice: Invoice): Generator<Breach> {
  for (const [rule, paths, name] of atMostOnce)
    if (invoice.at(invoice.root, paths).length > 1 && !(rule.endsWith('R002') && isGerman(invoice)))
      yield breach(rule, invoice.root, `${name} is stated more than once`);
}

/** One total of VAT has the breakdown, and another one is in the accounting currency, where there is one. */
function* taxTotals(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const [currency, accounting] = [invoice.text(root, 'BT-5'), invoice.text(root, 'BT-6')];
  if (accounting !== '' && accounting === currency) yield breach(rule('R005'), root, `${named('BT-6')} is that of the invoice (BT-5)`);
  const amounts = invoice.at(root, pathsOf('BT-110'));
  const haveParts = invoice
    .at(root, ['TaxTotal', pathsOf('BT-110')[1]])
    .map((total) =>
      syntax === 'UBL' ? total.children.some(({ name }) => name === 'TaxSubtotal') : total.attributes['currencyID'] === currency,
    );
  if (haveParts.filter((is) => is).length !== 1)
    yield breach(rule('R053'), root, `${named('BT-110')} must be stated once with its breakdown (BG-23)`);
  if (haveParts.filter((is) => !is).length !== (accounting === '' ? 0 : 1))
    yield breach(
      rule('R054'),
      root,
      `Total VAT in accounting currency (BT-111) must be stated ${accounting === '' ? 'only with' : 'once with'} that currency (BT-6)`,
    );
  const [own, other] = [currency, accounting].map((code) =>
    amountIn(amounts.find(({ attributes }) => attributes['currencyID'] === code)?.text.trim() ?? ''),
  );
  if (accounting !== '' && own && other && own.times(other).lt(0))
    yield breach(rule('R055'), root, 'The two totals of VAT (BT-110, BT-111) have different signs');
}

const percentage: Paths = ['MultiplierFactorNumeric', 'CalculationPercent'];
const indicator: Paths = ['ChargeIndicator', 'ChargeIndicator/Indicator'];

/** An allowance or a charge, of the invoice or of a line: its amount is its percentage of its base. */
function* adjustment(invoice: Invoice, element: XmlElement): Generator<Breach> {
  const [percent] = invoice.texts(element, percentage);
  const base = invoice.text(element, 'BT-93');
  if (percent !== undefined && base === '')
    yield breach(rule('R041'), element, 'A percentage of an allowance or a charge is stated without its base amount');
  if (percent === undefined && base !== '')
    yield breach(rule('R042'), element, 'A base amount of an allowance or a charge is stated without its percentage');
  const [factor, of] = [amountIn(percent ?? ''), amountIn(base)];
  const amount = orElse(invoice, element, 'BT-92', zero);
  if (factor && of && amount && isOff(amount, of.times(factor).div(100)))
    yield breach(rule('R040'), element, 'The amount of an allowance or a charge is not its percentage of its base amount');
  if (!/^(?:true|false)$/.test(invoice.texts(element, indicator)[0] ?? ''))
    yield breach(rule('R043'), element, 'An allowance or a charge says neither true nor false in ChargeIndicator');
}

/** By more than what rounding explains. */
const isOff = (stated: Decimal, expected: Decimal): boolean => stated.minus(expected).abs().gt(0.02);

/** The amount of a term, another one where it is not stated; undefined where it is no number. */
function orElse(invoice: Invoice, element: XmlElement, term: BusinessTerm, absent: Decimal): Decimal | undefined {
  const text = invoice.text(element, term);
  return text === '' ? absent : amountIn(text);
}

const one = zero.plus(1);

function* lineAmount(invoice: Invoice, line: XmlElement): Generator<Breach> {
  const [amount, price] = [orElse(invoice, line, 'BT-131', zero), orElse(invoice, line, 'BT-146', zero)];
  const [quantity, per] = [orElse(invoice, line, 'BT-129', one), orElse(invoice, line, 'BT-149', one)];
  const [allowances, charges] = [adjusted(invoice, line, 'false'), adjusted(invoice, line, 'true')];
  if (per?.lte(0)) yield breach(rule('R121'), line, `${named('BT-149')} is not above zero`);
  if (amount && price && quantity && per && allowances && charges)
    if (
      isOff(
        amount,
        quantity
          .times(price)
          .div(per.isZero() ? one : per)
          .plus(charges)
          .minus(allowances),
      )
    )
      yield breach(rule('R120'), line, `${named('BT-131')} is not quantity times net price, with its charges and without its allowances`);
  const [unit, perUnit] = [invoice.text(line, 'BT-130'), invoice.texts(line, unitOfPrice)[0]];
  const isQuantified = invoice.text(line, 'BT-129') !== '';
  if (perUnit !== undefined && isQuantified && perUnit !== unit)
    yield breach(rule('R130'), line, 'The price is for another unit (BT-150) than the quantity (BT-130)');
  const objects = invoice.at(line, lineObject);
  if (objects.length > 1) yield breach(rule('R100'), line, 'Invoiced object of a line (BT-128) is stated more than once');
  if (objects.some((object) => invoice.texts(object, typeCode)[0] !== '130'))
    yield breach(rule('R101'), line, 'A document that a line refers to is no invoiced object (BT-128)');
}

const unitOfPrice: Paths = [
  'Price/BaseQuantity/@unitCode',
  'SpecifiedLineTradeAgreement/NetPriceProductTradePrice/BasisQuantity/@unitCode',
];
const lineObject: Paths = ['DocumentReference', 'SpecifiedLineTradeSettlement/AdditionalReferencedDocument'];
const typeCode: Paths = ['DocumentTypeCode', 'TypeCode'];

/** The sum of the charges or allowances of a line. */
function adjusted(invoice: Invoice, line: XmlElement, is: 'true' | 'false'): Decimal | undefined {
  const amounts = invoice.texts(line, [
    `AllowanceCharge[ChargeIndicator=${is}]/Amount`,
    `SpecifiedLineTradeSettlement/SpecifiedTradeAllowanceCharge[ChargeIndicator/Indicator=${is}]/ActualAmount`,
  ]);
  const sum = sumOf(amounts.map(amountIn));
  return sum && cents(sum);
}

const period: Paths = ['InvoicePeriod', 'SpecifiedLineTradeSettlement/BillingSpecifiedPeriod'];

function* linePeriod(invoice: Invoice, line: XmlElement): Generator<Breach> {
  for (const whole of invoice.in('period'))
    for (const part of invoice.at(line, period)) {
      const within = (start: string, end: string): boolean => start === '' || end === '' || start <= end;
      if (!within(invoice.text(whole, 'BT-73'), invoice.text(part, 'BT-134')))
        yield breach(rule('R110'), part, `${named('BT-134')} is before ${named('BT-73')}`);
      if (!within(invoice.text(part, 'BT-135'), invoice.text(whole, 'BT-74')))
        yield breach(rule('R111'), part, `${named('BT-135')} is after ${named('BT-74')}`);
    }
}

/** The category of VAT that belongs to a code of a reason for no VAT (BT-121). */
const reasons: Readonly<Record<string, readonly [rule: string, category: string]>> = {
  'VATEX-EU-G': ['P0104', 'G'],
  'VATEX-EU-O': ['P0105', 'O'],
  'VATEX-EU-IC': ['P0106', 'K'],
  'VATEX-EU-AE': ['P0107', 'AE'],
  'VATEX-EU-D': ['P0108', 'E'],
  'VATEX-EU-F': ['P0109', 'E'],
  'VATEX-EU-I': ['P0110', 'E'],
  'VATEX-EU-J': ['P0111', 'E'],
};

/** The rules of UBL alone: currencies, dates, gross prices, reasons for no VAT, and elements that say nothing. */
function* ublOf(invoice: Invoice): Generator<Breach> {
  const currency = invoice.text(invoice.root, 'BT-5');
  for (const { element, above } of everyElement(invoice.root)) {
    const { name, attributes, children } = element;
    const text = element.text.trim();
    const parent = above.at(-1);
    if (children.length === 0 && text === '') yield breach(rule('R008'), element, 'The element is empty');
    const isAccounting =
      name === 'TaxAmount' && parent?.children.every((child) => child.name !== 'TaxSubtotal') && parent.name === 'TaxTotal';
    if (
      name.endsWith('Amount') &&
      !isAccounting &&
      !(name === 'TaxAmount' && parent?.name !== 'TaxTotal') &&
      attributes['currencyID'] !== currency
    )
      yield breach(rule('R051'), element, `The currency (currencyID) is not ${named('BT-5')}`);
    if (name.endsWith('Date') && text.length !== 10) yield breach(rule('F001'), element, 'The date has not the form YYYY-MM-DD');
    if (name === 'AllowanceCharge' && parent?.name === 'Price') yield* grossPrice(invoice, element, parent);
    const [reason, category] = reasons[name === 'TaxExemptionReasonCode' ? text.toUpperCase() : ''] ?? [];
    if (
      reason !== undefined &&
      parent?.name === 'TaxCategory' &&
      parent.children.find((child) => child.name === 'ID')?.text.trim() !== category
    )
      yield breach(rule(reason), element, `The reason (BT-121) ${text} belongs to VAT category ${category}`);
  }
}

function* grossPrice(invoice: Invoice, allowance: XmlElement, price: XmlElement): Generator<Breach> {
  const amountOf = (element: XmlElement, name: string) => amountIn(invoice.texts(element, [name, name])[0] ?? '');
  if (invoice.texts(allowance, indicator)[0] !== 'false')
    yield breach(rule('R044'), allowance, 'A price has a charge, which only an invoice or a line may have');
  const [net, gross, less] = [amountOf(price, 'PriceAmount'), amountOf(allowance, 'BaseAmount'), amountOf(allowance, 'Amount')];
  if (net && gross && less && !gross.minus(less).eq(net))
    yield breach(rule('R046'), allowance, `${named('BT-146')} is not ${named('BT-148')} minus its discount (BT-147)`);
}
