import { bounds } from '../syntaxes.js';
import type { XmlElement } from '../xml-tree.js';
import { sellerTax, uses } from './categories.js';
import { type Breach, breach, type Invoice, named, pathsOf } from './invoice.js';
import { missingGroups, missingTerms, type RequiredGroup, type RequiredTerm } from './required.js';
import type { Paths } from './terms.js';
import { profiledOf } from './xrechnung-profiles.js';

const required: readonly RequiredTerm[] = [
  ['BR-DE-3', 'seller address', 'BT-37'],
  ['BR-DE-4', 'seller address', 'BT-38'],
  ['BR-DE-5', 'seller contact', 'BT-41'],
  ['BR-DE-6', 'seller contact', 'BT-42'],
  ['BR-DE-7', 'seller contact', 'BT-43'],
  ['BR-DE-8', 'buyer address', 'BT-52'],
  ['BR-DE-9', 'buyer address', 'BT-53'],
  ['BR-DE-10', 'delivery address', 'BT-77'],
  ['BR-DE-11', 'delivery address', 'BT-78'],
  ['BR-DE-14', 'breakdown', 'BT-119'],
  ['BR-DE-15', 'invoice', 'BT-10'],
];

const requiredGroups: readonly RequiredGroup[] = [
  ['BR-DE-1', 'invoice', 'payment', 'Payment instructions (BG-16)'],
  ['BR-DE-2', 'seller', 'seller contact', 'Seller contact (BG-6)'],
];

/** Of XRechnung, 1.2 to 3.0, and its extension. */
const specification =
  /^urn:cen\.eu:en16931:2017#compliant#urn:(?:xoev-de:kosit:standard|xeinkauf\.de:kosit):xrechnung_\d\.\d(?:#(?:compliant|conformant)#urn:[\w.:-]+)?$/;

/**
 * What an XRechnung keeps beside EN 16931, where the invoice says that it is one. Source: the Schematron of XRechnung 3.0 (KoSIT), without the
 * check digits of IBANs (BR-DE-19, BR-DE-20), which the rule `iban` looks at.
 */
export function* xrechnungOf(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  const stated = invoice.text(root, 'BT-24');
  if (!/xrechnung/i.test(stated)) return;
  if (!specification.test(stated)) yield breach('BR-DE-21', root, `${named('BT-24')} is not that of XRechnung`);
  yield* germanOf(invoice);
  yield* profiledOf(invoice);
}

/** What an invoice of a German seller to a German buyer states. */
export function* germanOf(invoice: Invoice): Generator<Breach> {
  yield* missingGroups(invoice, requiredGroups);
  yield* missingTerms(invoice, required);
  yield* types(invoice);
  yield* taxNumber(invoice);
  yield* contact(invoice);
  yield* terms(invoice);
  yield* payment(invoice);
  yield* directDebit(invoice);
}

function* types(invoice: Invoice): Generator<Breach> {
  const { root } = invoice;
  const type = invoice.text(root, 'BT-3');
  if (!/^(?:326|38[0149]|87[567])$/.test(type)) yield breach('BR-DE-17', root, `${named('BT-3')} is none that XRechnung has a use for`);
  if (type === '384' && invoice.in('preceding').length === 0)
    yield breach('BR-DE-26', root, 'Preceding invoice (BG-3) is missing, where the invoice corrects another one');
  const files = invoice.in('document').flatMap((document) => invoice.texts(document, fileName));
  if (new Set(files).size < files.length) yield breach('BR-DE-22', root, 'Two attached files have one name (filename)');
}

const fileName: Paths = ['Attachment/EmbeddedDocumentBinaryObject/@filename', 'AttachmentBinaryObject/@filename'];

function* taxNumber(invoice: Invoice): Generator<Breach> {
  const isTaxed = uses.some(({ group, category: [ubl, cii] }) =>
    invoice.in(group).some((element) => invoice.texts(element, [`${ubl}/ID`, `${cii}/CategoryCode`]).some((code) => taxed.test(code))),
  );
  const number = sellerTax.flatMap((paths) => invoice.texts(invoice.root, paths)).find((text) => text !== '');
  if (isTaxed && number === undefined && invoice.in('representative').length === 0)
    yield breach('BR-DE-16', invoice.root, 'A tax number of the seller (BT-31, BT-32) or its tax representative (BG-11) is missing');
}

const taxed = /^(?:S|Z|E|AE|K|G|L|M)$/;

