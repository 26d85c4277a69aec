import { memoize } from '../values/memoize.js';

/**
 * The path of a property: `$.total`; a name that is not a plain word is quoted: `$['total (EUR)']`. Brackets inside a name are escaped
 * (RFC 9535 §2.3.1), so that every `[2]` and `[]` in a path is an index.
 */
export const child = (parent: string, name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${parent}.${name}` : `${parent}['${name.replace(/[\\'[\]]/g, escaped)}']`;

const escaped = (character: string): string => (character === '[' ? '\\u005b' : character === ']' ? '\\u005d' : `\\${character}`);

/** A concrete path with its indexes taken out: `$.line_items[2].amount` → `$.line_items[].amount`. */
export const template = (path: string): string => path.replace(/\[\d+\]/g, '[]');

/** An index in a concrete path: its array (`$.line_items`), and the row that it selects (`$.line_items[2]`). */
export interface PathIndex {
  readonly array: string;
  readonly row: string;
  readonly index: number;
}

/** The indexes in a concrete path, outermost first. */
export const indexesIn = memoize((path: string): readonly PathIndex[] =>
  [...path.matchAll(/\[(\d+)\]/g)].map((match) => ({
    array: path.slice(0, match.index),
    row: path.slice(0, match.index + match[0].length),
    index: Number(match[1]),
  })),
);

/** Whether a path, concrete or not, leads to a plain value in an array: `$.tags[2]`. */
export const isPlainRow = (path: string): boolean => path.endsWith(']') && !path.endsWith("']");

/** The innermost row of a concrete path; undefined outside of arrays. */
export const rowOf = (path: string): PathIndex | undefined => indexesIn(path).at(-1);

/** A template with its array marks filled in, outermost first: (`$.a[].b`, [2]) → `$.a[2].b`. */
export function concrete(path: string, at: readonly number[]): string {
  let next = 0;
  return path.replaceAll('[]', () => `[${at[next++] ?? 0}]`);
}

/** The number of names in a path or a prefix of one: `$.a['b.c'][]` has 2. */
export const namesIn = (path: string): number => (path.match(/\.[^.[\]]+|\['(?:[^'\\]|\\.)*'\]/g) ?? []).length;
