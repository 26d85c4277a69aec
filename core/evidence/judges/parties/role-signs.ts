import type { Concept } from '../../../contracts/concept.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { labelsIn, markIn } from '../../labels/labels.js';
import { isName, namesParty } from '../../labels/nearby/names-under.js';
import { isFormOfAddress, partyHeading } from '../../labels/nearby/party-headings.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Phrase } from '../../page/lines.js';
import { type Span, textOf } from '../../page/page-index.js';
import { linesFrom, neighbour, phraseAt } from '../../page/surroundings.js';
import { hasPostalCode } from '../../print/addresses.js';
import { squash } from '../../print/normalise.js';

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
  if (namesDomainElsewhere(span, index)) return 'own domain';
  if (isWithinHeight(span, index, (share) => share < topShare)) return 'letterhead';
  if (isWithinHeight(span, index, (share) => share > 1 - footShare)) return 'footer';
  const part = phraseAt(span, index);
  const below = part ? linesFrom(part, 'below', index).map(({ text }) => text) : [];
  if (below.some(hasContactDetails)) return 'own contacts';
  return below.some(hasPostalCode) && isWithinHeight(span, index, (share) => share < windowShare) ? 'address window' : undefined;
}

/** Shares of the page height: the letterhead, the footer, and the part that contains the address window. */
const topShare = 0.15;
const footShare = 0.1;
const windowShare = 0.45;

/** Nobody calls himself `Herrn` over his own address: the name after it, or under it, is addressed. */
export function followsFormOfAddress(span: Span, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
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
export function namesDomain(span: Span, index: DocumentIndex, domains = domainsOf(index)): boolean {
  const name = squash(textOf(span));
  return name.length >= 4 && domains.some((domain) => name.startsWith(domain) || domain.startsWith(name));
}

/** The names of the domains of a document's sites and mailboxes. */
export const domainsOf = memoizeByObject((index: DocumentIndex): readonly string[] => [...domainLines(index).keys()]);

/** The same, each with the lines that have it. */
const domainLines = memoizeByObject((index: DocumentIndex): ReadonlyMap<string, readonly Phrase[]> => {
  const found = index.phrases.flatMap((phrase) => domainsIn(phrase.text).map((domain) => ({ domain, phrase })));
  return new Map([...Map.groupBy(found, ({ domain }) => domain)].map(([domain, lines]) => [domain, lines.map(({ phrase }) => phrase)]));
});

/** The same of sites and mailboxes outside the block of a name: whoever is written to has a mailbox, too, and it stands there. */
export function namesDomainElsewhere(span: Span, index: DocumentIndex): boolean {
  const own = phraseAt(span, index);
  const block = own ? [own, ...linesFrom(own, 'below', index)] : [];
  const domains = [...domainLines(index)].flatMap(([domain, lines]) => (lines.every((line) => block.includes(line)) ? [] : [domain]));
  return namesDomain(span, index, domains);
}

function isWithinHeight({ row }: Span, index: DocumentIndex, within: (share: number) => boolean): boolean {
  const height = index.heightOf(row.page);
  return row.page === index.firstPage && height > 0 && within((row.box.y + row.box.height / 2) / height);
}

const contactConcepts: readonly (Concept | 'own')[] = ['email', 'phone', 'website', 'iban', 'bic', 'tax_id', 'other_id'];

/** Whether a text holds contact, bank or tax details. */
export const hasContactDetails = (text: string): boolean =>
  /@|www\.|https?:|\+\d{2}/.test(text) || labelsIn(text).some(({ concept }) => contactConcepts.includes(concept));

/** A company, or a name with an address, that stands on the first page without a heading. */
export interface UnheadedParty {
  readonly text: string;
  /** Where it opens its block. */
  readonly part: Phrase;
  readonly sign: RoleSign | undefined;
}

/** All unheaded parties, in page order. */
export const unheadedParties = memoizeByObject((index: DocumentIndex): readonly UnheadedParty[] =>
  index.phrases
    .filter((part) => part.row.page === index.firstPage && opensBlock(part, index) && namesParty(part, index) && !partyHeading(part, index))
    .map((part) => ({ text: part.text, part, sign: roleSign(part, index) })),
);

/** A name opens its address block: nothing stands above it, or only a form of address or another one's end. Streets, titles and labels are excluded. */
function opensBlock(part: Phrase, index: DocumentIndex): boolean {
  const above = neighbour(part, 'above', index);
  return (
    isName(part.text) &&
    markIn(part.text) === undefined &&
    (above === undefined || hasPostalCode(above.text) || isFormOfAddress(above.text))
  );
}

/**
 * The names of the domains of sites and mailboxes in a text, without those that many share: `info@kraxi.com`, `www.shop.kraxi.co.uk` →
 * `kraxi`. Each once, without accents and signs, of at least four letters or digits: shorter ones begin too many words.
 */
export function domainsIn(text: string): readonly string[] {
  const hosts = [...text.matchAll(/(?:@|www\.|https?:\/\/(?:www\.)?)([\p{L}\d-]+(?:\.[\p{L}\d-]+)*\.\p{L}{2,})/giu)];
  const names = hosts.map(([, host = '']) => squash(nameOf(host.split('.').slice(0, -1))));
  return [...new Set(names)].filter((name) => name.length >= minNameLetters && !shared.has(name));
}
const minNameLetters = 4;

/** The registered name: the last part before the country, but for the kinds of names that some countries put between. */
function nameOf(parts: readonly string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 && secondLevels.has(last.toLowerCase()) ? (parts.at(-2) ?? '') : last;
}

/** Source: the second levels of ccTLDs in the Public Suffix List that stand for kinds of holders. */
const secondLevels = new Set('co com org net gov gob gouv edu ac or ne nom'.split(' '));

/** Mail providers that many share, providers of payments, and names of examples. */
const shared = new Set(
  'gmail googlemail outlook hotmail yahoo icloud gmx web aol live example mail email proton protonmail freenet orange wanadoo free libero paypal'.split(
    ' ',
  ),
);
