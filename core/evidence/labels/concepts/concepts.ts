import type { Concept } from '../../../contracts/concept.js';
import type { ArrayNode, Field, SchemaNode } from '../../../contracts/schema.js';
import { isPlainRow, namesIn } from '../../../schema/path.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { lexicon } from '../lexicon.js';
import { isOfTaxes } from '../tax-parts.js';
import { type ConceptRule, conceptRules, type LeafKind, lineRules } from './concept-rules.js';
import { atomOfWord, isSpecific, type NameAtom, type NameParts, nameParts, singular, spelt } from './name-words.js';

/**
 * The concept that a schema leaf asks for, or undefined. The name and its path decide; if they say nothing, the first clause of the
 * description does. An operand of a check is named after its concept.
 */
export const conceptOf = memoizeByObject(conceptFor);

function conceptFor(field: Field): Concept | undefined {
  const named = field.names.at(-1) ?? '';
  if (field.shadow && isConcept(named)) return named;
  if (field.type === 'boolean') return undefined;
  const end = field.path.indexOf('[]');
  if (isPlainRow(field.path)) return matching(conceptRules, nameParts([...field.names.slice(0, -1), singular(named)].join(' ')), field);
  if (end >= 0 && !holdsLines(field, end)) return undefined;
  const rules = end < 0 ? conceptRules : lineRules;
  const names = end < 0 ? saidNames(field) : field.names.slice(namesIn(field.path.slice(0, end)));
  const [byName] = partsOnPath(names).flatMap((parts) => matching(rules, parts, field) ?? []);
  return refined(byName, field) ?? described(rules, field);
}

/** By the description; `gross` alone only says how an amount of another name is stated. */
function described(rules: readonly ConceptRule[], field: Field): Concept | undefined {
  const parts = nameParts(firstClause(field.description), true);
  return [...parts.atoms].every((atom) => atom === 'gross' || atom === 'net') ? undefined : matching(rules, parts, field);
}

/** Whether an array holds sold items: its rows have a description and an amount, quantity or price, unlike tax rates or payments. */
export function isLineItems(node: ArrayNode): boolean {
  if (node.items.kind !== 'object') return false;
  const concepts = new Set(leaves(node.items).map((field) => conceptOf(field)));
  const numbers = (['line_amount', 'line_unit_price', 'line_quantity'] as const).filter((concept) => concepts.has(concept)).length;
  return concepts.has('line_description') ? numbers > 0 : numbers > 1;
}

/** The party a field belongs to, by the names on its path. */
export function roleOf(field: Field): 'seller' | 'buyer' | undefined {
  const { atoms } = nameParts(saidNames(field).join(' '));
  return atoms.has('buyer') ? 'buyer' : atoms.has('seller') ? 'seller' : undefined;
}

/** The names of a field, in which a `to_phone` beside a `from_phone` is that of whom the document is addressed to. */
const saidNames = memoizeByObject(({ names, beside = [] }: Field): readonly string[] => {
  const leaf = spelt(names.at(-1) ?? '');
  const isAddressed = leaf.startsWith('to ') && beside.some((name) => spelt(name) === leaf.replace('to ', 'from '));
  return isAddressed ? [...names.slice(0, -1), `bill ${leaf}`] : names;
});

/** Whether a name is that of a concept. */
export const isConcept = (name: string): name is Concept => Object.hasOwn(lexicon, name);

/**
 * A rule matches if it covers the whole name: all its needs are met and nothing else is in it. In line rules, the atom `invoice` is
 * ignored.
 */
function matching(rules: readonly ConceptRule[], { atoms: all, rest }: NameParts, field: Field): Concept | undefined {
  const atoms = rules === lineRules ? new Set([...all].filter((atom) => atom !== 'invoice')) : all;
  if (atoms.size === 0 || rest.length > 0) return undefined;
  return rules.find(
    (rule) =>
      leafKinds[rule.kind](field) &&
      rule.needs.every((alternatives) => alternatives.some((atom) => atoms.has(atom))) &&
      [...atoms].every((atom) => rule.allows.has(atom)),
  )?.concept;
}

