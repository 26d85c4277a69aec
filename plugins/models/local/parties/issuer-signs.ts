import { domainsIn, hasContactDetails, hasLegalForm, hasPostalCode, type PageLine, type Phrase, squash } from '../../../../core/text.js';
import { type DocumentLayout } from '../layout.js';
import type { PartyCandidate, PhraseBlock, PlacedPhrase } from './blocks.js';
import { isNumber, nameIn } from './names.js';

/** What a letter can show of the name of its issuer. */
export const issuerSigns = {
  /** In the first line that holds a name. */
  first: ({ line }, { first }) => line === first,
  /** Above the address window. */
  high: (candidate, { layout }) => shareOf(candidate, layout) < windowShares.top,
  company: ({ name }) => hasLegalForm(name),
  recurring: ({ name }, { layout }) => layout.lines.filter(({ text }) => contains(text, name)).length > 1,
  /** Over an address, or what tells how to reach somebody. */
  reachable: ({ block }) => hasAddress(block) || isReachable(block),
  /** Over the only address above the address window, while another stands in it. */
  overWindow: ({ block }, { sender }) => block === sender,
  /** A site or mailbox in another block has the name. One in its own block may be the addressee's, and proves nothing. */
  domain: ({ name, block }, { domains }) =>
    domains.some(({ domain, phrase }) => isDomainOf(domain, name) && !block.some((placed) => placed.phrase === phrase)),
  slogan: ({ name }) => isSlogan(name),
} as const satisfies Readonly<Record<string, (candidate: PartyCandidate, letter: LetterFacts) => boolean>>;

export type IssuerSign = keyof typeof issuerSigns;

/** What a letter shows that helps to tell the issuer's name. */
export interface LetterFacts {
  readonly layout: DocumentLayout;
  /** The first line with a name. */
  readonly first: PageLine | undefined;
  /** The domains of its sites and mailboxes, and where they stand. */
  readonly domains: readonly { readonly domain: string; readonly phrase: Phrase }[];
  /** The only block with an address above the address window, where another stands in the window. */
  readonly sender: PhraseBlock | undefined;
}

/** The address window as shares of the page height. Source: DIN 5008, form A, 27 mm; other letters leave more room above it. */
export const windowShares = { top: 0.1, bottom: 0.45 } as const;

/** The foot of a page, as a share of its height. */
export const footShare = 0.15;

export function letterFacts(layout: DocumentLayout, blocks: readonly PhraseBlock[]): LetterFacts {
  const { lines, index } = layout;
  const page = lines.filter((line) => line.page === index.firstPage);
  const addresses = blocks.flatMap((block) => (block[0] && hasAddress(block) ? { block, share: shareOf(block[0], layout) } : []));
  const [above, second] = addresses.filter(({ share }) => share < windowShares.top);
  const isInWindow = addresses.some(({ share }) => share >= windowShares.top && share < windowShares.bottom);
  return {
    layout,
    first: page.find(({ phrases }) => phrases.some(({ text }) => nameIn(text) !== undefined)),
    domains: index.phrases.flatMap((phrase) => domainsIn(phrase.text).map((domain) => ({ domain, phrase }))),
    sender: above && !second && isInWindow ? above.block : undefined,
  };
}

/** How far down the page a phrase begins, 0 to 1. */
export const shareOf = ({ line, phrase }: PlacedPhrase, { index }: DocumentLayout): number =>
  phrase.box.y / Math.max(index.heightOf(line.page), 1);

/** Whether a text holds a name as words of its own, in any case; a short one may be any word. */
export function contains(text: string, name: string): boolean {
  const [inside, sought] = [text.toLowerCase(), name.toLowerCase()];
  const at = inside.indexOf(sought);
  const isWhole = at >= 0 && !/[\p{L}\p{N}@.]$/u.test(inside.slice(0, at)) && !/^[\p{L}\p{N}]/u.test(inside.slice(at + sought.length));
  return isWhole && squash(name).length >= minRecurringLetters;
}
const minRecurringLetters = 4;

/** Whether more words begin with a small letter than with a capital. A name all in small letters is not a slogan. */
function isSlogan(name: string): boolean {
  const words = name.split(' ').filter((word) => word.length > maxArticleLength);
  const small = words.filter((word) => /^\p{Ll}/u.test(word)).length;
  return /^\p{Lu}/u.test(name) && small * 2 > words.length;
}
const maxArticleLength = 3;

/** Whether one name holds the other; both squashed. */
export const isAlike = (a: string, b: string): boolean => a.includes(b) || b.includes(a);

function isDomainOf(domain: string, name: string): boolean {
  const [key, stem] = [squash(name), squash(name.split(/[\s,.]/)[0] ?? '')];
  return key.includes(domain) || domain.startsWith(key) || (stem.length >= 4 && domain.startsWith(stem));
}

/** Whether an address stands under the first line of a block: a line with a postal code, with only lines of words above it. */
export function hasAddress(block: PhraseBlock): boolean {
  const under = block.slice(1, maxAddressLines);
  const end = under.findIndex(({ phrase }) => !/\p{L}/u.test(phrase.text));
  return (end < 0 ? under : under.slice(0, end)).some(({ phrase }) => hasPostalCode(phrase.text));
}
const maxAddressLines = 7;

/** Whether a block tells below its first line how to reach somebody: contacts, or a phone or tax number without a label. */
const isReachable = (block: PhraseBlock): boolean => block.slice(1, maxReachLines).some(isContactLine);
const maxReachLines = 8;

/** The till number of a receipt looks like a contact too, but stands beside the date of sale. */
const isContactLine = ({ line, phrase }: PlacedPhrase): boolean =>
  (hasContactDetails(phrase.text) || isNumber(phrase.text)) && !line.dates.some(({ from }) => phrase.from <= from && from < phrase.to);
