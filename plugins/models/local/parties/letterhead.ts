import { bottom, currencyCodeOf, hasPostalCode, squash } from '../../../../core/text.js';
import { type DocumentLayout } from '../layout.js';
import type { PartyCandidate, PhraseBlock, PlacedPhrase } from './blocks.js';
import { type IssuerSign, issuerSigns, letterFacts } from './issuer-signs.js';
import { isAddressing, nameIn } from './names.js';
import { likeliest, type SignedName, signedBy } from './party-choice.js';
import { type Headed, headingOf } from './party-headings.js';
import learned from './party-weights.json' with { type: 'json' };

/** The parties that headings name. */
export interface HeadedParties {
  readonly buyer: Headed | undefined;
  readonly receiver: Headed | undefined;
  readonly payee: Headed | undefined;
}

/** The issuer, by the signs of a letterhead. */
export const letterhead = (
  layout: DocumentLayout,
  blocks: readonly PhraseBlock[],
  headings: HeadedParties,
): (PartyCandidate & { readonly sure: boolean }) | undefined => likeliest(signedNames(layout, blocks, headings), learned.issuer);

/** All names of a letter that no heading gives to another party. */
export function signedNames(
  layout: DocumentLayout,
  blocks: readonly PhraseBlock[],
  { buyer, receiver }: Omit<HeadedParties, 'payee'>,
): readonly SignedName<PartyCandidate, IssuerSign>[] {
  const others = [buyer, receiver].flatMap((headed) => (headed ? squash(headed.name) : []));
  const candidates = [...blocks.flatMap((block) => onTop(block, layout)), ...blocks.flatMap(senders)];
  return signedBy(
    candidates.filter(({ name }) => !others.includes(squash(name))),
    issuerSigns,
    letterFacts(layout, blocks),
  );
}

/** Letterheads stand in this share of the page height, from the top. */
const maxLetterheadShare = 0.3;

/** What stands under a heading is found by it. */
const roles = ['seller', 'buyer', 'delivery'] as const;

function onTop(block: PhraseBlock, layout: DocumentLayout): readonly PartyCandidate[] {
  const [first, second] = block;
  if (!first || bottom(first.phrase.box) > layout.index.heightOf(first.line.page) * maxLetterheadShare) return [];
  if (roles.some((role) => headingOf(first.phrase, role)) || isAddressing(first.phrase.text)) return [];
  const placed = nameIn(first.phrase.text) === undefined ? second : first;
  const name = placed && nameIn(placed.phrase.text);
  return !placed || name === undefined || currencyCodeOf(name) ? [] : [{ ...placed, name, block }];
}

const senders = (block: PhraseBlock): readonly PartyCandidate[] =>
  block.flatMap((placed) => {
    const name = senderIn(placed.phrase);
    return name === undefined ? [] : [{ ...placed, name, block }];
  });

/** Whether a text is a whole address in one line: name, street, postal code and town between separators. */
export const isSenderLine = (text: string): boolean => {
  const parts = partsOf(text);
  return parts.length >= 3 && parts.slice(1).some(hasPostalCode);
};

/** The name that a sender's line begins with: `Kraxi GmbH · Street 1 · 12345 Town`. */
const senderIn = ({ text }: PlacedPhrase['phrase']): string | undefined =>
  isSenderLine(text) ? nameIn(partsOf(text)[0] ?? '') : undefined;

const partsOf = (text: string): readonly string[] => text.split(/\s*[·•●∙▪|]\s*|\s+[–—-]\s+|,\s+/);
