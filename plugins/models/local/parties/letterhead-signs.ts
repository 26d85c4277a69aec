import { isContact, squash } from '../../../../core/internal.js';
import { hasLegalForm, hasPostalCode, rolesIn } from '../../../../core/text.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { nameIn } from './names.js';

/** A name that may be the issuer's. */
export interface IssuerCandidate extends PlacedPhrase {
  readonly name: string;
  /** The block it stands in. */
  readonly block: PhraseBlock;
  /** Whether a sender's line begins with it. */
  readonly sender: boolean;
}

/** What the first page says about names. */
export interface LetterFacts {
  /** Whether headings name the buyer and nobody who sells: then a name without one is hardly his. */
  readonly onlyBuyer: boolean;
  readonly top: PageLine | undefined;
  readonly tallest: number;
  readonly texts: readonly string[];
  readonly hosts: readonly string[];
  /** The blocks with an address that begin where nobody but the sender stands, over the address window. */
  readonly addresses: readonly PhraseBlock[];
  /** The block with the only address of the page that no heading gives to another. */
  readonly free: PhraseBlock | undefined;
  /** Whether another address stands below, where the address window is. */
  readonly window: boolean;
}

/** What speaks for a name as the issuer's, and how much. */
interface IssuerSign {
  readonly points: number;
  /** Whether it says by itself who writes, and counts for two. */
  readonly alone?: true;
  holds(candidate: IssuerCandidate, letter: LetterFacts): boolean;
}

/** Priors, from how letters are laid out. */
const signs: readonly IssuerSign[] = [
  { points: 4, alone: true, holds: ({ sender }) => sender },
  { points: 4, alone: true, holds: ({ name }, { hosts }) => hosts.some((host) => isHostOf(host, name)) },
  { points: 1.5, holds: ({ line }, { top }) => line === top },
  { points: 1.5, holds: ({ name }) => hasLegalForm(name) },
  { points: 1, holds: ({ phrase }, { tallest }) => phrase.box.height >= tallest * 0.95 },
  { points: 1, holds: ({ name }, { texts }) => texts.filter((text) => text.includes(squash(name))).length > 1 },
  { points: 1, holds: ({ block }) => block.slice(1, 8).some(isContactLine) },
  { points: 0.5, holds: ({ block }) => hasAddress(block) },
  { points: 1.5, holds: ({ block }, { addresses: [only, second] }) => block === only && second === undefined },
  { points: 1, holds: ({ block }, { addresses: [only], window }) => block === only && window },
  { points: 1.5, holds: ({ block }, { free }) => block === free },
  { points: 1, holds: (_, { onlyBuyer }) => onlyBuyer },
  { points: -1.5, holds: ({ name }) => isSlogan(name) },
];

/** The till of a receipt has a number as well, beside the day of sale. */
const isContactLine = ({ line, phrase }: PlacedPhrase): boolean =>
  isContact(phrase.text) && !line.dates.some(({ from }) => phrase.from <= from && from < phrase.to);

/** All that speaks for a name, wherever it stands. */
export interface Weight {
  readonly signs: number;
  readonly points: number;
  /** Whether one of the signs says by itself who writes. */
  readonly alone: boolean;
}

/** @param same the places of one name */
export function weightOf(same: readonly IssuerCandidate[], letter: LetterFacts): Weight {
  const held = signs.filter((sign) => same.some((candidate) => sign.holds(candidate, letter)));
  const alone = held.some((sign) => sign.alone);
  const count = held.filter(({ points }) => points > 0).length + (alone ? 1 : 0);
  return { alone, signs: count, points: held.reduce((sum, { points }) => sum + points, 0) };
}

/** More words that begin small than large; a name all in small letters is none. */
function isSlogan(name: string): boolean {
  const words = name.split(' ').filter((word) => word.length > maxArticleLength);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return /^\p{Lu}/u.test(name) && small * 2 > words.length;
}
const maxArticleLength = 3;

/** The part of a page over the address window, and the part that holds it. Source: DIN 5008, form A, 27 mm; other letters leave more. */
const windowTopShare = 0.1;
const windowBottomShare = 0.45;

/** @param others the names that headings give to others than the issuer, squashed */
export function letterFacts(
  layout: DocumentLayout,
  blocks: readonly PhraseBlock[],
  { onlyBuyer, others }: { onlyBuyer: boolean; others: readonly string[] },
): LetterFacts {
  const named = layout.lines.filter(({ page, phrases }) => page === 1 && phrases.some(({ text }) => nameIn(text) !== undefined));
  const heights = named.flatMap(({ phrases }) => phrases.filter(({ text }) => nameIn(text) !== undefined).map(({ box }) => box.height));
  const addresses = blocks.filter(hasAddress);
  const [free, second] = addresses.filter((block) => !isHeaded(block, others));
  return {
    onlyBuyer,
    free: second ? undefined : free,
    top: named[0],
    tallest: Math.max(0, ...heights),
    texts: layout.lines.map((line) => squash(textOf(line, 0, line.words.length))),
    hosts: hostsOf(layout),
    addresses: addresses.filter((block) => shareOf(block, layout) < windowTopShare),
    window: addresses.some((block) => shareOf(block, layout) >= windowTopShare && shareOf(block, layout) < windowBottomShare),
  };
}

/** Whether a block is under a heading, or begins with one. */
const isHeaded = ([first]: PhraseBlock, others: readonly string[]): boolean =>
  first !== undefined && (rolesIn(first.phrase.text).length > 0 || others.includes(squash(nameIn(first.phrase.text) ?? '')));

/** Whether an address stands under the first line of a block: a line with a postal code, and over it words only. */
function hasAddress(block: PhraseBlock): boolean {
  const under = block.slice(1, maxAddressLines);
  const end = under.findIndex(({ phrase }) => !/\p{L}/u.test(phrase.text));
  return (end < 0 ? under : under.slice(0, end)).some(({ phrase }) => hasPostalCode(phrase.text));
}
const maxAddressLines = 7;

/** How far down its page a block begins. */
const shareOf = ([first]: PhraseBlock, { heights }: DocumentLayout): number =>
  first ? first.phrase.box.y / Math.max(heights[first.line.page - 1] ?? 0, 1) : 1;

/** The names of hosts in addresses on the net, without what is common to many: `info@kraxi.com` → `kraxi`. */
function hostsOf(layout: DocumentLayout): readonly string[] {
  const hosts = layout.lines.flatMap(({ words }) =>
    words.flatMap(({ text }) => /(?:@|www\.|https?:\/\/)([\w.-]{4,80})/i.exec(text)?.[1]?.replace(/^www\./i, '') ?? []),
  );
  const stems = hosts.map((host) => squash(host.split('.').slice(0, -1).at(-1) ?? ''));
  return [...new Set(stems)].filter((stem) => stem.length >= 4 && !common.test(stem));
}

const common =
  /^(?:gmail|googlemail|outlook|hotmail|yahoo|example|email|mail|gmx|web|icloud|protonmail|orange|wanadoo|free|libero|paypal)$/;

function isHostOf(host: string, name: string): boolean {
  const [key, stem] = [squash(name), squash(name.split(/[\s,.]/)[0] ?? '')];
  return key.includes(host) || host.includes(key) || (stem.length >= 4 && host.startsWith(stem));
}
