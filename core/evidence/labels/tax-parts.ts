import type { Field } from '../../contracts/schema.js';
import { namesIn } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type NameAtom, nameParts } from './concepts/name-words.js';

/** The parts of a tax row: rate, base, tax, and gross amount. EN 16931: BT-119, BT-116 and BT-117. */
export type TaxPart = 'rate' | 'base' | 'tax' | 'gross';

/** The part of a tax row that a field asks for: `taxes[].rate`, `mwst[].betrag`. Undefined outside tax rows and for other fields. */
export const taxPartOf = memoizeByObject((field: Field): TaxPart | undefined => {
  const end = field.path.indexOf('[].');
  const inside = end < 0 ? field.path.indexOf("[]['") : end;
  if (inside < 0 || field.type === 'string' || field.type === 'boolean') return undefined;
  const depth = namesIn(field.path.slice(0, inside));
  if (!isOfTaxes(field.names[depth - 1] ?? '', field)) return undefined;
  const { atoms, rest } = nameParts(field.names.slice(depth).join(' '));
  if (rest.length > 0 || atoms.size === 0) return undefined;
  if (atoms.has('rate')) return 'rate';
  if (atoms.has('gross')) return 'gross';
  if (atoms.has('taxable') || atoms.has('net') || atoms.has('subtotal')) return 'base';
  if (![...atoms].every((atom) => atom === 'tax' || atom === 'amount' || atom === 'total')) return undefined;
  const others = (field.beside ?? []).map((name) => nameParts(name).atoms).filter((said) => !notTax.some((atom) => said.has(atom)));
  if (atoms.has('tax') || !others.some((said) => said.has('tax') || (atoms.has('total') && isAmount(said)))) return 'tax';
  return atoms.has('total') ? 'gross' : undefined;
});

/** A `total` beside the tax, or beside an `amount`, is not the tax, too. */
const notTax: readonly NameAtom[] = ['rate', 'taxable', 'net', 'gross'];
const isAmount = (atoms: ReadonlySet<NameAtom>): boolean => atoms.size === 1 && atoms.has('amount');

/** Whether an array holds taxes: by its name, or because its rows have a rate and a base and describe nothing sold. */
export function isOfTaxes(array: string, { beside = [] }: Field): boolean {
  const { atoms } = nameParts(array);
  if (atoms.has('tax') || atoms.has('rate')) return !atoms.has('item');
  const row = beside.map((name) => nameParts(name).atoms);
  const says = (...wanted: readonly NameAtom[]) => row.some((said) => wanted.every((atom) => said.has(atom)));
  return says('tax', 'rate') && says('taxable') && !says('description') && !says('quantity') && !says('item') && !says('name');
}

/**
 * Whether a label names the half of a tax that either the union or a state has: both are equal. Source: Central, Integrated and Union Territory Goods
 * and Services Tax Acts of India, 2017, sections 9, 5 and 7.
 */
export const isHalfOfTax = (label: string): boolean => /^(?:c|s|ut)gst\b/i.test(label);

/** Whether a field asks for one of the two halves by its name: `cgst`, `state_tax`. */
export const asksForHalfOfTax = ({ names }: Field): boolean =>
  /(?:^|[^a-z])(?:(?:c|s|ut)gst|(?:central|state|union).?tax)/i.test(names.at(-1) ?? '');
