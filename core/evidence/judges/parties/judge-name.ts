import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { partyOf } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { spelt } from '../../labels/concepts/name-words.js';
import { rolesIn } from '../../labels/labels.js';
import { isName, namesParty, namesUnder } from '../../labels/nearby/names-under.js';
import { headingRole, isPayeeHeading } from '../../labels/nearby/party-headings.js';
import { isFormWording } from '../../labels/wording.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { type Span, wordsOf } from '../../page/page-index.js';
import { linesFrom, neighbour, phraseAt } from '../../page/surroundings.js';
import { hasLegalForm, hasPostalCode, isCompany } from '../../print/addresses.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import {
  domainsOf,
  hasContactDetails,
  isRoleSign,
  namesDomain,
  roleSign,
  showsRecipient,
  strengthOf,
  unheadedParties,
} from './role-signs.js';

/**
 * Judges whether a party's name is a name at all. The wording of a form is none, nor is a caption before a colon. Of the signs that a text
 * names somebody, two prove it and one shows it; without any it is a bare text.
 */
export function judgeName(name: string, { field, spans }: { field: Field; spans: readonly Span[] }, index: DocumentIndex): readonly Cap[] {
  const party = partyOf(field);
  if (spans.length === 0) return [];
  if (isOtherName(field) && (isHeading(name) || spans.every(isCaption)))
    return [cap('name.wording', `Label conflict: "${name}" is a heading, not a name`)];
  if (!party || conceptOf(field) !== `${party}_name`) return [];
  if (isFormWording(name)) return [cap('name.wording', `Label conflict: "${name}" is the wording of a form, not a name`)];
  if (spans.every(isCaption)) return [cap('name.wording', `Label conflict: "${name}" announces the value after it`)];
  const next = hasLegalForm(name) ? undefined : continuation(spans, index);
  if (next !== undefined) {
    const whole = `${name} ${next}`;
    return [{ ...cap('name.goesOn', `${reasonText.multiple}: ${name}, and ${whole} over two lines`), rivals: [whole] }];
  }
  const shown = nameSigns.filter(({ holds }) => holds(name, spans, index)).map(({ sign }) => sign);
  if (shown.length === 0) return [cap('name.bare', `${reasonText.exact}: nothing but its place says that this is a name`)];
  return [cap(shown.length > 1 ? 'name.proven' : 'name.shown', `${reasonText.exact}: a name by its ${shown.join(', ')}`)];
}

/** Whether a field without a concept asks for a name: `shipper.name`. */
const isOtherName = (field: Field): boolean => conceptOf(field) === undefined && /(?:^| )name$/.test(spelt(field.names.at(-1) ?? ''));

/** Whether a heading of a party takes up a whole text. */
const isHeading = (text: string): boolean =>
  rolesIn(text).some(({ from, to }) => !/[\p{L}\p{N}]/u.test(text.slice(0, from) + text.slice(to)));

/** Whether a colon follows, or opens the next text of the row: `Number : 4711`. */
const isCaption = (span: Span): boolean => /:$/.test(wordsOf(span).at(-1)?.text ?? '') || /^:/.test(span.row.words[span.to]?.text ?? '');

/** The line under a name in capitals that may belong to it: in capitals of the same size, with other type under it. */
function continuation(spans: readonly Span[], index: DocumentIndex): string | undefined {
  const span = spans.at(-1);
  const part = span && phraseAt(span, index);
  const [next, after] = part ? linesFrom(part, 'below', index) : [];
  if (!part || !next || !after || part.to !== span.to || Math.abs(next.box.height - part.box.height) > maxHeightGapPoints) return undefined;
  const same = isInCapitals(part.text) && isInCapitals(next.text) && !isInCapitals(after.text);
  return same && isName(next.text) && !isFormWording(next.text) ? next.text : undefined;
}
const maxHeightGapPoints = 0.5;
const isInCapitals = (text: string): boolean => text === text.toUpperCase();

