import type { Field, LeafType } from '../../../../../core/index.js';
import type { Concept } from '../../../../../core/text.js';

/** A field that is known by its path only: `$.seller.name`, `$.rows[].amount`. */
export const field = (path: string, type: LeafType = 'string', more: Partial<Field> = {}): Field => ({
  path,
  names: path.slice(2).replaceAll('[]', '').split('.'),
  type,
  description: '',
  hints: [],
  required: false,
  shadow: false,
  ...more,
});

/** Each name of a table, under a path, with the concept that it must have. */
export const cases = (table: Partial<Record<Concept, string>>, type: LeafType, under: string) =>
  Object.entries(table).flatMap(([concept, names]) => names.split(' ').map((name) => [`${under}${name}`, type, concept] as const));
