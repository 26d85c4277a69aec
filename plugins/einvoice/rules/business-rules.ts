import { type BrokenRule, mostRules } from '../sent-rules.js';
import { bounds } from '../syntaxes.js';
import { elementsAt, everyElement } from '../xml-path.js';
import type { XmlElement } from '../xml-tree.js';
import { codesOf } from './codes.js';
import { type Breach, breach, type Invoice, invoiceOf, named, pathsOf, type RuledSyntax } from './invoice.js';
import { modelOf } from './model.js';
import { peppolOf } from './peppol.js';
import { isTooPrecise, requiredOf } from './required.js';
import { syntaxOf } from './syntax.js';
import type { Paths } from './terms.js';
import { totalsOf } from './totals.js';
import { vatOf } from './vat.js';
import { xrechnungOf } from './xrechnung.js';
import { inProfile } from './xrechnung-profiles.js';

/** All others are fatal. Source: the flags of the validation artefacts. */
const warnings =
  /^(?:BR-51|UBL-CR|CII-SR|BR-DE-(?:17|2[1678])|BR-DEX-(?:02|15)|UBL-DT-(?:0[89]|[12]\d)|PEPPOL-COMMON-R0(?:4[4-7]|5[23])|DE-R-0(?:17|2[678])|SE-R-013)$/;

/**
 * The syntax of an invoice that EN 16931 has rules for; undefined for ZUGFeRD 1, FatturaPA, and the profiles MINIMUM and BASIC WL of
 * Factur-X, which have no lines and are no invoices by the standard. Source: Factur-X 1.0, profiles.
 */
export function ruledSyntax(root: XmlElement): RuledSyntax | undefined {
  if (root.name === 'Invoice' || root.name === 'CreditNote') return 'UBL';
  if (root.name !== 'CrossIndustryInvoice') return undefined;
  const [profile] = elementsAt(root, pathsOf('BT-24')[1]);
  return /:(?:minimum|basicwl)$/.test(profile?.text.trim().toLowerCase() ?? '') ? undefined : 'CII';
}

/** Those of UBL 2 and of CII D16B. */
const namespaces =
  /^urn:(?:oasis:names:specification:ubl:schema:xsd:(?:Invoice|CreditNote)-2|un:unece:uncefact:data:standard:CrossIndustryInvoice:100)$/;

/** Whether the root has the namespace of its syntax; another vocabulary may call its root Invoice, too. */
export const hasNamespace = ({ name, namespace = '' }: XmlElement): boolean => namespaces.test(namespace) && namespace.includes(`:${name}`);

/**
 * The rules that an invoice breaks, those of the whole invoice first; at most `most`. Sources: EN 16931-1:2017 with its amendments, and the
 * validation artefacts of CEN/TC 434, version 1.3.13, for what the syntaxes add.
 */
export function brokenRules(root: XmlElement, syntax: RuledSyntax, most = mostRules): readonly BrokenRule[] {
  const invoice = invoiceOf(root, syntax);
  const found: Breach[] = [];
  for (const family of [requiredOf, conditionsOf, totalsOf, vatOf, codesOf, syntaxOf, xrechnungOf, peppolOf, modelOf])
    for (const broken of family(invoice)) {
      const breach = inProfile(invoice, broken);
      if (!breach) continue;
      found.push(breach);
      if (found.length === most) return placed(found, root);
    }
  return placed(found, root);
}

function placed(found: readonly Breach[], root: XmlElement): readonly BrokenRule[] {
  const wanted = new Set(found.map(({ element }) => element));
  const places = new Map<XmlElement, string>();
  for (const { element, above } of everyElement(root))
    if (wanted.has(element)) places.set(element, placeOf([...above, element]).slice(-bounds.textLength));
  return found.map(({ rule, element, sentence }) => ({
    rule,
    place: places.get(element) ?? `/${root.name}`,
    sentence,
    severity: warnings.test(rule) ? 'warning' : 'fatal',
  }));
}

