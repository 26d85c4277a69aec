import { hasLegalForm, squash } from '../../../../core/text.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import { hasAddress, isReachable, type LetterFacts } from './letter-facts.js';

/** A name that may be the issuer's. */
export interface IssuerCandidate extends PlacedPhrase {
  readonly name: string;
  /** The block that the name stands in. */
  readonly block: PhraseBlock;
  /** Set where a sender's line begins with it. */
  readonly sender: boolean;
}

/** A sign that a name is the issuer's, and how much it weighs. */
interface IssuerSign {
  readonly points: number;
  /** Set where this sign alone tells who writes; it counts for two. */
  readonly alone?: true;
  /** Set where the sign does not hold for an addressee, too. */
  readonly tells?: true;
  /** Set where the sign shows that a text names somebody at all, and is no heading or slogan. Large letters do not: a slogan has them, too. */
  readonly names?: true;
  holds(candidate: IssuerCandidate, letter: LetterFacts): boolean;
}

/** The weights are estimates from how letters are usually laid out. */
const signs: readonly IssuerSign[] = [
  { points: 4, names: true, alone: true, holds: ({ sender }) => sender },
  { points: 4, names: true, alone: true, holds: ({ name }, { hosts }) => hosts.some((host) => isHostOf(host, name)) },
  { points: 1.5, holds: ({ line }, { top }) => line === top },
  { points: 1.5, names: true, holds: ({ name }) => hasLegalForm(name) },
  { points: 1, holds: ({ phrase }, { tallest }) => phrase.box.height >= tallest * 0.95 },
  { points: 1, names: true, holds: ({ name }, { texts }) => texts.filter((text) => contains(text, name)).length > 1 },
  { points: 1, names: true, holds: ({ block }) => isReachable(block) },
  { points: 0, tells: true, holds: ({ block }, { reachable }) => block === reachable },
  { points: 1, names: true, tells: true, holds: ({ name }, { foot }) => foot.some((text) => contains(text, name)) },
  { points: 1, names: true, tells: true, holds: ({ name }, { payee }) => payee !== undefined && isSameName(payee, squash(name)) },
  { points: 0.5, names: true, holds: ({ block }) => hasAddress(block) },
  { points: 1.5, holds: ({ block }, { addresses: [only, second] }) => block === only && second === undefined },
  { points: 1, tells: true, holds: ({ block }, { addresses: [only], window }) => block === only && window },
  { points: 1.5, holds: ({ block }, { free }) => block === free },
  { points: 1, tells: true, holds: (_, { onlyBuyer }) => onlyBuyer },
  { points: -1.5, holds: ({ name }) => isSlogan(name) },
];

/** Whether a text holds a name as words of its own, in any case; a short one may be any word. */
function contains(text: string, name: string): boolean {
  const [inside, sought] = [text.toLowerCase(), name.toLowerCase()];
  const at = inside.indexOf(sought);
  const isWhole = at >= 0 && !/[\p{L}\p{N}@.]$/u.test(inside.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(inside.slice(at + sought.length));
  return isWhole && squash(name).length >= minRecurringLetters;
}
const minRecurringLetters = 4;

/** The signs for a name, over all its positions. */
export interface IssuerWeight {
  readonly signs: number;
  readonly points: number;
  /** Set where one of the signs alone tells who writes. */
  readonly alone: boolean;
  /** Set where a sign tells the issuer from an addressee. */
  readonly told: boolean;
  /** Set where a sign shows that the text is a name. */
  readonly named: boolean;
}

/** @param same all occurrences of one name */
export function weightOf(same: readonly IssuerCandidate[], letter: LetterFacts): IssuerWeight {
  const held = signs.filter((sign) => same.some((candidate) => sign.holds(candidate, letter)));
  const alone = held.some((sign) => sign.alone);
  const count = held.filter(({ points }) => points > 0).length + (alone ? 1 : 0);
  const told = held.some((sign) => sign.alone || sign.tells);
  return { alone, told, named: held.some((sign) => sign.names), signs: count, points: held.reduce((sum, { points }) => sum + points, 0) };
}

/** Whether more words begin with a small letter than with a capital. A name all in small letters is not a slogan. */
function isSlogan(name: string): boolean {
  const words = name.split(' ').filter((word) => word.length > maxArticleLength);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return /^\p{Lu}/u.test(name) && small * 2 > words.length;
}
const maxArticleLength = 3;

const isSameName = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

function isHostOf(host: string, name: string): boolean {
  const [key, stem] = [squash(name), squash(name.split(/[\s,.]/)[0] ?? '')];
  return key.includes(host) || host.startsWith(key) || (stem.length >= 4 && host.startsWith(stem));
}
