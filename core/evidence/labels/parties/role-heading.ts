import { squash } from '../../print/normalise.js';
import { type Role, type RoleMatch, rolesIn } from '../labels.js';
import { payeeHeadings } from '../lexicon.js';

/** Shorter headings such as `To` or `An` are also common words, so they must open the text with a capital. */
const minPlainLetters = 5;
/** A text with more other words than this is a sentence. */
const maxWordsBeside = 3;

/** The role that a text names as a heading, at its beginning or end. A role inside a sentence is not a heading. */
export function headingRole(text: string): Role | undefined {
  const roles = rolesIn(text);
  const [first] = roles;
  const last = roles.at(-1);
  if (last && isLong(last) && !hasLetter(text.slice(last.to)) && wordsIn(text.slice(0, last.from)) <= maxWordsBeside) return last.name;
  return first && opens(first, text) && wordsIn(text.slice(first.to)) <= maxWordsBeside ? first.name : undefined;
}

/** The role that the words right before a value give it: `Bill to: Beta Ltd`. */
export function roleBefore(text: string): Role | undefined {
  const last = rolesIn(text).at(-1);
  return last && !hasLetter(text.slice(last.to)) && (isLong(last) || opens(last, text) || /:\s*$/.test(text)) ? last.name : undefined;
}

const isLong = ({ phrase }: RoleMatch): boolean => phrase.length >= minPlainLetters;
const opens = (match: RoleMatch, text: string): boolean =>
  !hasLetter(text.slice(0, match.from)) && (isLong(match) || /^\P{L}*\p{Lu}/u.test(text));

const payees = new Set(payeeHeadings.map(squash));

/** Whether a heading names only the payee. */
export function isPayeeHeading(text: string): boolean {
  const roles = rolesIn(text);
  return roles.length > 0 && roles.every(({ phrase }) => payees.has(squash(phrase)));
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
const wordsIn = (text: string): number => text.split(/\s+/).filter(hasLetter).length;
