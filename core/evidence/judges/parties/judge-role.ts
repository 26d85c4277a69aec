import type { Cap } from '../../../contracts/cap.js';
import type { Grounded } from '../../grounded.js';
import { isPartyName, partyOf } from '../../labels/concepts/concept-kind.js';
import { fullNamesUnder, headedNames, namesParty } from '../../labels/nearby/names-under.js';
import { partyHeading } from '../../labels/nearby/party-headings.js';
import { isReceipt } from '../../labels/receipt.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { continuesText, type Phrase } from '../../page/lines.js';
import { meets, type Span, textOf } from '../../page/page-index.js';
import { linesFrom, phraseAt } from '../../page/surroundings.js';
import { squash } from '../../print/normalise.js';
import { cap, classOf, isPrintedLabel, reasonText } from '../../scoring/caps.js';
import type { LabelVerdict } from '../judge-label.js';
import { comparedWith, type PlacedName, placedName } from './exchange.js';
import {
  hasContactDetails,
  isRoleSign,
  type RoleSign,
  roleSign,
  showsRecipient,
  strengthOf,
  type UnheadedParty,
  unheadedParties,
} from './role-signs.js';

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

/** The sign that identifies a party. A seller's must be stronger than those of any other name; any sender sign rules out a buyer. */
function signOf(
  party: 'seller' | 'buyer',
  signs: readonly (RoleSign | undefined)[],
  rivals: readonly UnheadedParty[],
): RoleSign | undefined {
  const [strongest] = strongestFirst(signs);
  if (party === 'buyer') return strengthOf(strongest) === 0 ? signs.find(showsRecipient) : undefined;
  const others = [...Map.groupBy(rivals, ({ text }) => squash(text)).values()].map((places) => places.map(({ sign }) => sign));
  return strengthOf(strongest) > 0 && others.every((other) => areStronger(signs, other)) ? strongest : undefined;
}

/** Each kind of sign once: a name in ten rows of a table is no better known for it. */
const strongestFirst = (signs: readonly (RoleSign | undefined)[]): readonly (RoleSign | undefined)[] =>
  [...new Set(signs)].toSorted((a, b) => strengthOf(b) - strengthOf(a));

/** Whether the strongest sign of a name beats that of another one, or the next after equal ones: a sender stands in letterhead and footer. */
function areStronger(signs: readonly (RoleSign | undefined)[], others: readonly (RoleSign | undefined)[]): boolean {
  const [own, other] = [strongestFirst(signs), strongestFirst(others)];
  const differing = own.findIndex((sign, at) => strengthOf(sign) !== strengthOf(other[at]));
  return differing >= 0 && strengthOf(own[differing]) > strengthOf(other[differing]);
}

/** The other parties on the first page that have no heading. The lines of one block name one party. */
function rivalsOf(spans: readonly Span[], index: DocumentIndex): readonly UnheadedParty[] {
  const names = spans.map((span) => squash(textOf(span)));
  const isSameName = (text: string): boolean => names.some((name) => squash(text).includes(name) || name.includes(squash(text)));
  const isSameBlock = (part: Phrase): boolean => linesFrom(part, 'below', index).some((line) => spans.some((span) => meets(span, line)));
  return unheadedParties(index).filter(({ text, part }) => !isSameName(text) && !isSameBlock(part));
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
    .flatMap((span) => phraseAt(span, index) ?? [])
    .filter((part) => part.row.page === index.firstPage && namesParty(part, index));
  if (parts.length === 0 || rivals.length > 1) return undefined;
  const [rival] = rivals;
  const buyers = [...headedNames('buyer', index), ...fullNamesUnder('buyer', index)];
  if (party === 'seller' && rival) return undefined;
  if (party === 'seller')
    return buyers.length > 0 ? 'the only party besides the buyer' : isReceipt(index) ? 'the only party of a receipt' : undefined;
  const hasContacts = parts.some((part) => linesFrom(part, 'below', index).some(({ text }) => hasContactDetails(text)));
  return rival && !hasContacts && strengthOf(rival.sign) > strengthOf(strongestFirst(signs)[0])
    ? 'the only party besides the seller'
    : undefined;
}

/** Judges the two parties of an invoice by each other: a seller that looks less like the sender than the buyer, and a name that remains. */
export const judgeParties = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  judgeRemainingParty(judgeExchange(cells, index));

/** Doubts both parties where no heading places them and the one given as the buyer is likelier the issuer: they may be exchanged. */
function judgeExchange(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const [seller, buyer] = ['seller', 'buyer'].map((side) => only(cells.filter((cell) => isNamed(cell) && sideOf(cell) === side)));
  if (!seller || !buyer || seller.key === buyer.key || [seller, buyer].some(isHeaded)) return cells;
  const [own, other] = [placeOf(seller, index), placeOf(buyer, index)];
  if (own.phrases.length === 0 || other.phrases.length === 0) return cells;
  const { chance, ofOther } = comparedWith(own, other, index);
  if (chance > doubtfulChance) return cells;
  const exchanged = cap(
    'label.wrongPlace',
    `Label conflict: the name given as the buyer stands as a sender's does: ${ofOther.slice(0, mostSigns).join(', ')}`,
  );
  return cells.map((cell) => (cell === seller || cell === buyer ? { ...cell, caps: [...cell.caps.filter(isNoLabel), exchanged] } : cell));
}

/** With sources left out, none of 88 right pairs is less likely, and 82 of the same exchanged are. */
const doubtfulChance = 0.3;
const mostSigns = 3;

const only = <T>([one, ...others]: readonly T[]): T | undefined => (others.length === 0 ? one : undefined);

const placeOf = ({ value, occurrences }: Grounded, index: DocumentIndex): PlacedName =>
  placedName(
    String(value),
    occurrences.filter((span) => !partyHeading(span, index)),
    index,
  );

/** Whether a heading over a name says whose it is. */
const isHeaded = (cell: Grounded): boolean => isKnown(cell) && cell.label !== undefined && !isRoleSign(cell.label);

const isNoLabel = (given: Cap): boolean => classOf(given) !== 'label';

/**
 * An invoice has two parties. Where the reader's name of one has its own heading or sign, another name that nothing on the page places is
 * probably that of the other, unless it stands within a sentence: "Pay to our account at Northern Bank" names a third one.
 */
function judgeRemainingParty(cells: readonly Grounded[]): readonly Grounded[] {
  const names = cells.filter(isNamed);
  return cells.map((cell) => {
    const known = begins(cell) && names.some((other) => isKnown(other) && other.key !== cell.key && sideOf(other) !== sideOf(cell));
    return known ? { ...cell, caps: cell.caps.map((given) => (given.name === 'label.unknownRole' ? remaining(cell) : given)) } : cell;
  });
}

/** Whether a name of a party begins a text wherever it is printed for the reader, as the first line of an address does. */
const begins = (cell: Grounded): boolean => isNamed(cell) && !cell.evidence?.spans.slice(0, 1).some(continuesText);

const isNamed = ({ field, value }: Grounded): boolean => value !== null && isPartyName(field);
const isKnown = (cell: Grounded): boolean => cell.caps.some(isPrintedLabel);
const sideOf = ({ field }: Grounded): string | undefined => partyOf(field);

const remaining = (cell: Grounded) =>
  cap('label.remaining', `${reasonText.header}: nothing says that this is the ${sideOf(cell)}, but the other party is known`);
