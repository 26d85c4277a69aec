import type { Concept } from '../../../contracts/concept.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { labelsIn } from '../../labels/labels.js';
import { isFormOfAddress } from '../../labels/parties/form-of-address.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { linesFrom, neighbour, partAt } from '../../page/parts.js';
import { type Span, textOf } from '../../page/span.js';
import { hasPostalCode } from '../../print/addresses.js';
import { squash } from '../../print/normalise.js';
import { domainsIn } from './domains.js';

/** How strongly each sign shows, without a heading, that a name is the sender's. */
const signStrengths = {
  'sender line': 3,
  'own domain': 3,
  letterhead: 2,
  footer: 2,
  'own contacts': 1,
  'address window': 0,
  'form of address': 0,
} as const;
export type RoleSign = keyof typeof signStrengths;
export const isRoleSign = (text: string): text is RoleSign => Object.hasOwn(signStrengths, text);

/** The strength of a sender sign. A sign of strength 0 shows a recipient. */
export const strengthOf = (sign: RoleSign | undefined): number => (sign ? signStrengths[sign] : 0);
export const showsRecipient = (sign: RoleSign | undefined): sign is RoleSign => sign !== undefined && signStrengths[sign] === 0;

/**
 * The sign that identifies a name by its position: letterhead, sender line, footer, own contacts or own domain for a sender, and the
 * address window or a form of address for a recipient.
 * Source: the zones of DIN 5008, which letters of other countries follow in these points.
 */
export function roleSign(span: Span, index: DocumentIndex): RoleSign | undefined {
  if (followsFormOfAddress(span, index)) return 'form of address';
  if (opensSenderLine(span)) return 'sender line';
  if (namesDomain(span, index)) return 'own domain';
  if (isWithinHeight(span, index, (share) => share < topShare)) return 'letterhead';
  if (isWithinHeight(span, index, (share) => share > 1 - footShare)) return 'footer';
  const part = partAt(span, index);
  const below = part ? linesFrom(part, 'below', index).map(({ text }) => text) : [];
  if (below.some(hasContactDetails)) return 'own contacts';
  return below.some(hasPostalCode) && isWithinHeight(span, index, (share) => share < windowShare) ? 'address window' : undefined;
}

/** Shares of the page height: the letterhead, the footer, and the part that contains the address window. */
const topShare = 0.15;
const footShare = 0.1;
const windowShare = 0.45;

/** Nobody calls himself `Herrn` over his own address: the name after it, or under it, is addressed. */
function followsFormOfAddress(span: Span, index: DocumentIndex): boolean {
  const part = partAt(span, index);
  if (!part) return false;
  const before = textOf({ ...span, from: part.from, to: span.from });
  return isFormOfAddress(before === '' ? (neighbour(part, 'above', index)?.text ?? '') : before);
}

/** A sender line prints name, street and town in one line, separated by punctuation. */
function opensSenderLine({ row, from, to }: Span): boolean {
  const before = row.words[from - 1];
  const after = row.words
    .slice(to)
    .map((word) => word.text)
    .join(' ');
  return before === undefined && /^[\s,;]*[·•●∙▪|–—-]|^[\s]*,/.test(after) && hasPostalCode(after);
}

/** Whether a domain resembles the first word of a name: `www.kraxi.com` for Kraxi GmbH. */
export function namesDomain(span: Span, index: DocumentIndex): boolean {
  const name = squash(textOf(span));
  return name.length >= 4 && domainsOf(index).some((domain) => name.startsWith(domain) || domain.startsWith(name));
}

/** The names of the domains of a document's sites and mailboxes. */
export const domainsOf = memoizeByObject((index: DocumentIndex): readonly string[] =>
  domainsIn(index.rows.map((row) => row.text).join(' ')),
);

function isWithinHeight({ row }: Span, index: DocumentIndex, within: (share: number) => boolean): boolean {
  const height = index.heightOf(row.page);
  return row.page === index.firstPage && height > 0 && within((row.box.y + row.box.height / 2) / height);
}

const contactConcepts: readonly (Concept | 'own')[] = ['email', 'phone', 'website', 'iban', 'bic', 'tax_id', 'other_id'];

/** Whether a text holds contact, bank or tax details. */
export const hasContactDetails = (text: string): boolean =>
  /@|www\.|https?:|\+\d{2}/.test(text) || labelsIn(text).some(({ concept }) => contactConcepts.includes(concept));
