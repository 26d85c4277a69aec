import { isContact, squash } from '../../../../core/internal.js';
import { hasLegalForm, hasPostalCode, rolesIn } from '../../../../core/text.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { nameIn } from './names.js';

/** A name that may be the issuer's. */
export interface IssuerCandidate extends PlacedPhrase {
  readonly name: string;
  /** The block that the name stands in. */
  readonly block: PhraseBlock;
  /** Set where a sender's line begins with it. */
  readonly sender: boolean;
}

/** What a letter shows that helps to tell the issuer's name. */
export interface LetterFacts {
  /** Set where headings name the buyer but no payee: a name without a heading is then hardly the buyer's. */
  readonly onlyBuyer: boolean;
  readonly top: PageLine | undefined;
  readonly tallest: number;
  readonly texts: readonly string[];
  readonly hosts: readonly string[];
  /** The blocks with an address above the address window, where only the sender's stands. */
  readonly addresses: readonly PhraseBlock[];
  /** The only block with an address that no heading gives to another party. */
  readonly free: PhraseBlock | undefined;
  /** Set where another address stands below, in the address window. */
  readonly window: boolean;
}

/** A sign that a name is the issuer's, and how much it weighs. */
interface IssuerSign {
  readonly points: number;
  /** Set where this sign alone tells who writes; it counts for two. */
  readonly alone?: true;
  holds(candidate: IssuerCandidate, letter: LetterFacts): boolean;
}

/** The weights are estimates from how letters are usually laid out. */
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

/** The till number of a receipt looks like a contact too, but stands beside the date of sale. */
const isContactLine = ({ line, phrase }: PlacedPhrase): boolean =>
  isContact(phrase.text) && !line.dates.some(({ from }) => phrase.from <= from && from < phrase.to);

/** The signs for a name, over all its positions. */
export interface IssuerWeight {
  readonly signs: number;
  readonly points: number;
  /** Set where one of the signs alone tells who writes. */
  readonly alone: boolean;
}

/** @param same all occurrences of one name */
export function weightOf(same: readonly IssuerCandidate[], letter: LetterFacts): IssuerWeight {
  const held = signs.filter((sign) => same.some((candidate) => sign.holds(candidate, letter)));
  const alone = held.some((sign) => sign.alone);
  const count = held.filter(({ points }) => points > 0).length + (alone ? 1 : 0);
  return { alone, signs: count, points: held.reduce((sum, { points }) => sum + points, 0) };
}

/** Whether more words begin with a small letter than with a capital. A name all in small letters is not a slogan. */
function isSlogan(name: string): boolean {
  const words = name.split(' ').filter((word) => word.length > maxArticleLength);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return /^\p{Lu}/u.test(name) && small * 2 > words.length;
}
const maxArticleLength = 3;

/** The address window as shares of the page height. Source: DIN 5008, form A, 27 mm; other letters leave more room above it. */
const windowTopShare = 0.1;
const windowBottomShare = 0.45;

/** @param others the names, squashed, that headings give to parties other than the issuer */
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

/** Whether a block stands under a heading or begins with one. */
const isHeaded = ([first]: PhraseBlock, others: readonly string[]): boolean =>
  first !== undefined && (rolesIn(first.phrase.text).length > 0 || others.includes(squash(nameIn(first.phrase.text) ?? '')));

/** Whether an address stands under the first line of a block: a line with a postal code, with only lines of words above it. */
function hasAddress(block: PhraseBlock): boolean {
  const under = block.slice(1, maxAddressLines);
  const end = under.findIndex(({ phrase }) => !/\p{L}/u.test(phrase.text));
  return (end < 0 ? under : under.slice(0, end)).some(({ phrase }) => hasPostalCode(phrase.text));
}
const maxAddressLines = 7;

/** How far down the page a block begins, 0..1. */
const shareOf = ([first]: PhraseBlock, { heights }: DocumentLayout): number =>
  first ? first.phrase.box.y / Math.max(heights[first.line.page - 1] ?? 0, 1) : 1;

/** The host names of web and e-mail addresses, without providers that many share: `info@kraxi.com` → `kraxi`. */
function hostsOf(layout: DocumentLayout): readonly string[] {
  const hosts = layout.lines.flatMap(({ words }) =>
    words.flatMap(({ text }) => /(?:@|www\.|https?:\/\/)([\w.-]{4,80})/i.exec(text)?.[1]?.replace(/^www\./i, '') ?? []),
  );
  const stems = hosts.map((host) => squash(host.split('.').slice(0, -1).at(-1) ?? ''));
  return [...new Set(stems)].filter((stem) => stem.length >= 4 && !sharedHost.test(stem));
}

const sharedHost =
  /^(?:gmail|googlemail|outlook|hotmail|yahoo|example|email|mail|gmx|web|icloud|protonmail|orange|wanadoo|free|libero|paypal)$/;

function isHostOf(host: string, name: string): boolean {
  const [key, stem] = [squash(name), squash(name.split(/[\s,.]/)[0] ?? '')];
  return key.includes(host) || host.includes(key) || (stem.length >= 4 && host.startsWith(stem));
}
