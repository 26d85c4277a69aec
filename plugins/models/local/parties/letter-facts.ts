import { domainsIn, hasContactDetails, hasPostalCode, rolesIn, squash, vatIdShape } from '../../../../core/text.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import { type DocumentLayout, type PageLine, textOf } from '../page/layout.js';
import { isNumber, nameIn } from './names.js';

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
    ({ page, phrases }) => page === layout.firstPage && phrases.some(({ text }) => nameIn(text) !== undefined),
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
    texts: layout.lines.map((line) => textOf(line, 0, line.words.length)),
    hosts: domainsIn(layout.lines.map((line) => textOf(line, 0, line.words.length)).join(' ')),
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

const footOf = ({ lines, firstPage, heights }: DocumentLayout): readonly string[] =>
  lines
    .filter(({ page, box }) => page === firstPage && box.y > (1 - footShare) * (heights.get(page) ?? 0))
    .map((line) => textOf(line, 0, line.words.length));
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
const shareOf = ([first]: PhraseBlock, { heights }: DocumentLayout): number =>
  first ? first.phrase.box.y / Math.max(heights.get(first.line.page) ?? 0, 1) : 1;