interface NameSign {
  readonly sign: string;
  holds(name: string, spans: readonly Span[], index: DocumentIndex): boolean;
}

/** What shows that a text names somebody, besides its place on the page. */
const nameSigns: readonly NameSign[] = [
  { sign: 'legal form', holds: hasLegalForm },
  { sign: 'domain', holds: (_, spans, index) => spans.some((span) => namesDomain(span, index)) },
  { sign: 'address', holds: (_, spans, index) => linesUnder(spans, index).some(hasPostalCode) },
  { sign: 'contacts', holds: (_, spans, index) => linesUnder(spans, index).some(hasContactDetails) },
  { sign: 'recurrence', holds: recurs },
  { sign: 'form of a person’s name', holds: (name) => isPersonal(name) },
];

const linesUnder = (spans: readonly Span[], index: DocumentIndex): readonly string[] =>
  spans.flatMap((span) => phraseAt(span, index) ?? []).flatMap((part) => linesFrom(part, 'below', index).map(({ text }) => text));

/** Whether the name stands in two rows that differ: letterhead and bank details, but not the same heading of each page. */
function recurs(name: string, _: readonly Span[], { rows }: DocumentIndex): boolean {
  const key = squash(name);
  return key.length >= minRecurringLetters && new Set(rows.map(({ text }) => squash(text)).filter((text) => text.includes(key))).size > 1;
}
const minRecurringLetters = 4;

/** Two to four words with capitals, none of them known from forms: `Karl E. Coyote`. */
const isPersonal = (name: string): boolean =>
  /^\p{Lu}[\p{L}'’-]+(?: (?:\p{Lu}\.|(?:van|von|de|del|della|di|da|den|der|dos|le|la|el|al|y|e)|\p{Lu}[\p{L}'’-]+)){1,4}$/u.test(name) &&
  !name.split(' ').some(isFormWording);

/**
 * Doubts a party's name where the page also names another candidate for the same party, because the position then does not decide. The
 * candidates are tried in this order: heading, company under a person, longer name, registered name, site, same address, sender, second addressee.
 */
export function judgePartyName(
  name: string,
  { field, spans, label }: { field: Field; spans: readonly Span[]; label: string | undefined },
  index: DocumentIndex,
): readonly Cap[] {
  const party = partyOf(field);
  if (!party || spans.length === 0 || conceptOf(field) !== `${party}_name`) return [];
  const parts = spans.flatMap((span) => phraseAt(span, index) ?? []);
  const rival =
    namesUnder(party, index).find((block) => !block.some((line) => isPartOf(line, name)))?.[0] ??
    (isCompany(name)
      ? undefined
      : (companyUnder(parts, index) ?? longerName(name, index) ?? registeredName(name, index) ?? nameOfSite(name, index))) ??
    parts.flatMap((part) => companyAtAddressOf(part, name, index))[0] ??
    (label !== undefined && isPayeeHeading(label) && !parts.some((part) => isSender(part, index))
      ? senderBeside(name, index)
      : undefined) ??
    (party === 'buyer' && (label === undefined || isRoleSign(label)) ? otherAddressee(name, index) : undefined);
  if (rival === undefined) return [];
  return [{ ...cap('uniqueness.several', `${reasonText.multiple}: ${name} and ${rival} for the ${party}`), rivals: [rival] }];
}

/** Whether one text contains the other, apart from case, accents and punctuation. */
function isPartOf(a: string, b: string): boolean {
  const [one, other] = [squash(a), squash(b)];
  return one.includes(other) || other.includes(one);
}

/** The company of a person who buys for it: the line under the name, unless that line is itself a role heading. */
const companyUnder = (parts: readonly Phrase[], index: DocumentIndex): string | undefined =>
  parts
    .map((part) => neighbour(part, 'below', index)?.text)
    .find((text) => text !== undefined && isCompany(text) && rolesIn(text).length === 0);