const leafKinds: Readonly<Record<LeafKind, (field: Field) => boolean>> = {
  amount: (field) => field.format === undefined,
  number: (field) => field.type !== 'string',
  date: (field) => field.type === 'string' && (field.format?.startsWith('date') ?? !isChoiceOfWords(field)),
  text: (field) => field.type === 'string' && !field.format?.startsWith('date'),
  id: (field) => field.type !== 'number' && !field.format?.startsWith('date'),
};

/** `pay_by` of `wire` or `card` asks for no day. */
const isChoiceOfWords = ({ enum: choices = [] }: Field): boolean =>
  choices.some((choice) => typeof choice === 'string' && !/\d/.test(choice));

/** A bare "total" described as "before tax" is the subtotal. A bare "price" is the line amount beside a unit price, or where it is described so. */
function refined(concept: Concept | undefined, field: Field): Concept | undefined {
  if (concept === 'line_unit_price' && isBarePrice(field))
    return field.beside?.some(isUnitPrice) || isOfLine(field.description) ? 'line_amount' : concept;
  const name = field.names.at(-1) ?? '';
  if (concept === 'line_quantity' && endsInNumber(name)) return 'line_code';
  if (concept === 'line_quantity' && spelt(name) === 'unit' && isPriced(field.beside)) return 'line_unit_price';
  if (concept === 'line_description' && isBareItem(name) && field.beside?.some(isDescription)) return undefined;
  if (concept !== 'total' || field.description === '') return concept;
  const said = nameParts(firstClause(field.description), true).atoms;
  const named = nameParts(field.names.join(' ')).atoms;
  return said.has('net') && said.has('tax') && !said.has('gross') && !named.has('gross') ? 'subtotal' : concept;
}

const isBarePrice = ({ names }: Field): boolean => {
  const { atoms, rest } = nameParts(names.at(-1) ?? '');
  return rest.length === 0 && [...atoms].every((atom) => atom === 'price' || atom === 'item' || atom === 'line');
};

/** The number of a `unit` beside a quantity, and beside no price, is what one costs. */
function isPriced(beside: readonly string[] = []): boolean {
  const said = beside.map((name) => nameParts(name).atoms);
  return (
    said.some((atoms) => atoms.has('quantity')) && !said.some((atoms) => atoms.has('price') || atoms.has('unitprice') || atoms.has('rate'))
  );
}

/** Whether a name calls something by its number: `item_no`, not `number_of_items`. */
function endsInNumber(name: string): boolean {
  const words = spelt(name).split(' ');
  const [subject, last] = words.slice(-2);
  return last !== undefined && atomOfWord(last) === 'number' && !subject?.endsWith('s') && !nameParts(name).atoms.has('quantity');
}

/** Beside a description an `item` or a `part` may be its name, its number or its kind. */
function isBareItem(name: string): boolean {
  const { atoms } = nameParts(name);
  return atoms.size === 1 && atoms.has('item');
}

const isDescription = (name: string): boolean => nameParts(name).atoms.has('description');

/** "Amount of the line", "total price"; not "price of one unit". */
function isOfLine(description: string): boolean {
  const { atoms } = nameParts(firstClause(description), true);
  return (atoms.has('amount') || atoms.has('total')) && !atoms.has('unit') && !atoms.has('unitprice');
}

const isUnitPrice = (name: string): boolean => {
  const { atoms } = nameParts(name);
  return atoms.has('unitprice') || (atoms.has('unit') && atoms.has('price'));
};

const firstClause = (description: string): string =>
  (/^[^.,;:()\n]{1,60}/.exec(description)?.[0] ?? '').replace(/^(the|die|der|das|le|la|el|il) /i, '');

