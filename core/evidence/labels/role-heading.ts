import { squash } from '../print/normalise.js';
import { type Role, rolesIn } from './labels.js';
import { payeeHeadings } from './lexicon.js';

/** A heading this short is also a common word, such as `To` or `An`: it must open the text. */
const shortest = 5;
/** More words beside it than this make a sentence. */
const mostBeside = 3;

/** Whose block a text opens as its heading: at its beginning, or as its end; a role named in the midst of a sentence heads nothing. */
export function headingRole(text: string): Role | undefined {
  const roles = rolesIn(text);
  const [first] = roles;
  const last = roles.at(-1);
  if (last && last.phrase.length >= shortest && !hasLetter(text.slice(last.to))) return last.name;
  return first && !hasLetter(text.slice(0, first.from)) && wordsIn(text.slice(first.to)) <= mostBeside ? first.name : undefined;
}

/** The role that the words right before a value give it: `Bill to: Beta Ltd`. */
export function roleBefore(text: string): Role | undefined {
  const last = rolesIn(text).at(-1);
  return last &&
    !hasLetter(text.slice(last.to)) &&
    (last.phrase.length >= shortest || /^\P{L}*$/u.test(text.slice(0, last.from)) || /:\s*$/.test(text))
    ? last.name
    : undefined;
}

const payees = new Set(payeeHeadings.map(squash));

/** Whether a heading says who is paid, and not who sells. */
export function isPayeeHeading(text: string): boolean {
  const roles = rolesIn(text);
  return roles.length > 0 && roles.every(({ phrase }) => payees.has(squash(phrase)));
}

const hasLetter = (text: string): boolean => /\p{L}/u.test(text);
const wordsIn = (text: string): number => text.split(/\s+/).filter(hasLetter).length;
