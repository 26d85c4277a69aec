import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import { identifierKind, partyOf, placeKind } from '../../labels/concepts/concept-kind.js';
import { roleOf } from '../../labels/concepts/concepts.js';
import { nameParts } from '../../labels/concepts/name-words.js';
import type { Role } from '../../labels/labels.js';
import { printedIdentifiers } from '../../labels/nearby/identifiers-under.js';
import { labelsBeside, textLeft } from '../../labels/nearby/label-beside.js';
import { fullNamesUnder, headedNames } from '../../labels/nearby/names-under.js';
import { headingRole, roleBefore } from '../../labels/nearby/party-headings.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { type Span, textOf } from '../../page/page-index.js';
import { isApart, isTableHeader, neighbour, phraseAt } from '../../page/surroundings.js';
import { hasPostalCode, isCompany } from '../../print/addresses.js';
import { ibanHolds, vatIdShape } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { LabelVerdict } from '../judge-label.js';
import { type RoleSign, strengthOf, unheadedParties } from './role-signs.js';

/**
 * Whether a contact, an address or an account that a schema asks of one party is that party's: `seller.email` must not stand in the buyer's
 * block. What nobody's block holds is the sender's, who prints the page; for a buyer it is doubtful.
 */
export function judgeOwner(field: Field, spans: readonly Span[], index: DocumentIndex): readonly Cap[] {
  const party = attributedTo(field);
  if (!party || spans.length === 0) return [];
  const owners = spans.map((span) => ownerOf(span, index));
  if (owners.some((owner) => owner === party || (party === 'buyer' && owner === 'delivery'))) return [];
  const other = owners.find((owner) => owner !== undefined);
  if (other && owners.every((owner) => owner !== undefined))
    return [cap('label.otherParty', `Label conflict: it belongs to the ${other}, not to the ${party}`)];
  return party === 'buyer' ? [cap('label.unknownOwner', `${reasonText.header}: nothing says that it belongs to the buyer`)] : [];
}

/** The party whose contact, address or account a field is. Fields with a concept of their party are judged by its role. */
export function attributedTo(field: Field): 'seller' | 'buyer' | undefined {
  if (field.type !== 'string' || field.path.includes('[]') || partyOf(field)) return undefined;
  return placeKind(field) || identifierKind(field) !== undefined ? roleOf(field) : undefined;
}

/**
 * Whose a tax number is that no heading names: the party's in whose block it stands, or the sender's where it stands in nobody's and is the only one.
 * A label of tax numbers says nothing of the party. The sender must print its number, the recipient need not. Source: Directive 2006/112/EC, article 226 (3).
 */
export function judgeTaxNumber(
  party: 'seller' | 'buyer',
  { field, spans }: { readonly field: Field; readonly spans: readonly Span[] },
  index: DocumentIndex,
): LabelVerdict | undefined {
  if (identifierKind(field) !== 'taxId') return undefined;
  const owners = spans.map((span) => ownerOf(span, index));
  const [other, ...others] = new Set(owners);
  if (other === opposite[party] && others.length === 0)
    return { cap: cap('label.otherParty', `Label conflict: it belongs to the ${other}, not to the ${party}`) };
  if (owners.includes(party)) return { cap: cap('label.place', `${reasonText.header}: it stands in the block of the ${party}`) };
  if (party === 'buyer' || owners.some((owner) => owner !== undefined) || !isOnly(spans, index) || isBuyerAlone(index)) return undefined;
  const label = spans.flatMap((span) => labelsBeside(span, index).labels).find(({ concept }) => concept === 'tax_id');
  if (label) return { cap: cap('label.shared', reasonText.exact), label: label.label };
  const proven = spans.some((span) => vatIdShape(textOf(span)) === 'valid-shape');
  return proven ? { cap: cap('label.place', `${reasonText.header}: the only tax number, and in nobody's block`) } : undefined;
}

const opposite = { seller: 'buyer', buyer: 'seller' } as const;

/** Whether the page names a buyer and nobody as the seller: its only tax number may be the buyer's. */
function isBuyerAlone(index: DocumentIndex): boolean {
  const roles = new Set(namedParties(index).map(({ role }) => role));
  return roles.has('buyer') && !roles.has('seller');
}

/** Whether no other tax number is printed, as far as its shape proves it. */
function isOnly(spans: readonly Span[], index: DocumentIndex): boolean {
  const own = spans.map((span) => squash(textOf(span)));
  return printedIdentifiers('taxId', index).every(({ text }) =>
    own.some((one) => squash(text).includes(one) || one.includes(squash(text))),
  );
}

/**
 * The party that a contact, an address or an account number belongs to: by its label, by the name in its own domain, by the heading or the
 * name over its block. Undefined where nothing of this is printed.
 */
export const ownerOf = memoizeByPair(
  (span: Span, index: DocumentIndex): Role | undefined =>
    ownerOfAccount(span) ?? ownerByLabel(span, index) ?? ownerByDomain(span, index) ?? ownerOfBlock(span, index),
);

