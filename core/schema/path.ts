/** The path of a property: `$.total`; a name that is no plain word is quoted: `$['total (EUR)']`. */
export const child = (parent: string, name: string): string =>
  /^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `${parent}.${name}` : `${parent}['${name.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}']`;

/** A concrete path with its indexes taken out: `$.line_items[2].amount` → `$.line_items[].amount`. */
export const template = (path: string): string => path.replace(/\[\d+\]/g, '[]');

/** The indexes in a concrete path, outermost first: `$.line_items[2].amount` → [2]. */
export const indexes = (path: string): readonly number[] => [...path.matchAll(/\[(\d+)\]/g)].map((match) => Number(match[1]));

/** A template with its array marks filled in, outermost first: (`$.a[].b`, [2]) → `$.a[2].b`. */
export function concrete(path: string, at: readonly number[]): string {
  let next = 0;
  return path.replaceAll('[]', () => `[${at[next++] ?? 0}]`);
}
