import type { Concept } from '../../../core/text.js';
import type { Syntax, Term, TermKind } from './terms.js';
import type { XmlElement } from './xml-tree.js';

/** What an electronic invoice says, by concept, written so that it can be read in one way only. */
export type Statements = ReadonlyMap<Concept, string>;

export interface XmlInvoice {
  readonly header: Statements;
  /** One a line item, in order; lines that are only words are left out. */
  readonly lines: readonly Statements[];
}

/** What the XML states. A concept for which it has several different values is left out: a witness who names two is of no help. */
export function invoiceOf(root: XmlElement, syntax: Syntax): XmlInvoice {
  const [currency] = elementsAt(root, syntax.currency).map((element) => element.text.trim());
  return {
    header: statementsOf(root, syntax.header, currency),
    lines: elementsAt(root, syntax.lines)
      .map((line) => statementsOf(line, syntax.line, currency))
      .filter(isItem),
  };
}

function statementsOf(base: XmlElement, terms: Partial<Readonly<Record<Concept, Term>>>, currency: string | undefined): Statements {
  const statements = new Map<Concept, string>();
  for (const [concept, term] of Object.entries(terms) as readonly (readonly [Concept, Term])[]) {
    const elements = term.paths.flatMap((path) => elementsAt(base, path)).filter((element) => isIn(element, currency));
    const values = new Set(elements.map((element) => written[term.kind](element.text.trim())));
    const [value] = values;
    if (values.size === 1 && value !== undefined && value !== '') statements.set(concept, value);
  }
  return statements;
}

/** The tax may stand a second time, in the currency in which it is accounted for. */
const isIn = (element: XmlElement, currency: string | undefined): boolean => (element.attributes['currencyID'] ?? currency) === currency;

/** A line without amount and quantity, or with zero for both, is a heading or a remark. */
const isItem = (line: Statements): boolean =>
  [line.get('line_amount'), line.get('line_quantity')].some((value) => value !== undefined && value !== '0');

/** How each kind of value is written down; undefined where the text is none of the kind. */
const written: Readonly<Record<TermKind, (text: string) => string | undefined>> = {
  text: (text) => text.replace(/\s+/g, ' '),
  date: (text) => {
    const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})(?:$|\d{4}$|T)/.exec(text) ?? [];
    return Number(month) <= 12 && Number(day) <= 31 ? `${year}-${month}-${day}` : undefined;
  },
  number: plain,
  extra: (text) => (plain(text) === '0' ? undefined : plain(text)),
};

/** A decimal without needless zeros. Three digits after the point get a fourth: `1.234` printed on a page may mean 1234, here it does not. */
function plain(text: string): string | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{0,20}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const digits = fraction.replace(/0+$/, '');
  const tail = digits === '' ? '' : `.${digits.length === 1 || digits.length === 3 ? `${digits}0` : digits}`;
  const value = `${whole.replace(/^0+(?=\d)/, '')}${tail}`;
  return sign === '-' && value !== '0' ? `-${value}` : value;
}

/** All elements at the end of a path, in document order. */
function elementsAt(base: XmlElement, path: string): readonly XmlElement[] {
  return path
    .split('/')
    .reduce<readonly XmlElement[]>((elements, step) => elements.flatMap((element) => element.children.filter(matches(step))), [base]);
}

function matches(step: string): (element: XmlElement) => boolean {
  const [, loose, name = '', scheme] = /^(~?)(\w+)(?:\[(\w+)\])?$/.exec(step) ?? [];
  const named = loose ? (element: XmlElement) => element.name.endsWith(name) : (element: XmlElement) => element.name === name;
  return (element) => named(element) && (scheme === undefined || element.attributes['schemeID'] === scheme);
}
