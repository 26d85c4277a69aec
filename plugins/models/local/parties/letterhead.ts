import { currencyCodeOf, hasPostalCode, squash } from '../../../../core/text.js';
import type { PhraseBlock, PlacedPhrase } from '../page/blocks.js';
import { bottom, type DocumentLayout } from '../page/layout.js';
import { footShare, letterFacts } from './letter-facts.js';
import { type IssuerCandidate, weightOf } from './letterhead-signs.js';
import { isAddressing, nameIn } from './names.js';
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
  if (!first || bottom(first.phrase.box) > (layout.heights.get(first.line.page) ?? 0) * maxLetterheadShare) return [];
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
function senderIn({ line, phrase }: PlacedPhrase, { heights }: DocumentLayout): string | undefined {
  const share = phrase.box.y / Math.max(heights.get(line.page) ?? 0, 1);
  const [name = '', street = ''] = partsOf(phrase.text);
  const isAtEdge = share < maxTopShare || (share > 1 - footShare && isStreet(street));
  return isSenderLine(phrase.text) && (isAtEdge || strongSeparator.test(phrase.text)) ? nameIn(name) : undefined;
}

const strongSeparator = /[·•●∙▪|]|\s[–—-]\s/;
/** The share of the page above the address window. Source: DIN 5008, form A. */
const maxTopShare = 0.1;

const partsOf = (text: string): readonly string[] => text.split(/\s*[·•●∙▪|]\s*|\s+[–—-]\s+|,\s+/);