/** `Customer VAT no` names the party itself; `Address` alone may be anybody's. */
function ownerByLabel(span: Span, index: DocumentIndex): Role | undefined {
  const named = labelsBeside(span, index).labels.filter(({ label }) => !isOfAnybody(label));
  const concepts = named.map(({ concept }) => concept);
  return concepts.some((concept) => concept.startsWith('buyer_'))
    ? 'buyer'
    : concepts.some((concept) => concept.startsWith('seller_'))
      ? 'seller'
      : undefined;
}

function isOfAnybody(label: string): boolean {
  const { atoms, rest } = nameParts(label);
  return rest.length === 0 && atoms.size === 1 && atoms.has('address');
}

/** The account that is debited, or refunded to, is the payer's: `Direct debit from your account GB29…`. */
function ownerOfAccount(span: Span): Role | undefined {
  if (!ibanHolds(textOf(span))) return undefined;
  const words = span.row.words.slice(0, span.from).map(({ text }) => text);
  return debited.test(words.join(' ')) ? 'buyer' : undefined;
}

/** Words for direct debits, and for the account of whoever is addressed. */
const debited = new RegExp(
  [
    String.raw`\b(?:direct debit|debited|lastschrift|abgebucht|eingezogen|prél[eè]v\p{L}+|domiciliación|adeudo|addebit\p{L}+|incasso|débito direto|autogiro|avtalegiro|betalingsservice)`,
    String.raw`\b(?:your|ihr(?:em|e|es)?|votre|su|tu|vostro|suo|tuo|uw|je|din|ditt|deres|seu|sua) (?:bank ?)?(?:account|konto|bankkonto|compte|cuenta|conto|rekening|conta)\b`,
  ].join('|'),
  'iu',
);

/** The party whose name a mailbox or a site has: `sales@acme.example` belongs to Acme Ltd. */
function ownerByDomain(span: Span, index: DocumentIndex): Role | undefined {
  const domain = squash(/(?:@|www\.|:\/\/)([\p{L}\d-]+)\./u.exec(textOf(span))?.[1] ?? '');
  const owners = domain.length < minDomainLetters ? [] : namedParties(index).filter(({ name }) => isNamedAs(domain, squash(name)));
  const [first, ...others] = owners;
  return others.every(({ role }) => role === first?.role) ? first?.role : undefined;
}
const minDomainLetters = 4;

const isNamedAs = (domain: string, name: string): boolean =>
  name.length >= minDomainLetters && (name.startsWith(domain) || domain.startsWith(name));

/** The party whose heading or name stands over the text in its block. Amounts and tables end a block, and so does a company that begins one and is neither. */
function ownerOfBlock(span: Span, index: DocumentIndex): Role | undefined {
  const before = roleBefore(textLeft(span));
  if (before) return before;
  let line = phraseAt(span, index);
  for (let lines = 0; line && lines < maxLinesAbove; lines += 1) {
    line = neighbour(line, 'above', index);
    if (!line || isTableHeader(line.row) || index.numbersIn(line.order).some(({ decimals }) => decimals === 2)) return undefined;
    const name = squash(line.text);
    const role = headingRole(line.text) ?? namedParties(index).find((party) => squash(party.name) === name)?.role;
    if (role || (isCompany(line.text) && beginsBlock(line, index))) return role;
  }
  return undefined;
}

/** Whether nothing stands over a line, an empty line does, or the end of another address: a second line of a company is its party's. */
function beginsBlock(line: Phrase, index: DocumentIndex): boolean {
  const above = neighbour(line, 'above', index);
  return !above || hasPostalCode(above.text) || isApart(above, line);
}

/** The block of a sender with all its contacts has no more lines than this. */
const maxLinesAbove = 12;

interface NamedParty {
  readonly name: string;
  readonly role: Role;
}

/**
 * The names under headings, and those whose place says whose they are: the sender of a letter, and who it is addressed to. Its
 * contacts and its domain say nothing here, because it is their owner who is sought.
 */
const namedParties = memoizeByObject((index: DocumentIndex): readonly NamedParty[] => {
  const headed = (['seller', 'buyer'] as const).flatMap((role) =>
    [...headedNames(role, index), ...fullNamesUnder(role, index)].map(({ block: [name] }) => ({ name, role })),
  );
  const placed = unheadedParties(index).flatMap(({ text, sign }): readonly NamedParty[] =>
    !sign || (aboutContacts.has(sign) && !isInLetterhead(text, index))
      ? []
      : [{ name: text, role: strengthOf(sign) > 0 ? 'seller' : 'buyer' }],
  );
  return [...headed, ...placed];
});

const aboutContacts: ReadonlySet<RoleSign> = new Set(['own contacts', 'own domain']);

/** The part of the first page, in shares of its height, that a sender prints its name in. */
const letterheadShare = 0.15;

const isInLetterhead = (name: string, index: DocumentIndex): boolean =>
  index.phrases.some(
    ({ row, text, box }) => row.page === index.firstPage && text === name && box.y < letterheadShare * index.heightOf(row.page),
  );
