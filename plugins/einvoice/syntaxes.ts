import type { Concept } from '../../core/text.js';
import { header, line, syntaxNames, type TermKind, type TermTable } from './terms.js';

/** Where a business term stands, and what kind of value it has. */
export interface Term {
  readonly kind: TermKind;
  readonly paths: readonly string[];
}

export type Terms = Partial<Readonly<Record<Concept, Term>>>;

/** One syntax of an electronic invoice. */
export interface Syntax {
  readonly roots: readonly string[];
  readonly currency: string;
  readonly lines: string;
  readonly header: Terms;
  /** Relative to a line. */
  readonly line: Terms;
}

/**
 * Cross Industry Invoice (Factur-X, ZUGFeRD 1 and 2, XRechnung), UBL and FatturaPA. A subtotal may be printed as the sum of lines or as the
 * tax basis, so it has both paths. The same holds for gross and net prices, and for the name and description of an item.
 */
export const syntaxes: readonly Syntax[] = syntaxNames.map((syntax, at) => ({
  ...syntax,
  header: termsIn(header, at),
  line: termsIn(line, at),
}));

/** Every concept that one of the syntaxes can state. */
export const conceptsStated = Object.keys({ ...header, ...line }) as readonly Concept[];

/** The business term of a concept: 'BT-115'. */
export const termOf = (concept: Concept): string => {
  const rows: TermTable = { ...header, ...line };
  return rows[concept]?.[0] ?? concept;
};

function termsIn(rows: TermTable, syntax: number): Terms {
  const stated = Object.entries(rows).flatMap(([concept, [, kind, ...paths]]) => {
    const path = paths[syntax];
    return path === undefined ? [] : [[concept, { kind, paths: path.split(' or ') }] as const];
  });
  return Object.fromEntries(stated);
}

/** The limits of an attachment. Real invoices are far below each of them. */
export const bounds = { bytes: 2 * 1024 * 1024, elements: 100_000, levels: 64, textLength: 1_000 } as const;

/** Why an attachment that begins as an invoice cannot be read. The child names the fault; the parent has the sentences. */
export const xmlFaults = ['doctype', 'malformed', 'encoding', 'bytes', 'elements', 'levels', 'namespace'] as const;
export type XmlFault = (typeof xmlFaults)[number];

/** What each fault is, in words that follow "the XML cannot be read: ". */
export const faultSentences: Readonly<Record<XmlFault, string>> = {
  doctype: 'it has a DTD',
  malformed: 'it is not well-formed',
  encoding: 'its encoding is not known',
  bytes: `it is larger than ${bounds.bytes} bytes`,
  elements: `it has more than ${bounds.elements} elements`,
  levels: `it is nested deeper than ${bounds.levels} levels`,
  namespace: 'its root has the name of an invoice, but not the namespace of UBL 2 or CII D16B',
};

/** A declaration, comments and processing instructions may stand before the root; this many bytes of them are looked through. */
const withinBytes = 16_384;

/** Whether the first element, or a document type, is that of an electronic invoice. Only the first bytes are looked at, and nothing is parsed. */
export function isEInvoice(bytes: Uint8Array): boolean {
  // UTF-16 loses its zeros: the names are ASCII.
  const text = Buffer.from(bytes.subarray(0, withinBytes))
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(?:ï»¿|ÿþ|þÿ)/, '');
  const name = rootOf(text);
  return name !== undefined && syntaxes.some(({ roots }) => roots.includes(name));
}

function rootOf(text: string): string | undefined {
  for (let at = text.search(/\S/); at >= 0 && text[at] === '<'; at += text.slice(at).search(/\S/)) {
    const end = text.startsWith('<!--', at) ? '-->' : text.startsWith('<?', at) ? '?>' : undefined;
    if (end === undefined) return /^<(?:!DOCTYPE\s+)?(?:[\w.-]+:)?([\w.-]+)/.exec(text.slice(at, at + 200))?.[1];
    const next = text.indexOf(end, at);
    if (next < 0) return undefined;
    at = next + end.length;
    if (!/\S/.test(text.slice(at))) return undefined;
  }
  return undefined;
}
