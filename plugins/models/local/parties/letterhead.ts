import {
  bottom,
  currencyCodeOf,
  domainsIn,
  hasContactDetails,
  hasLegalForm,
  hasPostalCode,
  type PageLine,
  rolesIn,
  squash,
  vatIdShape,
} from '../../../../core/text.js';
import { type DocumentLayout } from '../layout.js';
import type { PhraseBlock, PlacedPhrase } from './blocks.js';
import { isAddressing, isNumber, nameIn } from './names.js';
import { headingOf } from './party-headings.js';
import { isStreet } from './places.js';

/** With fewer points no name is taken for the issuer's. */
const minPoints = 3;
/** The issuer is sure with this many signs and points, and this lead over the next name. */
const sureIssuer = { signs: 3, points: 3, lead: 1.5 };

/** The names that headings give to parties other than the issuer, and to the payee. */
export interface HeadedNames {
  readonly buyer: string | undefined;
  readonly receiver: string | undefined;
  readonly payee: string | undefined;
}

/** The issuer, by the signs of a letterhead. */
export function letterhead(
  layout: DocumentLayout,
  blocks: readonly PhraseBlock[],
  { buyer, receiver, payee }: HeadedNames,
): (IssuerCandidate & { readonly sure: boolean }) | undefined {
  const others = [buyer, receiver].flatMap((name) => (name === undefined ? [] : squash(name)));
  const letter = letterFacts(layout, blocks, { onlyBuyer: buyer !== undefined && payee === undefined, others, payee });
  const candidates = [...blocks.flatMap((block) => onTop(block, layout)), ...blocks.flatMap((block) => senders(block, layout))];
  const [first, ...rest] = [...Map.groupBy(candidates, ({ name }) => squash(name)).entries()]
    .filter(([key]) => !others.includes(key))
    .flatMap(([key, same]) => same.slice(0, 1).map((candidate) => ({ key, candidate, ...weightOf(same, letter) })))
    .sort((a, b) => b.points - a.points);
  if (!first || first.points < minPoints) return undefined;
  const second = rest.find(({ key }) => !first.key.includes(key));
  const ahead = first.points - (second?.points ?? 0) >= sureIssuer.lead || (first.alone && !second?.alone);
  return {
    ...first.candidate,
    sure: first.told && first.named && first.signs >= sureIssuer.signs && first.points >= sureIssuer.points && ahead,
  };
}

/** Letterheads stand in this share of the page height, from the top. */
const maxLetterheadShare = 0.3;

/** What stands under a heading is found by it. */
const roles = ['seller', 'buyer', 'delivery'] as const;

function onTop(block: PhraseBlock, layout: DocumentLayout): readonly IssuerCandidate[] {
  const [first, second] = block;
  if (!first || bottom(first.phrase.box) > layout.index.heightOf(first.line.page) * maxLetterheadShare) return [];
  if (roles.some((role) => headingOf(first.phrase, role)) || isAddressing(first.phrase.text)) return [];
  const placed = nameIn(first.phrase.text) === undefined ? second : first;
  const name = placed && nameIn(placed.phrase.text);
  return !placed || name === undefined || currencyCodeOf(name) ? [] : [{ ...placed, name, block, sender: false }];
}

const senders = (block: PhraseBlock, layout: DocumentLayout): readonly IssuerCandidate[] =>
  block.flatMap((placed) => {
    const name = senderIn(placed, layout);
    return name === undefined ? [] : [{ ...placed, name, block, sender: true }];
  });

/** Whether a text is a whole address in one line: name, street, postal code and town between separators. */
export const isSenderLine = (text: string): boolean => {
  const parts = partsOf(text);
  return parts.length >= 3 && parts.slice(1).some(hasPostalCode);
};

/**
 * The name that a sender's line begins with: `Kraxi GmbH · Street 1 · 12345 Town`. Any address may be separated by commas, so these count
 * only at the very top of a page, and in its foot where a street follows the name: `Seattle, WA 98109, US` goes on with no street.
 */
function senderIn({ line, phrase }: PlacedPhrase, { index }: DocumentLayout): string | undefined {
  const share = phrase.box.y / Math.max(index.heightOf(line.page), 1);
  const [name = '', street = ''] = partsOf(phrase.text);
  const isAtEdge = share < maxTopShare || (share > 1 - footShare && isStreet(street));
  return isSenderLine(phrase.text) && (isAtEdge || strongSeparator.test(phrase.text)) ? nameIn(name) : undefined;
}

const strongSeparator = /[·•●∙▪|]|\s[–—-]\s/;
/** The share of the page above the address window. Source: DIN 5008, form A. */
const maxTopShare = 0.1;

const partsOf = (text: string): readonly string[] => text.split(/\s*[·•●∙▪|]\s*|\s+[–—-]\s+|,\s+/);

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
  const shown = signs.filter((sign) => same.some((candidate) => sign.holds(candidate, letter)));
  const alone = shown.some((sign) => sign.alone);
  const count = shown.filter(({ points }) => points > 0).length + (alone ? 1 : 0);
  const told = shown.some((sign) => sign.alone || sign.tells);
  return { alone, told, named: shown.some((sign) => sign.names), signs: count, points: shown.reduce((sum, { points }) => sum + points, 0) };
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

