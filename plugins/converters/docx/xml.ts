import { SaxesParser, type SaxesTagNS } from 'saxes';
import { Refused } from '../../sandbox/inside/refused.js';
import type { Limits } from '../../sandbox/protocol.js';

/** An element with the prefixes that the standard uses, whatever those of the file are: 'w:p', 'mc:Choice'. */
export interface Element {
  readonly name: string;
  /** By name with prefix: 'w:val'; without one where the file has none. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (Element | string)[];
}

/** Word itself nests about a dozen levels a table. */
const deepest = 400;

/**
 * Parses a part. No entities but the five of XML, no document type, bounded in depth and number of elements.
 * @throws Refused 'unreadable' or 'elements'.
 */
export function parseXml(part: Buffer, limits: Limits): Element {
  const parser = new SaxesParser({ xmlns: true });
  const root: Growing = { name: '', attributes: new Map(), children: [] };
  const stack = [root];
  let count = 0;
  parser.on('opentag', (tag) => {
    count += 1;
    if (count > (limits['maxElements'] ?? 0)) throw new Refused('elements');
    if (stack.length > deepest) throw new Refused('unreadable');
    const element = elementOf(tag);
    stack.at(-1)?.children.push(element);
    stack.push(element);
  });
  parser.on('closetag', () => void stack.pop());
  parser.on('text', (text) => void stack.at(-1)?.children.push(text));
  parser.on('cdata', (text) => void stack.at(-1)?.children.push(text));
  parser.on('doctype', refuse);
  parser.on('error', refuse);
  parser.write(decode(part)).close();
  const [top] = elements(root);
  if (!top) throw new Refused('unreadable');
  return top;
}

interface Growing extends Element {
  readonly children: (Element | string)[];
}

function refuse(): never {
  throw new Refused('unreadable');
}

/** Office writes UTF-8; the standard allows UTF-16 with a mark. */
function decode(part: Buffer): string {
  if (part[0] === 0xff && part[1] === 0xfe) return part.subarray(2).toString('utf16le');
  if (part[0] === 0xfe && part[1] === 0xff)
    return Buffer.from(part.subarray(2, part.length - (part.length % 2)))
      .swap16()
      .toString('utf16le');
  return part.toString('utf8').replace(/^\ufeff/, '');
}

function elementOf(tag: SaxesTagNS): Growing {
  const attributes = Object.values(tag.attributes).map(({ uri, local, value }) => [named(uri, local), value] as const);
  return { name: named(tag.uri, tag.local), attributes: new Map(attributes), children: [] };
}

const named = (uri: string, local: string): string => {
  const prefix = uri === '' ? '' : (prefixes.get(uri) ?? 'other');
  return prefix === '' ? local : `${prefix}:${local}`;
};

/** Of each pair, the second is the strict form of the standard. */
const prefixes: ReadonlyMap<string, string> = new Map([
  ['http://schemas.openxmlformats.org/wordprocessingml/2006/main', 'w'],
  ['http://purl.oclc.org/ooxml/wordprocessingml/main', 'w'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/relationships', 'r'],
  ['http://purl.oclc.org/ooxml/officeDocument/relationships', 'r'],
  ['http://schemas.openxmlformats.org/officeDocument/2006/math', 'm'],
  ['http://purl.oclc.org/ooxml/officeDocument/math', 'm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/main', 'a'],
  ['http://purl.oclc.org/ooxml/drawingml/main', 'a'],
  ['http://schemas.openxmlformats.org/markup-compatibility/2006', 'mc'],
  ['http://schemas.openxmlformats.org/package/2006/relationships', 'rel'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['urn:schemas-microsoft-com:vml', 'v'],
]);

export const elements = (element: Element | undefined): readonly Element[] =>
  (element?.children ?? []).filter((child): child is Element => typeof child !== 'string');

/** The first child of that name; several names go down a path. */
export const child = (element: Element | undefined, ...path: readonly string[]): Element | undefined =>
  path.reduce<Element | undefined>((at, name) => elements(at).find((candidate) => candidate.name === name), element);

export const childrenOf = (element: Element | undefined, name: string): readonly Element[] =>
  elements(element).filter((candidate) => candidate.name === name);

/** All elements of a name, at any depth. */
export function* within(element: Element | undefined, name: string): Generator<Element> {
  for (const inner of elements(element)) {
    if (inner.name === name) yield inner;
    yield* within(inner, name);
  }
}

export const value = (element: Element | undefined, name = 'w:val'): string | undefined => element?.attributes.get(name);

/** A property that is on when it is there, unless it says otherwise; undefined when it is not there. */
export function toggle(element: Element | undefined): boolean | undefined {
  if (!element) return undefined;
  return !['0', 'false', 'off'].includes(value(element) ?? '');
}
