import type { Decimal } from 'decimal.js';
import type { XmlElement } from '../xml-tree.js';
import { amountIn, cents, zero } from './amounts.js';
import { buyer, buyerVat, type Category, categories, party, seller, sellerVat, type Taxed, type Used, uses } from './categories.js';
import { type Breach, breach, type Invoice } from './invoice.js';
import type { Paths } from './terms.js';
import { stateOrZero, taxAt } from './totals.js';

const code: Paths = ['ID', 'CategoryCode'];
const percent: Paths = ['Percent', 'RateApplicablePercent'];
const reasons: Paths = ['TaxExemptionReason or TaxExemptionReasonCode', 'ExemptionReason or ExemptionReasonCode'];

export function* vatOf(invoice: Invoice): Generator<Breach> {
  const used = uses.flatMap(({ group, category, amount }, use) =>
    invoice
      .in(group)
      .flatMap((row) =>
        invoice.at(row, category).map((element): Used => ({ ...taxed(invoice, element), use, amount: stateOrZero(invoice, row, amount) })),
      ),
  );
  const breakdown = invoice.in('breakdown').flatMap((element) => {
    const [category] = invoice.at(element, ['TaxCategory[TaxScheme/ID=VAT]', '.']);
    return category ? [{ ...taxed(invoice, category), element, category }] : [];
  });
  for (const [family, category] of Object.entries(categories)) {
    const is = { invoice, family, category };
    const [own, parts] = [used.filter(({ code }) => code === category.code), breakdown.filter(({ code }) => code === category.code)];
    yield* counted(is, own.length, parts.length);
    yield* numbered(is, own);
    for (const use of own) yield* rated(is, use);
    const sums = sumsByRate(own, category);
    for (const part of parts) yield* broken(is, part, sums);
  }
  yield* alone(invoice, used, breakdown);
}

function taxed(invoice: Invoice, element: XmlElement): Taxed {
  return { element, code: invoice.texts(element, code)[0] ?? '', rate: invoice.texts(element, percent)[0] ?? '' };
}

interface Family {
  readonly invoice: Invoice;
  readonly family: string;
  readonly category: Category;
}

const charges = ({ rate }: Category): boolean => rate === 'above zero' || rate === 'zero or more';
const shown = ({ code, name }: Category): string => `${code} (${name})`;

/** 1: a category that is used has a breakdown, and one only where it has no rates. What a breakdown without any use means differs by syntax. */
function* counted({ invoice, family, category }: Family, used: number, parts: number): Generator<Breach> {
  const many = charges(category);
  const unusedFits = (invoice.syntax === 'UBL') !== many;
  const needed = many ? 'a VAT breakdown (BG-23)' : 'exactly one VAT breakdown (BG-23)';
  if (used > 0 ? parts === 0 || (!many && parts > 1) : unusedFits ? !many && parts > 1 : parts > 0)
    yield breach(
      `${family}-01`,
      invoice.root,
      `VAT category ${shown(category)} needs ${needed} with it, and a line, allowance or charge that has it`,
    );
}

/** 2 to 4: the numbers of seller and buyer. */
function* numbered({ invoice, family, category }: Family, used: readonly Used[]): Generator<Breach> {
  const { numbers } = category;
  const known = (paths: readonly Paths[]): boolean => paths.some((path) => invoice.at(invoice.root, path).length > 0);
  const fits = numbers === 'none' ? ![...sellerVat, ...buyerVat].some((path) => known([path])) : numbers.every(known);
  if (fits) return;
  const wrong =
    numbers === 'none'
      ? 'a VAT identifier is stated'
      : numbers.every((paths) => !known(paths))
        ? 'the tax numbers are missing'
        : 'a tax number is missing';
  for (const [at, { what }] of uses.entries())
    if (used.some(({ use }) => use === at))
      yield breach(
        `${family}-0${at + 2}`,
        invoice.root,
        `${what} with VAT category ${shown(category)}: ${wrong} (seller: BT-31, BT-32, BT-63; buyer: BT-48, BT-47)`,
      );
}

/** 5 to 7: the rate of a line, an allowance, a charge. */
function* rated({ family, category }: Family, { element, use, rate }: Used): Generator<Breach> {
  const { what } = uses[use] ?? { what: '' };
  if (!fitsRate(category, rate))
    yield breach(`${family}-0${use + 5}`, element, `${what} with VAT category ${shown(category)}: its rate must be ${category.rate}`);
}

function fitsRate({ rate: wanted }: Category, rate: string): boolean {
  if (wanted === 'none') return rate === '';
  const stated = amountIn(rate);
  if (!stated) return false;
  return wanted === 'zero' ? stated.isZero() : wanted === 'above zero' ? stated.gt(0) : stated.gte(0);
}