function* contact(invoice: Invoice): Generator<Breach> {
  for (const element of invoice.in('seller contact')) {
    const [phone, mail] = [invoice.text(element, 'BT-42'), invoice.text(element, 'BT-43')];
    if (phone !== '' && phone.replace(/\D/g, '').length < 3)
      yield breach('BR-DE-27', element, `${named('BT-42')} has less than three digits`);
    if (mail !== '' && !address.test(mail)) yield breach('BR-DE-28', element, `${named('BT-43')} is no address of e-mail`);
  }
}

/** One @ with two characters on each side, neither white space nor a dot beside it, and no dot at an end. */
const address = /^[^\s@.][^\s@]*[^\s@.]@[^\s@.][^\s@]*[^\s@.]$/;

/** Of the payment terms, whose lines with '#' state discounts for programs to read. */
function* terms(invoice: Invoice): Generator<Breach> {
  const notes = invoice.at(invoice.root, pathsOf('BT-20'));
  const [note] = notes;
  if (invoice.syntax === 'CII' && notes.length > 1) yield breach('BR-DE-18-a', invoice.root, `${named('BT-20')} are stated more than once`);
  // The end of a longer note is not known.
  if (!note || note.text.length === bounds.textLength) return;
  const discounts = note.text.split(/\r?\n/).filter((line) => line.trim().startsWith('#'));
  const after = note.text.split(/#.+#/).at(-1) ?? '';
  if (discounts.some((line) => !discount.test(line.trim())) || (discounts.length > 0 && !/^\s*\n/.test(after)))
    yield breach(
      'BR-DE-18',
      note,
      `${named('BT-20')} state a discount in another form than #SKONTO#TAGE=14#PROZENT=2.00# and a line break`,
    );
}

const discount = /^#SKONTO#TAGE=\d+#PROZENT=\d+\.\d{2}(?:#BASISBETRAG=-?\d+\.\d{2})?#$/;

/** What belongs to the codes of a means of payment (BT-81). */
const means: readonly { readonly rule: string; readonly codes: readonly string[]; readonly name: string; readonly paths: Paths }[] = [
  {
    rule: 'BR-DE-23',
    codes: ['30', '58'],
    name: 'Credit transfer (BG-17)',
    paths: ['PayeeFinancialAccount', 'PayeePartyCreditorFinancialAccount'],
  },
  {
    rule: 'BR-DE-24',
    codes: ['48', '54', '55'],
    name: 'Payment card information (BG-18)',
    paths: ['CardAccount', 'ApplicableTradeSettlementFinancialCard'],
  },
  { rule: 'BR-DE-25', codes: ['59'], name: 'Direct debit (BG-19)', paths: ['PaymentMandate', 'PayerPartyDebtorFinancialAccount/IBANID'] },
];

function* payment(invoice: Invoice): Generator<Breach> {
  // In CII a part of the direct debit is stated for the whole invoice.
  const isDebited = invoice.syntax === 'CII' && debit.slice(0, 2).some(([, term]) => invoice.text(invoice.root, term) !== '');
  for (const element of invoice.in('payment')) {
    const code = invoice.text(element, 'BT-81');
    const wanted = means.find(({ codes }) => codes.includes(code));
    if (!wanted) continue;
    const isStated = ({ rule, paths }: (typeof means)[number]) =>
      invoice.at(element, paths).length > 0 || (rule === 'BR-DE-25' && isDebited);
    const where = `where ${named('BT-81')} is ${code}`;
    if (!isStated(wanted)) yield breach(`${wanted.rule}-a`, element, `${wanted.name} is missing, ${where}`);
    const [other] = means.filter((one) => one !== wanted && isStated(one));
    if (other) yield breach(`${wanted.rule}-b`, element, `${other.name} is stated, ${where}`);
  }
}

const debit = [
  ['BR-DE-29', 'BT-89'],
  ['BR-DE-30', 'BT-90'],
  ['BR-DE-31', 'BT-91'],
] as const;

function* directDebit(invoice: Invoice): Generator<Breach> {
  const { root, syntax } = invoice;
  const isStated = ([, term]: (typeof debit)[number]) => invoice.text(root, term) !== '';
  const isDebit = syntax === 'UBL' ? hasMandate(root) : debit.some(isStated);
  // UBL has a mandate where it has a direct debit, so the official rules for UBL do without the first.
  for (const row of isDebit ? debit.slice(syntax === 'UBL' ? 1 : 0) : [])
    if (!isStated(row)) yield breach(row[0], root, `${named(row[1])} is missing, where there is a direct debit (BG-19)`);
}

const hasMandate = ({ children }: XmlElement): boolean =>
  children.some((child) => child.name === 'PaymentMeans' && child.children.some(({ name }) => name === 'PaymentMandate'));
