import { SaxesParser, type SaxesTagNS } from 'saxes';
import { type ParserLimits, RefusalError } from '../sandbox/protocol.js';

/** An element, named with the standard's prefixes, whatever prefixes the file uses: 'w:p', 'mc:Choice'. */
export interface OfficeElement {
  readonly name: string;
  /** By name with prefix ('w:val'), or without where the file has none. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (OfficeElement | string)[];
}

/** Word itself nests about a dozen levels per table. */
const maxDepth = 400;

/** Each of these costs far more than another element when it is laid out. */
const costly: readonly string[] = ['w:p', 'w:br', 'w:cr', 'w:tc', 'w:tr'];

/** Counts the elements of all parts of a document that are parsed, a part that is parsed twice twice, so that their sum is bounded. */
export class ElementCount {
  #elements = 0;
  readonly #costly = new Map(costly.map((name) => [name, 0]));

  constructor(private readonly limits: ParserLimits) {}

  /** @throws RefusalError 'elements' or 'paragraphs' at the first one too many, before anything is made of it. */
  add(name: string): void {
    this.#elements += 1;
    if (this.#elements > (this.limits['maxElements'] ?? 0)) throw new RefusalError('elements');
    const before = this.#costly.get(name);
    if (before === undefined) return;
    if (before >= (this.limits['maxParagraphs'] ?? 0)) throw new RefusalError('paragraphs');
    this.#costly.set(name, before + 1);
  }
}

/**
 * Parses a part. Accepts only the five entities of XML and no document type, and limits the depth and the number of elements.
 * @throws RefusalError 'unreadable', 'elements' or 'paragraphs'.
 */
export function parseXml(part: Buffer, count: ElementCount): OfficeElement {
  const parser = new SaxesParser({ xmlns: true });
  const root: OpenElement = { name: '', attributes: new Map(), children: [] };
  const stack = [root];
  parser.on('opentag', (tag) => {
    if (stack.length > maxDepth) throw new RefusalError('unreadable');
    const element = elementOf(tag);
    count.add(element.name);
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
  if (!top) throw new RefusalError('unreadable');
  return top;
}

/** An element whose children are still being added. */
interface OpenElement extends OfficeElement {
  readonly children: (OfficeElement | string)[];
}

function refuse(): never {
  throw new RefusalError('unreadable');
}

/** Office writes UTF-8, but the standard also allows UTF-16 with a byte order mark. */
function decode(part: Buffer): string {
  if (part[0] === 0xff && part[1] === 0xfe) return part.subarray(2).toString('utf16le');
  if (part[0] === 0xfe && part[1] === 0xff)
    return Buffer.from(part.subarray(2, part.length - (part.length % 2)))
      .swap16()
      .toString('utf16le');
  return part.toString('utf8').replace(/^\ufeff/, '');
}

function elementOf(tag: SaxesTagNS): OpenElement {
  const attributes = Object.values(tag.attributes).map(({ uri, local, value }) => [named(uri, local), value] as const);
  return { name: named(tag.uri, tag.local), attributes: new Map(attributes), children: [] };
}

const named = (uri: string, local: string): string => {
  const prefix = uri === '' ? '' : (prefixes.get(uri) ?? 'other');
  return prefix === '' ? local : `${prefix}:${local}`;
};

/** The second of each pair is the strict form of the standard. */
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
  ['http://schemas.openxmlformats.org/spreadsheetml/2006/main', 'x'],
  ['http://purl.oclc.org/ooxml/spreadsheetml/main', 'x'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingShape', 'wps'],
  ['http://schemas.microsoft.com/office/word/2010/wordml', 'w14'],
  ['http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing', 'wp'],
  ['http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing', 'wp'],
  ['http://schemas.microsoft.com/office/spreadsheetml/2009/9/main', 'x14'],
  ['http://schemas.microsoft.com/office/excel/2006/main', 'xm'],
  ['http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing', 'xdr'],
  ['http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing', 'xdr'],
  ['http://schemas.openxmlformats.org/drawingml/2006/picture', 'pic'],
  ['http://purl.oclc.org/ooxml/drawingml/picture', 'pic'],
  ['http://schemas.microsoft.com/office/word/2010/wordprocessingDrawing', 'wp14'],
  ['urn:schemas-microsoft-com:office:word', 'w10'],
  ['urn:schemas-microsoft-com:vml', 'v'],
  ['urn:schemas-microsoft-com:office:excel', 'xl'],
]);

export const elements = (element: OfficeElement | undefined): readonly OfficeElement[] =>
  (element?.children ?? []).filter((child): child is OfficeElement => typeof child !== 'string');

/** The first child with this name; several names follow a path. */
export const child = (element: OfficeElement | undefined, ...path: readonly string[]): OfficeElement | undefined =>
  path.reduce<OfficeElement | undefined>((at, name) => elements(at).find((candidate) => candidate.name === name), element);

export const childrenOf = (element: OfficeElement | undefined, name: string): readonly OfficeElement[] =>
  elements(element).filter((candidate) => candidate.name === name);

/** All descendants with this name. */
export function* within(element: OfficeElement | undefined, name: string): Generator<OfficeElement> {
  for (const inner of elements(element)) {
    if (inner.name === name) yield inner;
    yield* within(inner, name);
  }
}

export const value = (element: OfficeElement | undefined, name = 'w:val'): string | undefined => element?.attributes.get(name);

/** A property that is on when present, unless its value says otherwise; undefined when absent. */
export function toggle(element: OfficeElement | undefined): boolean | undefined {
  if (!element) return undefined;
  return !['0', 'false', 'off'].includes(value(element) ?? '');
}

/** Whether an attribute is on; it is off when absent. */
export const isOn = (element: OfficeElement | undefined, name: string): boolean => ['1', 'true', 'on'].includes(value(element, name) ?? '');
