import { child, childrenOf, type OfficeElement, value } from '../../ooxml/xml.js';

/** A piece of a text with its own type, or in that of its cell. */
export interface StringRun {
  readonly text: string;
  /** Its `rPr`. */
  readonly properties: OfficeElement | undefined;
}

/** The runs of a text, or all of it as one; how it is pronounced (`rPh`) is not shown. */
export const runsOf = (element: OfficeElement | undefined): readonly StringRun[] =>
  [element, ...childrenOf(element, 'x:r')]
    .map((run) => ({ text: textIn(run), properties: child(run, 'x:rPr') }))
    .filter(({ text }) => text);

const textIn = (element: OfficeElement | undefined): string =>
  readable(
    childrenOf(element, 'x:t')
      .flatMap(({ children }) => children)
      .filter((text) => typeof text === 'string')
      .join(''),
  );

/** A stored text as it is meant: characters that XML cannot hold are written '_x000D_' (ECMA-376, part 1, 22.9.2.19), and many show nothing. */
export const readable = (stored: string): string =>
  stored
    .replace(/_x([\dA-F]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    .replace(/(?![\t\n\r])\p{Cc}/gu, ' ')
    .replace(showsNothing, '');

/** Soft hyphens, spaces without width, and marks of direction that change no order; those that do are left, and judged where the text is. */
const showsNothing = /[\u00AD\u200B\u200E\u2060\u202A\u202C\u202D\u2066\u2068\u2069\uFEFF]/g;

export const isOn = (element: OfficeElement | undefined, name: string): boolean => ['1', 'true', 'on'].includes(value(element, name) ?? '');
