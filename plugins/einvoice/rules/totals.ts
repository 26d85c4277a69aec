import type { Decimal } from 'decimal.js';
import type { XmlElement } from '../xml-tree.js';
import { amountIn, cents, sumOf, zero } from './amounts.js';
import { type Breach, breach, type Invoice, named, pathsOf } from './invoice.js';
import type { BusinessTerm, Group } from './terms.js';

/** The sums that the totals must be, and the tax of each VAT breakdown. An amount that is no number makes no sum wrong: it breaks a rule of its own. */
export function* totalsOf(invoice: Invoice): Generator<Breach> {
  for (const totals of invoice.in('totals')) {
    for (const column of columns) yield* ofColumn(invoice, totals, column);
    for (const sum of sums) yield* ofSum(invoice, totals, sum);
  }
  yield* ofTax(invoice);
  for (const vat of invoice.in('breakdown')) yield* taxOf(invoice, vat);
}

/** A total, the rows that it sums up, and whether one without the other is an error: that is one of `required` for lines. */
const columns: readonly (readonly [rule: string, total: BusinessTerm, rows: Group, term: BusinessTerm])[] = [
  ['BR-CO-10', 'BT-106', 'line', 'BT-131'],
  ['BR-CO-11', 'BT-107', 'allowance', 'BT-92'],
  ['BR-CO-12', 'BT-108', 'charge', 'BT-99'],
];

function* ofColumn(invoice: Invoice, totals: XmlElement, [rule, total, group, term]: (typeof columns)[number]): Generator<Breach> {
  const rows = invoice.in(group);
  const stated = invoice.text(totals, total);
  if (stated === '' && rows.length > 0 && group !== 'line')
    yield breach(rule, totals, `${named(total)} is missing, but ${named(term)} is stated`);
  const expected = sumOf(rows.map((row) => stateOrZero(invoice, row, term)));
  if (stated !== '' && differ(amountIn(stated), expected)) yield breach(rule, totals, `${named(total)} is not the sum of ${named(term)}`);
}

/** A total, and what it consists of: terms that are added, and terms that are taken away. An absent one is zero. */
const sums: readonly (readonly [rule: string, total: BusinessTerm, added: readonly BusinessTerm[], less: BusinessTerm])[] = [
  ['BR-CO-13', 'BT-109', ['BT-106', 'BT-108'], 'BT-107'],
  ['BR-CO-16', 'BT-115', ['BT-112', 'BT-114'], 'BT-113'],
];

function* ofSum(invoice: Invoice, totals: XmlElement, [rule, total, added, less]: (typeof sums)[number]): Generator<Breach> {
  const amountOf = (term: BusinessTerm) => stateOrZero(invoice, totals, term);
  const expected = sumOf([...added.map(amountOf), amountOf(less)?.neg()]);
  if (differ(invoice.amount(totals, total), expected))
    yield breach(rule, totals, `${named(total)} is not ${added.map(named).join(' plus ')} minus ${named(less)}`);
}

/** The total VAT is the sum of the breakdown, and the difference of the totals. */
function* ofTax(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const currency = invoice.text(root, 'BT-5');
  const own = invoice.at(root, pathsOf('BT-110')).filter(({ attributes }) => currency === '' || attributes['currencyID'] === currency);
  for (const { total, parts } of syntax === 'UBL' ? taxTotals(invoice) : [{ total: own[0], parts: invoice.in('breakdown') }]) {
    const expected = sumOf(parts.map((part) => stateOrZero(invoice, part, 'BT-117')));
    if (total && (parts.length > 0 || syntax === 'CII') && differ(amountIn(total.text.trim()), expected))
      yield breach('BR-CO-14', total, `${named('BT-110')} is not the sum of ${named('BT-117')}`);
  }
  for (const totals of currency === '' ? [] : invoice.in('totals')) {
    const [without, withTax] = [invoice.amount(totals, 'BT-109'), invoice.amount(totals, 'BT-112')];
    // In CII the total VAT may be absent where there is none.
    if (!without || !withTax || (syntax === 'CII' && without.eq(withTax))) continue;
    if (own.length !== 1) yield breach('BR-CO-15', totals, `${named('BT-110')} must be stated once in the currency of the invoice`);
    else if (differ(withTax, sumOf([without, amountIn(own[0]?.text.trim() ?? '')])))
      yield breach('BR-CO-15', totals, `${named('BT-112')} is not ${named('BT-109')} plus ${named('BT-110')}`);
  }
}

/** In UBL each total of VAT has a breakdown of its own. */
const taxTotals = (invoice: Invoice) =>
  invoice.at(invoice.root, ['TaxTotal', '.']).map((total) => ({
    total: invoice.at(total, ['TaxAmount', '.'])[0],
    parts: invoice.at(total, ['TaxSubtotal', '.']),
  }));

/** A tax may differ by less than 1 from the rate, because it may be a sum of rounded amounts; in CII by 1. So do the official rules. */
function* taxOf(invoice: Invoice, vat: XmlElement): Generator<Breach> {
  const tax = invoice.amount(vat, 'BT-117');
  const rate = invoice.amount(vat, 'BT-119');
  const basis = invoice.amount(vat, 'BT-116');
  if (!tax || (rate && !basis)) return;
  const fits = !rate || rate.toDecimalPlaces(0).isZero() ? tax.toDecimalPlaces(0).isZero() : isTaxAt(rate, basis ?? zero, tax, invoice);
  if (!fits) yield breach('BR-CO-17', vat, `${named('BT-117')} is not ${named('BT-116')} times ${named('BT-119')}`);
}

function isTaxAt(rate: Decimal, basis: Decimal, tax: Decimal, { syntax }: Invoice): boolean {
  const off = tax.abs().minus(taxAt(basis, rate)).abs();
  return syntax === 'UBL' ? off.lt(1) : off.lte(1);
}

/** The tax of an amount, whatever its sign, to two decimals. */
export const taxAt = (basis: Decimal, rate: Decimal): Decimal => cents(basis.abs().times(rate).div(100));

/** Zero where the term is absent, undefined where it is no number. */
export function stateOrZero(invoice: Invoice, element: XmlElement, term: BusinessTerm): Decimal | undefined {
  const text = invoice.text(element, term);
  return text === '' ? zero : amountIn(text);
}

/** Whether an amount is known to be another than the one it should be, to two decimals. */
const differ = (stated: Decimal | undefined, expected: Decimal | undefined): boolean =>
  stated !== undefined && expected !== undefined && !stated.eq(cents(expected));
