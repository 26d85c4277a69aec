import type { Cell } from '../contracts/model.js';
import { conceptKind } from '../evidence/labels/concepts/concept-kind.js';
import { isConcept } from '../evidence/labels/concepts/concepts.js';

/** What is known of a JSON Schema as it grows. */
interface GrowingSchema {
  type?: string;
  format?: string;
  properties?: Record<string, GrowingSchema>;
  items?: GrowingSchema;
}

/** A JSON Schema that asks for the fields of a reading: amounts and quantities as numbers, dates as dates, all else as text. */
export function schemaOf(cells: readonly Pick<Cell, 'path'>[]): GrowingSchema {
  const root: GrowingSchema = { type: 'object', properties: {} };
  for (const { path } of cells) grow(root, path.slice(1));
  return root;
}

/** Adds the rest of a path: `.line_items[0].amount`. */
function grow(schema: GrowingSchema, rest: string, inRows = false): void {
  const [, name, after = ''] = /^\.([^.[\]]+)(.*)$/s.exec(rest) ?? [];
  if (name === undefined) throw new RangeError(`"${rest}" is no path of a reading: names are joined by dots, rows are [0]`);
  schema.type = 'object';
  schema.properties ??= {};
  const [, tail] = /^\[\d*\](.*)$/s.exec(after) ?? [];
  const at = schema.properties[name] ?? {};
  schema.properties[name] = at;
  if (after === '') Object.assign(at, leafOf(name, inRows));
  else if (tail === undefined) grow(at, after, inRows);
  else growRows(at, name, tail);
}

function growRows(schema: GrowingSchema, name: string, rest: string): void {
  schema.type = 'array';
  schema.items ??= {};
  if (rest === '') Object.assign(schema.items, leafOf(name, true));
  else grow(schema.items, rest, true);
}

function leafOf(name: string, inRows: boolean): GrowingSchema {
  const concept = inRows && isConcept(`line_${name}`) ? `line_${name}` : name;
  if (!isConcept(concept)) return { type: 'string' };
  if (conceptKind(concept) === 'date') return { type: 'string', format: 'date' };
  return { type: conceptKind(concept) === 'amount' || /(?:rate|quantity)$/.test(concept) ? 'number' : 'string' };
}
