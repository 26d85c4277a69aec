import { fullNamesUnder, headedNames, namesParty } from '../../labels/nearby/names-under.js';
import { partyHeading } from '../../labels/parties/party-heading.js';
import { isReceipt } from '../../labels/receipt.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { linesFrom, partAt } from '../../page/parts.js';
import { type Span, textOf } from '../../page/span.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { LabelVerdict } from '../values/judge-label.js';
import { isContact, type RoleSign, roleSign, strengthOf } from './role-signs.js';
import { type UnheadedParty, unheadedParties } from './unheaded-parties.js';

/**
 * Judges a party by the heading over its block. Without a heading, the seller needs a stronger sender sign than any other name; the buyer
 * stands in the address window and has no sender sign.
 */
export function judgeRole(party: 'seller' | 'buyer', occurrences: readonly Span[], index: DocumentIndex): LabelVerdict {
  const headings = occurrences.map((span) => partyHeading(span, index));
  const match = headings.find((heading) => heading?.role === party);
  if (match) return { cap: cap('label.match', reasonText.exact), label: match.text };
  if (headings.length > 0 && headings.every((heading) => heading !== undefined)) {
    return { cap: cap('label.wrongPlace', `Label conflict: printed under "${headings[0]?.text}"`) };
  }
  const unheaded = occurrences.filter((_, place) => headings[place] === undefined);
  const signs = unheaded.map((span) => roleSign(span, index));
  const rivals = rivalsOf(unheaded, index);
  const sign = signOf(party, signs, rivals);
  if (sign) return { cap: cap('label.match', reasonText.exact), label: sign };
  const remaining = remainingParty(party, { spans: unheaded, signs, rivals }, index);
  if (remaining) return { cap: cap('label.place', `${reasonText.header}: ${remaining}`) };
  return { cap: cap('label.unknownRole', `${reasonText.header}: nothing says that this is the ${party}`) };
}

/** The sign that identifies a party. A seller's must be stronger than those of all other names; any sender sign rules out a buyer. */
function signOf(
  party: 'seller' | 'buyer',
  signs: readonly (RoleSign | undefined)[],
  rivals: readonly UnheadedParty[],
): RoleSign | undefined {
  const strongest = strongestOf(signs);
  if (party === 'seller') return strengthOf(strongest) > strengthOf(strongestOf(rivals.map(({ sign }) => sign))) ? strongest : undefined;
  return strengthOf(strongest) === 0 ? signs.find((sign) => sign === 'address window') : undefined;
}

const strongestOf = (signs: readonly (RoleSign | undefined)[]): RoleSign | undefined =>
  signs.toSorted((a, b) => strengthOf(b) - strengthOf(a))[0];

/** The other parties on the first page that have no heading. */
function rivalsOf(spans: readonly Span[], index: DocumentIndex): readonly UnheadedParty[] {
  const names = spans.map((span) => squash(textOf(span)));
  const isSameName = (text: string): boolean => names.some((name) => squash(text).includes(name) || name.includes(squash(text)));
  return unheadedParties(index).filter(({ text }) => !isSameName(text));
}

interface UnheadedNames {
  readonly spans: readonly Span[];
  readonly signs: readonly (RoleSign | undefined)[];
  readonly rivals: readonly UnheadedParty[];
}

/**
 * If one party is known, the other one follows. A seller is the only party besides the headed buyer, or the only one on a receipt; a buyer
 * is the only one besides a stronger sender and has an address without contacts.
 */
function remainingParty(party: 'seller' | 'buyer', { spans, signs, rivals }: UnheadedNames, index: DocumentIndex): string | undefined {
  const parts = spans
    .flatMap((span) => partAt(span, index) ?? [])
    .filter((part) => part.row.page === index.firstPage && namesParty(part, index));
  if (parts.length === 0 || rivals.length > 1) return undefined;
  const [rival] = rivals;
  const buyers = [...headedNames('buyer', index), ...fullNamesUnder('buyer', index)];
  if (party === 'seller' && rival) return undefined;
  if (party === 'seller')
    return buyers.length > 0 ? 'the only party besides the buyer' : isReceipt(index) ? 'the only party of a receipt' : undefined;
  const hasContacts = parts.some((part) => linesFrom(part, 'below', index).some(({ text }) => isContact(text)));
  return rival && !hasContacts && strengthOf(rival.sign) > strengthOf(strongestOf(signs)) ? 'the only party besides the seller' : undefined;
}