/** The sum of what has a category, by its rate where it has rates; undefined where an amount is no number. */
function sumsByRate(used: readonly Used[], category: Category): ReadonlyMap<string, Decimal | undefined> {
  const sums = new Map<string, Decimal | undefined>();
  for (const { rate, amount, use } of used) {
    const key = rateKey(category, rate);
    const before = sums.has(key) ? sums.get(key) : zero;
    sums.set(key, before && amount && (use === 1 ? before.minus(amount) : before.plus(amount)));
  }
  return sums;
}

const rateKey = (category: Category, rate: string): string => (charges(category) ? (amountIn(rate)?.toString() ?? '') : '');

interface TaxedPart extends Taxed {
  readonly category: XmlElement;
}

/** 8 to 10: the taxable amount, the tax and the reason of a breakdown. */
function* broken(
  { invoice, family, category }: Family,
  part: TaxedPart,
  sums: ReadonlyMap<string, Decimal | undefined>,
): Generator<Breach> {
  const { element, rate } = part;
  const is = `VAT breakdown with category ${shown(category)}`;
  const [basis, tax, percentage] = [invoice.amount(element, 'BT-116'), invoice.amount(element, 'BT-117'), amountIn(rate)];
  const key = rateKey(category, rate);
  const sum = sums.has(key) ? sums.get(key) : zero;
  // Without a rate nothing says which lines are meant: that the rate is missing breaks another rule.
  const comparable = basis && sum && !(charges(category) && !percentage);
  if (comparable && !sameBasis(basis, cents(sum), { invoice, category }))
    yield breach(
      `${family}-08`,
      element,
      `${is}: taxable amount (BT-116) is not the sum of the lines and charges less allowances that have it`,
    );
  if (tax && (charges(category) ? percentage && basis && tax.abs().minus(taxAt(basis, percentage)).abs().gte(1) : !tax.isZero()))
    yield breach(
      `${family}-09`,
      element,
      `${is}: tax amount (BT-117) is not ${charges(category) ? 'the taxable amount times the rate' : 'zero'}`,
    );
  const reasoned = invoice.texts(part.category, reasons).length > 0;
  if (reasoned !== category.exempt)
    yield breach(
      `${family}-10`,
      element,
      `${is}: an exemption reason (BT-120, BT-121) ${category.exempt ? 'is missing' : 'is not allowed'}`,
    );
}

/** The official rules allow a difference of less than 1 here and none there. */
function sameBasis(basis: Decimal, sum: Decimal, { invoice, category }: Pick<Family, 'invoice' | 'category'>): boolean {
  const tolerant = category.rate !== 'none' && charges(category) === (invoice.syntax === 'UBL');
  return tolerant ? basis.minus(sum).abs().lt(1) : basis.eq(sum);
}

/** Where one category excludes others, or asks for more: O, K and B. */
function* alone(invoice: Invoice, used: readonly Used[], breakdown: readonly Taxed[]): Generator<Breach> {
  const { root } = invoice;
  const broken = (is: string) => breakdown.some(({ code }) => code === is);
  if (broken('O')) {
    const others = [breakdown, ...uses.map((_, at) => used.filter(({ use }) => use === at))];
    for (const [at, group] of others.entries())
      for (const { element } of group.filter(({ code }) => code !== 'O').slice(0, 1))
        yield breach(`BR-O-${at + 11}`, element, 'VAT category O (not subject to VAT) allows no other category in the invoice');
  }
  if (broken('K')) {
    if (!delivered.some((path) => invoice.texts(root, path).some((text) => text !== '')))
      yield breach('BR-IC-11', root, 'Intra-community supply: delivery date (BT-72) or invoicing period (BG-14) is missing');
    if (!invoice.in('delivery address').some((address) => invoice.text(address, 'BT-80') !== ''))
      yield breach('BR-IC-12', root, 'Intra-community supply: deliver to country code (BT-80) is missing');
  }
  const codes = new Set([...used, ...breakdown].map(({ code }) => code));
  if (codes.has('B')) {
    if (countries.some((path) => invoice.texts(root, path).some((country) => country !== 'IT')))
      yield breach('BR-B-01', root, 'VAT category B (split payment) is for invoices within Italy');
    if (codes.has('S')) yield breach('BR-B-02', root, 'VAT category B (split payment) excludes category S (standard rate)');
  }
}

const delivered: readonly Paths[] = [
  [
    'Delivery/ActualDeliveryDate',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeDelivery/ActualDeliverySupplyChainEvent/OccurrenceDateTime/DateTimeString',
  ],
  [
    'InvoicePeriod/StartDate|EndDate|DescriptionCode',
    'SupplyChainTradeTransaction/ApplicableHeaderTradeSettlement/BillingSpecifiedPeriod/StartDateTime|EndDateTime/DateTimeString',
  ],
];

const countries: readonly Paths[] = [
  party(seller, 'PostalAddress/Country/IdentificationCode', 'PostalTradeAddress/CountryID'),
  party(buyer, 'PostalAddress/Country/IdentificationCode', 'PostalTradeAddress/CountryID'),
];
