import { once } from '../../../values/memoize.js';
import { squash } from '../../print/normalise.js';
import { terms } from '../lexicon/terms.js';
import { type PhraseFinder, phraseFinder } from '../phrases.js';

/** All names of the term that some words are one of, whatever the language; else of the only one that a description speaks of. */
export function namesOfTerm(words: readonly string[], description: string): readonly string[] {
  const named = words.map((one) => termOf().get(key(one))).find((names) => names !== undefined);
  if (named) return named;
  const spoken = new Set(inProse()(/^[^.,;:(\n]{0,80}/.exec(description)?.[0] ?? '').map(({ name }) => name));
  const [only, ...others] = spoken;
  return only && others.length === 0 ? only : [];
}

/** Articles and prepositions do not tell names apart: `numero_bon_livraison`. */
const key = (words: string): string =>
  squash(words.toLowerCase().replace(/(?<![\p{L}\p{N}])(?:of|the|de|du|des|del|della|di|da|do|van|der|la|le|l|d)(?![\p{L}\p{N}])/gu, ' '));

const termOf = once(() => new Map(terms.flatMap((names) => names.map((name) => [key(name), names] as const))));
const inProse = once((): PhraseFinder<readonly string[]> => phraseFinder(terms.map((names) => [names, names.filter(isLong)] as const)));

/** Short words, such as `Note` or `Bank`, stand in any prose. */
const isLong = (name: string): boolean => name.length > 7;