/** The same name with one or two more words or numbers, if that text names a party: `Acme` and `Acme Trading Ltd`. */
const longerName = (name: string, index: DocumentIndex): string | undefined =>
  index.phrases.find((part) => part.text.startsWith(name) && furtherWords.test(part.text.slice(name.length)) && namesParty(part, index))
    ?.text;
/** Sentences continue in small letters and lists continue with commas, so neither matches. */
const furtherWords = /^(?:[ -](?:\p{Lu}[\p{L}.&-]*|\d{1,3})){1,2}$/u;

/** A company whose name is the first word plus a legal form: `Acme SAS` where the page also prints `Acme Customer Service`. */
function registeredName(name: string, index: DocumentIndex): string | undefined {
  const [first = '', ...others] = name.split(' ');
  if (others.length === 0 || squash(first).length < minNameLetters) return undefined;
  return index.phrases
    .map(({ text }) => text.split(' ').slice(0, 2).join(' '))
    .find((text) => text.startsWith(`${first} `) && isCompany(text) && !isPartOf(text, name));
}
const minNameLetters = 4;

/** The site name that contains the name and more: `techsupplies` where a logo prints `Tech` and the rest on another line. */
const nameOfSite = (name: string, index: DocumentIndex): string | undefined =>
  domainsOf(index).find((domain) => domain.includes(squash(name)) && domain.length - squash(name).length >= minNameLetters);

/** Another company at the same address. Both the postal code line and the street must match, because neighbours may share a town. */
function companyAtAddressOf(part: Phrase, name: string, index: DocumentIndex): readonly string[] {
  const lines = linesFrom(part, 'below', index);
  const at = lines.findIndex(({ text }) => hasPostalCode(text));
  const [town, street] = [lines[at], lines[at - 1]];
  if (!town) return [];
  return (phrasesByText(index).get(squash(town.text)) ?? [])
    .filter((part) => part.order !== town.order)
    .map((part) => linesFrom(part, 'above', index).map(({ text }) => text))
    .filter((above) => !above.some((line) => isPartOf(line, name)))
    .filter((above) => street === undefined || squash(above[0] ?? '') === squash(street.text))
    .flatMap((above) => above.find(isCompany) ?? []);
}

/** The phrases that print the same letters and digits. */
const phrasesByText = memoizeByObject(({ phrases }: DocumentIndex) => Map.groupBy(phrases, ({ text }) => squash(text)));

/** Another company on the first page that has the signs of a sender and no role heading. */
const senderBeside = (name: string, index: DocumentIndex): string | undefined =>
  index.phrases.find(
    (part) => part.row.page === index.firstPage && isCompany(part.text) && !isPartOf(part.text, name) && isSender(part, index),
  )?.text;

/**
 * Another name over an address without the sign of a sender, where somebody else is the sender: of two blocks without headings one is the
 * buyer's and the other one the place of delivery, and nothing says which.
 */
function otherAddressee(name: string, index: DocumentIndex): string | undefined {
  const unheaded = unheadedParties(index).filter(({ text }) => !isPartOf(text, name));
  const senders = [
    ...unheaded.flatMap(({ text, sign }) => (strengthOf(sign) > 0 ? text : [])),
    ...namesUnder('seller', index).map(([seller]) => seller),
    ...index.phrases.flatMap(({ text }) => (isAddressInOneLine(text) ? text : [])),
  ];
  const others = unheaded.filter(({ text, sign }) => showsRecipient(sign) && !senders.some((sender) => isPartOf(sender, text)));
  return senders.length > 0 ? others[0]?.text : undefined;
}

/** The line over the address window repeats who sends the letter, with its address. Source: DIN 5008. */
const isAddressInOneLine = (text: string): boolean => /\p{L}\s*[·•●∙▪|–—]\s/u.test(text) && hasPostalCode(text);

function isSender(part: Phrase, index: DocumentIndex): boolean {
  const sign = roleSign(part, index);
  return sign !== undefined && !showsRecipient(sign) && !linesFrom(part, 'above', index).some(({ text }) => headingRole(text));
}
