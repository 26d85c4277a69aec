/** Text for XML. Characters that XML 1.0 does not allow are left out. */
export const escaped = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

/** An element: its name, its text or its children, and its attributes. What is not known, or holds nothing that is, is not written. */
export type XmlNode = readonly [
  name: string,
  content: string | undefined | readonly XmlNode[],
  attributes?: Readonly<Record<string, string | undefined>>,
];

/** The elements as lines, each in its level; '' for those that hold nothing. */
export function xmlLines([name, content, attributes = {}]: XmlNode, indent = ''): string {
  const inner = typeof content === 'object' ? content.map((child) => xmlLines(child, `${indent}  `)).join('') : escaped(content ?? '');
  if (content === undefined || (inner === '' && content !== '')) return '';
  const start = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${escaped(value)}"`));
  const body = typeof content === 'object' ? `\n${inner}${indent}` : inner;
  return `${indent}<${name}${start.join('')}>${body}</${name}>\n`;
}
