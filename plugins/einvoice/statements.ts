import type { Concept } from '../../core/text.js';
import { type Syntax, syntaxes, type Term, type Terms, type XmlFault } from './syntaxes.js';
import type { TermKind } from './terms.js';
import { elementsAt } from './xml-path.js';
import { type XmlElement, XmlRefused, xmlTree } from './xml-tree.js';

/** The values of an electronic invoice by concept, each written so that it can be read in only one way. */
export type Statements = ReadonlyMap<Concept, string>;

export interface XmlInvoice {
  readonly header: Statements;
  /** One entry for each line item, in order. Lines that consist of words only are left out. */
  readonly lines: readonly Statements[];
}

/** With the different values of those concepts of the header that have several, such as the due dates of an invoice with a discount. */
interface DisputedInvoice extends XmlInvoice {
  readonly several: ReadonlyMap<Concept, readonly string[]>;
}

/**
 * How the elements of one concept are taken. `confirming`: those that say different things confirm nothing, since a page may print any of
 * them. `stating`: the first path with a value is the business term, and the others stand in for it.
 */
type Taking = 'confirming' | 'stating';

export interface EInvoice {
  readonly root: XmlElement;
  readonly syntax: Syntax;
}

/** The root of an electronic invoice and its syntax; undefined for any other content. @throws XmlRefused */
export function eInvoiceIn(bytes: Uint8Array): EInvoice | undefined {
  const root = xmlTree(bytes, (name) => syntaxes.some(({ roots }) => roots.includes(name)));
  const syntax = syntaxes.find(({ roots }) => root && roots.includes(root.name));
  return root && syntax && { root, syntax };
}

/** The result for an attachment: an invoice, undefined for any other content, or why it cannot be read. */
export type AttachmentReading = { readonly invoice: XmlInvoice | undefined } | { readonly fault: XmlFault };

/** Reads one attachment. Its bytes are untrusted, so this runs in a child only. */
export function readAttachment(bytes: Uint8Array, taking: Taking = 'confirming'): AttachmentReading {
  try {
    const found = eInvoiceIn(bytes);
    return { invoice: found && invoiceOf(found.root, found.syntax, taking) };
  } catch (error) {
    if (!(error instanceof XmlRefused)) throw error;
    return { fault: error.fault };
  }
}

/** Reads what the XML says. A concept with several different values is left out. */
export function invoiceOf(root: XmlElement, syntax: Syntax, taking: Taking = 'confirming'): DisputedInvoice {
  const [currency] = elementsAt(root, syntax.currency).map((element) => element.text.trim());
  const header = valuesOf(root, syntax.header, { currency, taking });
  return {
    header: onlyOnes(header),
    several: new Map([...header].filter(([, values]) => values.length > 1)),
    lines: elementsAt(root, syntax.lines)
      .map((line) => onlyOnes(valuesOf(line, syntax.line, { currency, taking })))
      .filter(isItem),
  };
}

interface TakingTerms {
  readonly currency: string | undefined;
  readonly taking: Taking;
}

type Values = ReadonlyMap<Concept, readonly string[]>;

/** Without a concept of which an element has another kind of text, or none: then its value is not known. */
function valuesOf(base: XmlElement, terms: Terms, { currency, taking }: TakingTerms): Values {
  const stated = new Map<Concept, readonly string[]>();
  for (const [concept, { kind, paths }] of Object.entries(terms) as readonly (readonly [Concept, Term])[]) {
    const found = paths.map((path) => valuesAt(base, path, { kind, currency }));
    const values = new Set(taking === 'stating' ? found.find((ofPath) => ofPath.length > 0) : found.flat());
    const known = [...values].flatMap((value) => (value === undefined || value === '' ? [] : [value]));
    if (known.length === values.size) stated.set(concept, known);
  }
  return stated;
}

const onlyOnes = (values: Values): Statements =>
  new Map([...values].flatMap(([concept, [value, ...others]]) => (value === undefined || others.length > 0 ? [] : [[concept, value]])));

/** Undefined for an element whose text has another kind: then the concept is not known. */
const valuesAt = (
  base: XmlElement,
  path: string,
  { kind, currency }: { readonly kind: TermKind; readonly currency: string | undefined },
): readonly (string | undefined)[] =>
  elementsAt(base, path)
    .filter((element) => isIn(element, currency))
    .map((element) => written[kind](element.text.trim()));

/** Whether an amount is in the invoice currency. The tax may be stated again in the accounting currency. */
const isIn = (element: XmlElement, currency: string | undefined): boolean => (element.attributes['currencyID'] ?? currency) === currency;

/** Whether a line is an item. One with neither amount nor quantity, or with zero for both, is a heading or a remark. */
const isItem = (line: Statements): boolean =>
  [line.get('line_amount'), line.get('line_quantity')].some((value) => value !== undefined && value !== '0');

/** Writes each kind of value; undefined where the text does not have that kind. */
const written: Readonly<Record<TermKind, (text: string) => string | undefined>> = {
  text: (text) => text.replace(/\s+/g, ' '),
  date: (text) => {
    const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|\d{4}$|T)/.exec(text) ?? [];
    return Number(month) <= 12 && Number(day) <= 31 ? `${year}-${month}-${day}` : undefined;
  },
  number: plain,
  extra: (text) => (plain(text) === '0' ? undefined : plain(text)),
};

/**
 * A decimal without trailing zeros. Three digits after the point get a fourth, because a printed `1.234` may mean 1234 and this one does
 * not.
 */
function plain(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{0,20}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const tail = digits === '' ? '' : `.${digits.length === 1 || digits.length === 3 ? `${digits}0` : digits}`;
  const value = `${whole.replace(/^0+(?=\d)/, '')}${tail}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}