/** '/Invoice/InvoiceLine[2]/Item'; a number only where there are several. */
const placeOf = (path: readonly XmlElement[]): string =>
  path
    .map((element, at) => {
      const twins = path[at - 1]?.children.filter(({ name }) => name === element.name) ?? [];
      return `/${element.name}${twins.length > 1 ? `[${twins.indexOf(element) + 1}]` : ''}`;
    })
    .join('');

/** The rules that connect terms of different groups, but for sums. Each has few lines of its own in EN 16931-1. */
function* conditionsOf(invoice: Invoice): Generator<Breach> {
  yield* dates(invoice);
  yield* payment(invoice);
  yield* currencies(invoice);
  for (const payee of invoice.in('payee'))
    if (
      samePayee.some((paths) =>
        overlap(
          invoice.texts(payee, paths),
          invoice.in('seller').flatMap((seller) => invoice.texts(seller, paths)),
        ),
      )
    )
      yield breach('BR-17', payee, 'The payee (BG-10) is the seller: a payee is stated only where it is another one');
}

/** By what a payee is the same as the seller: name, identifiers. */
const samePayee: readonly Paths[] = [
  ['PartyName/Name', 'Name'],
  ['PartyIdentification/ID', 'ID'],
];

const overlap = (some: readonly string[], others: readonly string[]): boolean => some.some((text) => others.includes(text));

function* dates(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  if (has(invoice, root, 'BT-7') && has(invoice, root, 'BT-8'))
    yield breach('BR-CO-03', root, `${named('BT-7')} and ${named('BT-8')} exclude each other`);
  for (const period of invoice.in('period')) {
    // In UBL the code of the VAT point date may stand alone in the period.
    const isCode = syntax === 'UBL' && invoice.texts(period, ['DescriptionCode', '.']).length > 0;
    if (!isCode && !has(invoice, period, 'BT-73') && !has(invoice, period, 'BT-74'))
      yield breach('BR-CO-19', period, `${named('BT-73')} or ${named('BT-74')} is missing`);
  }
}

function* payment(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const due = invoice.in('totals').find((totals) => invoice.amount(totals, 'BT-115')?.gt(0));
  // A credit note in UBL has no due date, and the official rule is not about it.
  if (due && root.name !== 'CreditNote' && !has(invoice, root, 'BT-9') && !has(invoice, root, 'BT-20'))
    yield breach('BR-CO-25', root, `${named('BT-115')} is positive, so ${named('BT-9')} or ${named('BT-20')} must be stated`);
  for (const card of invoice.in('card'))
    if (card.text.trim().length > 10) yield breach('BR-51', card, 'Payment card number (BT-87) is not cut to its last 4 to 6 digits');
  if (syntax === 'CII') return;
  for (const [rule, path, name] of once)
    if (invoice.at(root, [path, '.']).length > 1) yield breach(rule, root, `${name} is stated more than once`);
}

const once = [
  ['BR-66', 'PaymentMeans/CardAccount', 'Payment card information (BG-18)'],
  ['BR-67', 'PaymentMeans/PaymentMandate', 'Direct debit (BG-19)'],
] as const;

/** Of the amounts of VAT, which may be stated in the accounting currency, too. */
function* currencies(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const [currency, accounting] = [invoice.text(root, 'BT-5'), invoice.text(root, 'BT-6')];
  const taxes = invoice.at(root, pathsOf('BT-110'));
  const inCurrency = (wanted: string) => taxes.filter(({ attributes }) => wanted !== '' && attributes['currencyID'] === wanted);
  if (accounting !== '' && (inCurrency(accounting).length === 0 || (syntax === 'CII' && accounting === currency)))
    yield breach('BR-53', root, `${named('BT-6')} is stated, but not the total VAT in this currency (BT-111)`);
  for (const tax of inCurrency(currency))
    if (isTooPrecise(tax.text)) yield breach('BR-DEC-13', tax, `${named('BT-110')} has more than two decimals`);
  for (const tax of accounting === currency ? [] : inCurrency(accounting))
    if (isTooPrecise(tax.text)) yield breach('BR-DEC-15', tax, 'Total VAT in accounting currency (BT-111) has more than two decimals');
}

const has = (invoice: Invoice, element: XmlElement, term: Parameters<typeof pathsOf>[0]): boolean =>
  invoice.at(element, pathsOf(term)).length > 0;
