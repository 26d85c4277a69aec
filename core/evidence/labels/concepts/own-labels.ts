import type { Field } from '../../../contracts/schema.js';
import { isPlainRow } from '../../../schema/path.js';
import { memoizeByObject, once } from '../../../values/memoize.js';
import { squash } from '../../print/normalise.js';
import type { OwnLabels } from '../labels.js';
import { domainTerms, terms } from '../lexicon.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';
import { conceptOf } from './concepts.js';
import { atomOfWord, type NameAtom, singular, spelt, withUmlauts } from './name-words.js';

/** The labels that name one of the caller's fields: those of its concept, and the words of its name and description. */
export const ownLabels = memoizeByObject((field: Field): OwnLabels => {
  const concept = conceptOf(field);
  return { ...(concept && { concept }), words: fieldLabels(field) };
});

/**
 * The labels made from a field's words: its name, also without a final kind of value; quoted or bracketed parts of the description; a
 * description of up to four words; and all names of a known term. Names write `ue` for `ü` while pages do not.
 */
export const fieldLabels = (field: Field): readonly string[] => labelsOf(field).all;

/** The labels, squashed, of a term to which only what schemas call it leads: where a page prints the field's very own name, they say something else. */
export const borrowedLabels = memoizeByObject((field: Field): ReadonlySet<string> => {
  const name = spelt(field.names.at(-1) ?? '');
  const names = conceptOf(field) ? [] : namesOfTerm([name], '');
  return new Set(names.some((one) => key(one) === key(name)) ? [] : names.map(squash));
});

/** Those that say all that the field's name says: the number of an account is not any `account`. */
export const wholeLabels = (field: Field): readonly string[] => labelsOf(field).whole;

const labelsOf = memoizeByObject((field: Field): { readonly all: readonly string[]; readonly whole: readonly string[] } => {
  const last = isPlainRow(field.path) ? singular(field.names.at(-1) ?? '') : spelt(field.names.at(-1) ?? '');
  const name = genericNames.test(last) && !field.path.includes('[]') ? spelt(field.names.slice(-2).join(' ')) : last;
  const umlauts = withUmlauts(name);
  const bare = name.split(' ').length > 1 ? name.replace(/ (number|no|nr|id|code|date|amount|value|name|text|flag)$/, '') : name;
  const quoted = [...field.description.matchAll(/["“„'«(]([\p{L}][^"“”„'«»()]{2,40})["”“'»)]/gu)].map((match) => match[1] ?? '');
  const whole = field.description.trim();
  const short = whole !== '' && whole.split(/\s+/).length <= 4 ? [whole] : [];
  const part = name.replace(/^bank (?=account$)/, '');
  const own = [name, bare, umlauts, part, ...quoted, ...short];
  const qualified = spelt(field.names.slice(-2).join(' '));
  const named = [name, qualified, ...[name, qualified].map(withoutUnit), ...own];
  const all = [...new Set([...own, ...(conceptOf(field) ? [] : namesOfTerm(named, field.description))])].filter(
    (words) => words.length > 1,
  );
  return { all, whole: all.filter((words) => words === name || (words !== bare && words !== part)) };
});

/** Names that are a label only together with their parent's name: `bank.name`, `delivery.date`. */
const genericNames =
  /^(?:name|address|street|city|zip|country|state|number|no|nr|id|code|date|amount|value|type|email|phone|fax|contact|total|rate|text|reference|note|notes)$/;

/** All names of the term that one of the words is a name of, in any language; else of the only term in the description. */
export function namesOfTerm(words: readonly string[], description: string): readonly string[] {
  const named = words.map((one) => termOf().get(key(one))).find((names) => names !== undefined);
  if (named) return named;
  const spoken = new Set(inProse()(/^[^.,;:(\n]{0,80}/.exec(description)?.[0] ?? '').map(({ name }) => name));
  const [only, ...others] = spoken;
  return only && others.length === 0 ? only : [];
}

/** In what a value is stated says nothing of what it is: `living_area_sqm`. One word before it, `total_hours`, would be another name. */
function withoutUnit(name: string): string {
  const bare = name.replace(units, '');
  return bare.includes(' ') ? bare : name;
}
const units =
  / (?:sqm|qm|m2|m3|m|km|mi|kg|t|kw|kwh|gb|mb|pct|percent|prozent|pc|eur|usd|gbp|chf|sek|dkk|nok|pln|czk|brl|cad|days|months|years|hours|hrs)$/;

/**
 * Names are compared by their words in any order and number, without articles and prepositions: `numero_bon_livraison`. A number and a date are
 * called by many words.
 */
const key = (words: string): string =>
  spelt(words.replaceAll('.', '').replace(/^number of /i, 'count '))
    .split(' ')
    .filter((word) => !joints.test(word))
    .map((word) => commonIn(word) ?? squash(word).replace(/(?<=\p{L}{3})s$/u, ''))
    .toSorted()
    .join(' ');

const joints = /^(?:of|the|de|du|des|del|della|di|da|do|van|der|la|le|l|d)$/;

/** The meaning of a word that says of many names what kind of thing they are. */
function commonIn(word: string): NameAtom | undefined {
  const atom = atomOfWord(word);
  return atom && common.has(atom) ? atom : undefined;
}
const common: ReadonlySet<NameAtom> = new Set(['number', 'date', 'amount', 'address', 'name', 'phone', 'email']);

/** The names of terms by the key of each. A domain's term may extend a general one, but has no other's key; one that two of them have says nothing. */
const termOf = once((): ReadonlyMap<string, readonly string[]> => {
  const general = new Map(terms.flatMap((names) => names.map((name) => [key(name), names] as const)));
  const found = new Map<string, readonly string[]>();
  const contested = new Set<string>();
  for (const { names, asked } of domainTerms()) {
    const own = new Set(names);
    for (const one of new Set([...names, ...asked].map(key))) {
      const plain = general.get(one);
      if (plain && !plain.every((name) => own.has(name))) continue;
      if (found.has(one)) contested.add(one);
      else found.set(one, names);
    }
  }
  for (const one of contested) found.delete(one);
  return new Map([...general, ...found]);
});
const inProse = once((): PhraseFinder<readonly string[]> => phraseFinder(terms.map((names) => [names, names.filter(isLong)] as const)));

/** Short words such as `Note` or `Bank` occur in any prose. */
const isLong = (name: string): boolean => name.length > 7;