/** What a letter shows that helps to tell the issuer's name. */
export interface LetterFacts {
  /** Set where headings name the buyer but no payee: a name without a heading is then hardly the buyer's. */
  readonly onlyBuyer: boolean;
  readonly top: PageLine | undefined;
  readonly tallest: number;
  readonly texts: readonly string[];
  /** The texts in the foot of the first page, where only issuers name themselves. */
  readonly foot: readonly string[];
  /** The name of who is paid, squashed. */
  readonly payee: string | undefined;
  /** The only block that tells how to reach somebody. */
  readonly reachable: PhraseBlock | undefined;
  /** The names of the domains of its sites and mailboxes. */
  readonly hosts: readonly string[];
  /** The blocks with an address above the address window, where only the sender's stands. */
  readonly addresses: readonly PhraseBlock[];
  /** The only block with an address that no heading gives to another party. */
  readonly free: PhraseBlock | undefined;
  /** Set where another address stands below, in the address window. */
  readonly window: boolean;
}

/** The address window as shares of the page height. Source: DIN 5008, form A, 27 mm; other letters leave more room above it. */
const windowTopShare = 0.1;
const windowBottomShare = 0.45;

/** @param others the names, squashed, that headings give to parties other than the issuer */
export function letterFacts(
  layout: DocumentLayout,
  blocks: readonly PhraseBlock[],
  { onlyBuyer, others, payee }: { onlyBuyer: boolean; others: readonly string[]; payee: string | undefined },
): LetterFacts {
  const named = layout.lines.filter(
    ({ page, phrases }) => page === layout.index.firstPage && phrases.some(({ text }) => nameIn(text) !== undefined),
  );
  const heights = named.flatMap(({ phrases }) => phrases.filter(({ text }) => nameIn(text) !== undefined).map(({ box }) => box.height));
  const addresses = blocks.filter(hasAddress);
  const [free, second] = addresses.filter((block) => !isHeaded(block, others));
  const [reachable, another] = blocks.filter((block) => isReachable(block) && nameIn(block[0]?.phrase.text ?? '') !== undefined);
  return {
    onlyBuyer,
    payee: payee === undefined ? undefined : squash(payee),
    foot: footOf(layout),
    reachable: another ? undefined : reachable,
    free: second ? undefined : free,
    top: named[0],
    tallest: Math.max(0, ...heights),
    texts: layout.lines.map((line) => line.text),
    hosts: domainsIn(layout.lines.map((line) => line.text).join(' ')),
    addresses: addresses.filter((block) => shareOf(block, layout) < windowTopShare),
    window: addresses.some((block) => shareOf(block, layout) >= windowTopShare && shareOf(block, layout) < windowBottomShare),
  };
}

/** Whether a block tells below its first line how to reach somebody: contacts, or a phone or VAT number without a label. */
export const isReachable = (block: PhraseBlock): boolean => block.slice(1, maxReachLines).some(isContactLine);
const maxReachLines = 8;

/** The till number of a receipt looks like a contact too, but stands beside the date of sale. */
const isContactLine = ({ line, phrase }: PlacedPhrase): boolean =>
  (hasContactDetails(phrase.text) || isNumber(phrase.text) || phrase.text.split(' ').some(isVatId)) &&
  !line.dates.some(({ from }) => phrase.from <= from && from < phrase.to);

const isVatId = (word: string): boolean => vatIdShape(word) === 'valid-shape';

const footOf = ({ lines, index }: DocumentLayout): readonly string[] =>
  lines.filter(({ page, box }) => page === index.firstPage && box.y > (1 - footShare) * index.heightOf(page)).map((line) => line.text);
/** The foot of a page, as a share of its height. */
export const footShare = 0.15;

/** Whether a block stands under a heading or begins with one. */
const isHeaded = ([first]: PhraseBlock, others: readonly string[]): boolean =>
  first !== undefined && (rolesIn(first.phrase.text).length > 0 || others.includes(squash(nameIn(first.phrase.text) ?? '')));

/** Whether an address stands under the first line of a block: a line with a postal code, with only lines of words above it. */
export function hasAddress(block: PhraseBlock): boolean {
  const under = block.slice(1, maxAddressLines);
  const end = under.findIndex(({ phrase }) => !/\p{L}/u.test(phrase.text));
  return (end < 0 ? under : under.slice(0, end)).some(({ phrase }) => hasPostalCode(phrase.text));
}
const maxAddressLines = 7;

/** How far down the page a block begins, 0..1. */
const shareOf = ([first]: PhraseBlock, { index }: DocumentLayout): number =>
  first ? first.phrase.box.y / Math.max(index.heightOf(first.line.page), 1) : 1;
