import { bottom, hasContactDetails, hasLegalForm, hasPostalCode, squash } from '../../../../core/text.js';
import { type DocumentLayout } from '../layout.js';
import type { PartyCandidate, PhraseBlock, PlacedPhrase } from './blocks.js';
import { contains, footShare, hasAddress, isAlike, shareOf, windowShares } from './issuer-signs.js';
import { isSenderLine } from './letterhead.js';
import { isAddressing, nameIn } from './names.js';
import { type SignedName, signedBy } from './party-choice.js';
import { type Headed, headingOf } from './party-headings.js';
import { isCountry } from './places.js';

/** What a letter shows that helps to tell whom it is for. */
export interface RecipientFacts {
  readonly layout: DocumentLayout;
  readonly blocks: readonly PhraseBlock[];
  readonly seller: Headed | undefined;
  /** Who receives the goods, by a heading. */
  readonly receiver: Headed | undefined;
}

/** What a letter can show of the name of its recipient. */
export const recipientSigns = {
  addressed: ({ block }, { blocks }) => hasAddress(withTown(block, blocks)),
  /** Below the address window of a letter. */
  low: (candidate, { layout }) => shareOf(candidate, layout) >= windowShares.bottom,
  /** A form of address stands over the name or before it. */
  titled: ({ phrase, name, block }) => isAddressing(block[0]?.phrase.text ?? '') || !phrase.text.startsWith(name),
  company: ({ name }) => hasLegalForm(name),
  recurring: ({ name }, { layout }) => layout.lines.filter(({ text }) => contains(text, name)).length > 1,
  received: ({ name }, { receiver }) => receiver !== undefined && isAlike(squash(receiver.name), squash(name)),
  belowSeller: ({ phrase }, { seller }) => seller !== undefined && phrase.box.y > bottom(seller.phrase.box),
  /** The seller is another one for sure. */
  besides: (_, { seller }) => seller !== undefined && seller.find.confidence !== 'unsure',
  oneLine: ({ block }) => block.length === 1,
  oneWord: ({ name }) => !name.includes(' '),
  /** Without a word but the first that begins with a capital, as in a sentence. */
  phrase: ({ name }) => /^\p{Ll}|\s\p{Ll}/u.test(name) && !/\s\p{Lu}/u.test(name),
} as const satisfies Readonly<Record<string, (candidate: PartyCandidate, letter: RecipientFacts) => boolean>>;

export type RecipientSign = keyof typeof recipientSigns;

/** All names of a letter that open a block, but for the seller's and for those in its tables. */
export const addressedNames = (letter: RecipientFacts): readonly SignedName<PartyCandidate, RecipientSign>[] =>
  signedBy(
    letter.blocks.flatMap(withRestarts).flatMap((block) => candidateIn(block, letter)),
    recipientSigns,
    letter,
  );

/** An address may follow another one without an empty line. */
const withRestarts = (block: PhraseBlock): readonly PhraseBlock[] => [
  block,
  ...block.flatMap((_, at) => {
    const before = block[at - 1];
    const rest = at > 1 && before && endsAddress(before) ? block.slice(at) : [];
    return hasAddress(rest) ? [rest] : [];
  }),
];

const endsAddress = ({ phrase: { text } }: PlacedPhrase): boolean => hasContactDetails(text) || hasPostalCode(text) || isCountry(text);

function candidateIn(block: PhraseBlock, { layout, seller }: RecipientFacts): readonly PartyCandidate[] {
  const [first, second] = block.filter(({ phrase }) => !isSenderLine(phrase.text) && !isAddressing(phrase.text));
  if (!first || notRecipients.some((role) => headingOf(first.phrase, role))) return [];
  const placed = nameIn(first.phrase.text) === undefined ? second : first;
  const name = placed && nameIn(placed.phrase.text);
  if (!placed || name === undefined || isCountry(name) || shareOf(placed, layout) > 1 - footShare) return [];
  const inTable = layout.body.has(placed.line.number) || layout.heads.has(placed.line.number);
  const isSeller = seller !== undefined && isAlike(squash(seller.name), squash(name));
  return inTable || isSeller ? [] : [{ ...placed, name, block }];
}

/** What stands under their headings is found by them. */
const notRecipients = ['seller', 'delivery'] as const;

/** An address with an empty line before its town, as old letters have it: joins the block and the single line below. */
function withTown(block: PhraseBlock, blocks: readonly PhraseBlock[]): PhraseBlock {
  const last = block.at(-1)?.phrase.box;
  const town = blocks.find(([first, ...more]) => {
    const box = first?.phrase.box;
    if (!last || !box || more.length > 0 || Math.abs(box.x - last.x) > box.height) return false;
    const gap = box.y - bottom(last);
    return gap > 0 && gap <= maxTownGapHeights * box.height && hasPostalCode(first.phrase.text);
  });
  return town ? [...block, ...town] : block;
}
const maxTownGapHeights = 2.2;