/** Callers may name their line arrays anything, so only names that clearly mean something else are excluded, unless their rows say more. */
function holdsLines(field: Field, end: number): boolean {
  const { path, names } = field;
  const array = namesIn(path.slice(0, end));
  if (names.length === array) return false;
  const name = withoutGroups(names[array - 1] ?? '');
  const atoms = new Set([...nameParts(name).atoms, ...nameParts(singular(name)).atoms]);
  if (atoms.has('item')) return true;
  if (isOfTaxes(names[array - 1] ?? '', field)) return false;
  return atoms.has('line') || isSold(field) || !notLines.some((atom) => atoms.has(atom)) || (atoms.has('charge') && isOnlyTable(field));
}

/** Beside the lines, `charges` are freight and fees; where a schema has no other rows, taxes aside, they are the lines. */
const isOnlyTable = ({ tables = [] }: Field): boolean => tables.filter((name) => !nameParts(name).atoms.has('tax')).length === 1;

/** Whether the rows have a unit price or a quantity: `charges` of a bill with these are what was sold. */
const isSold = ({ beside = [] }: Field): boolean =>
  beside
    .map((name) => nameParts(name).atoms)
    .some((atoms) => atoms.has('quantity') || atoms.has('unitprice') || (atoms.has('unit') && atoms.has('price')));

const notLines: readonly NameAtom[] = ['payment', 'discount', 'charge', 'seller', 'buyer', 'address', 'iban', 'prepaid', 'date', 'total'];

const leaves = (node: SchemaNode): readonly Field[] =>
  node.kind === 'leaf' ? [node.field] : node.kind === 'object' ? node.properties.flatMap(([, inner]) => leaves(inner)) : leaves(node.items);

/**
 * The meanings of the names on a leaf's path, most complete first: all names; without grouping words (`summary.net`); and for a specific
 * leaf, without what its containers add (`unitPrice.taxRate`).
 */
function partsOnPath(names: readonly string[]): readonly NameParts[] {
  const leaf = names.at(-1) ?? '';
  const own = nameParts(leaf);
  const containers = names.slice(0, -1).map((name) => withoutGroups(name, own));
  const gathered = nameParts([...containers, leaf].join(' '));
  const said = [...gathered.atoms].filter((atom) => own.atoms.has(atom) || !isWeak(atom, own));
  return [nameParts(names.join(' ')), gathered, { atoms: new Set(said), rest: gathered.rest }];
}

/** Container words that only group fields. */
const groupingWords = new Set(
  'data dati datos daten donnees dados gegevens header head headers summary riepilogo resume resumen detail details generali general document exchanged monetary summation locale txn info information amounts output result fields'.split(
    ' ',
  ),
);

/** Container words for bank accounts; the fields of an account need no further name. */
const accountWords = new Set(
  'bank banks banking account accounts konto bankverbindung banque bancaire bancaires coordonnees bancarios bancari banca rekening'.split(
    ' ',
  ),
);

/** A container's name without its grouping words. */
function withoutGroups(name: string, { atoms }: NameParts = nameParts('')): string {
  if (spelt(name) === 'to') return 'bill to';
  const isOfAccount = atoms.has('iban') || atoms.has('bic');
  return spelt(name)
    .split(' ')
    .filter((word) => !groupingWords.has(word) && !(isOfAccount && accountWords.has(word)))
    .join(' ');
}

/** Atoms of a container that do not apply to a leaf with a specific name of its own. */
const weakAtoms = new Set<NameAtom>(['total', 'amount', 'invoice', 'price', 'unitprice', 'unit', 'quantity', 'item', 'line', 'net', 'gross', 'tax', 'payment', 'terms', 'issue', 'due']); // biome-ignore format: a list

const isWeak = (atom: NameAtom, own: NameParts): boolean =>
  (atom === 'ref' && own.atoms.has('name')) || (weakAtoms.has(atom) && isSpecific(own.atoms));
