import type { Field } from '../../../contracts/schema.js';
import { rowOf } from '../../../schema/path.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { Grounded } from '../../grounded.js';
import { type IdentifierKind, identifierKind, type PlaceKind, placeKind } from '../../labels/concepts/concept-kind.js';
import { roleOf } from '../../labels/concepts/concepts.js';
import { nameParts, spelt } from '../../labels/concepts/name-words.js';
import { labelsIn, rolesIn } from '../../labels/labels.js';
import { textLeft } from '../../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { type Span, textOf, wordsOf } from '../../page/page-index.js';
import { isApart, linesFrom, phraseAt } from '../../page/surroundings.js';
import { hasLegalForm, hasPostalCode, isCountryName } from '../../print/addresses.js';
import { datesIn } from '../../print/dates.js';
import { squash } from '../../print/normalise.js';
import { isDate } from '../../type-value.js';
import type { ClaimedReading } from '../claims.js';
import { hasShapeOf } from '../judge-format.js';
import { endAsked } from '../judge-periods.js';
import { ownerOf } from './judge-owner.js';

/**
 * Whether a value stands in the block of lines that holds the name and the address of its group, in the line in which such a part of an address
 * stands.
 */
export function isInItsBlock(cell: Grounded, span: Span, cells: readonly Grounded[], index: DocumentIndex): boolean {
  const phrase = phraseAt(span, index);
  if (!phrase || groupOf(cell) === undefined || !fitsLine(cell, { span, phrase, index })) return false;
  const block = blockAround(phrase, index);
  const group = othersOf(cell, cells).filter((other) => other.value !== null && other.key !== cell.key);
  const placed = group.filter((other) => fittingLines(other, index).size > 0);
  const here = placed.filter((other) => block.some((line) => linesOf(other, index).has(line)));
  return here.length * 2 > placed.length || (here.length > 1 && here.length * 2 === placed.length);
}

/**
 * Whether a text stands in one block with others of its group, whatever form its line has, and is the only value of the reading that has its
 * words: what a reader takes from another party or another line is some other value's as well. Of 156 such values of 60 documents one was wrong.
 */
export const isWithItsGroup = (cell: Grounded, span: Span, { cells, isSole, index }: ClaimedReading): boolean =>
  isPlainText(cell.field) && mayStand(cell, span, index) && isSole(cell, span) && groupAround(cell, span, cells, index).length > 0;

/** Whether a field asks for a text, and not for one side of a pair: `leg_from` beside `leg_to` stands in one block with it. */
const isPlainText = memoizeByObject(
  (field: Field): boolean =>
    field.type === 'string' &&
    !isDate(field) &&
    (endAsked(field) === undefined || placeKind(field) !== undefined || identifierKind(field) !== undefined),
);

/**
 * Whether a line may hold what a field asks for: a contact has its form, and only its label before it; a town opens with no number, and a street without one
 * has no postal code beside it.
 */
function mayStand({ field, value }: Grounded, span: Span, index: DocumentIndex): boolean {
  const [phrase, place, contact] = [phraseAt(span, index), placeKind(field), identifierKind(field)];
  if (!phrase) return false;
  if (place === 'postalCode') return isPostalCodeOf(phrase, String(value));
  if (contact) return hasShapeOf[contact](String(value)) && (span.from === phrase.from || labelsIn(textLeft(span)).length > 0);
  if (place === 'city') return !/^\d/.test(textOf(span));
  if (place === 'townLine') return isTownLine(phrase, String(value), index);
  return place !== 'street' || /\d/.test(textOf(span)) || !hasPostalCode(phrase.text);
}

/**
 * The name of the group of an address, a part of one or a contact, in whose block it stands as the only value that has its words. Whose the name is, the part is,
 * whatever the lines over the block seem to say.
 */
export const nameOverPart = (cell: Grounded, span: Span, { cells, isSole, index }: ClaimedReading): Grounded | undefined =>
  ((placeKind(cell.field) ?? identifierKind(cell.field)) !== undefined || asksForAddress(cell.field)) && isSole(cell, span)
    ? groupAround(cell, span, cells, index).find(({ field }) => asksForName(field))
    : undefined;

/** The contact of the kind of a value that stands in the block of its group, where the value itself does not: it is somebody else's. */
export function contactInstead(cell: Grounded, { cells, index }: ClaimedReading): string | undefined {
  const kind = identifierKind(cell.field);
  const pattern = kind && contacts[kind];
  if (!pattern) return undefined;
  const group = othersOf(cell, cells).filter(({ value }) => value !== null);
  if (group.length < minGroup) return undefined;
  const block = blockOf(group, index);
  if ([...linesOf(cell, index)].some((line) => block.has(line))) return undefined;
  const [instead] = [...block].flatMap((line) =>
    contactsIn(pattern, line).filter((text) => kind !== 'phone' || (isDialled(text) && !isNamedOther(text, line))),
  );
  return instead;
}
const minGroup = 2;

/** Whether a number has words before it that are no label of telephones: `Kvk nummer: 04080176`. */
function isNamedOther(number: string, { text }: Phrase): boolean {
  const before = text.slice(0, text.indexOf(number));
  return /\p{L}{3}/u.test(before) && !labelsIn(before).some(({ concept }) => concept === 'phone');
}

/**
 * Whether a part of an address has another part in it that the schema asks for apart: a street with the number of the house, a town with a code of a
 * region that is null; or another text ends with one: `LE GOFF MAËLYS` with the first name.
 */
export function holdsOtherPart(cell: Grounded, span: Span, cells: readonly Grounded[]): boolean {
  const kind = placeKind(cell.field);
  if (kind === undefined) return endsWithOther(cell, span, cells);
  const all = othersOf(cell, cells).filter(({ key }) => key !== cell.key);
  const others = kind === 'townLine' ? all.filter(({ field }) => placeKind(field) === 'street' || asksForName(field)) : all;
  const isIn = (place: Span): boolean => place.order === span.order && place.from >= span.from && place.to <= span.to;
  const mayHold = (part: PlaceKind | undefined): boolean =>
    (part === 'region' || part === 'postalCode') && wordsOf(span).some(({ text }, at) => at > 0 && partShapes[part].test(text));
  const isLeftOut = ({ value, field }: Grounded): boolean => kind === 'city' && value === null && mayHold(placeKind(field));
  return others.some((other) => isLeftOut(other) || (other.occurrences.length > 0 && other.occurrences.every(isIn)));
}

/** Whether the last words of a text, and no others of the document, are another text of its group. */
const endsWithOther = (cell: Grounded, span: Span, cells: readonly Grounded[]): boolean =>
  groupOf(cell) !== undefined &&
  isPlainText(cell.field) &&
  !asksForAddress(cell.field) &&
  (textsByEnd(cells).get(endOf(span)) ?? []).some(
    (other) =>
      groupOf(other) === groupOf(cell) &&
      other.key !== cell.key &&
      other.occurrences.every((place) => endOf(place) === endOf(span) && place.from > span.from),
  );

/** The texts that are no parts of addresses, by the word that they end with. */
const textsByEnd = memoizeByObject((cells: readonly Grounded[]): ReadonlyMap<string, readonly Grounded[]> => {
  const texts = cells.filter(({ field, occurrences }) => occurrences.length > 0 && isPlainText(field) && placeKind(field) === undefined);
  return Map.groupBy(texts, ({ occurrences: [first] }) => (first ? endOf(first) : ''));
});
const endOf = ({ order, to }: Span): string => `${order} ${to}`;

/** The other values of a group that are printed in the block of a place. */
function groupAround(cell: Grounded, span: Span, cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const phrase = phraseAt(span, index);
  if (!phrase) return [];
  const block = blockAround(phrase, index);
  return othersOf(cell, cells).filter((other) => other.value !== null && block.some((line) => linesOf(other, index).has(line)));
}

/** Whether a name stands right under a heading of its party. */
export function isUnderHeading({ field }: Grounded, span: Span, index: DocumentIndex): boolean {
  const phrase = phraseAt(span, index);
  const [above] = phrase && asksForName(field) && span.from === phrase.from ? linesFrom(phrase, 'above', index) : [];
  const [heading, ...others] = above ? rolesIn(above.text) : [];
  return heading !== undefined && others.length === 0 && heading.name === roleOf(field);
}

/** The lines of one address: without an empty line between them, up to a heading. */
const blockAround = memoizeByPair((phrase: Phrase, index: DocumentIndex): readonly Phrase[] => {
  return [phrase, ...(['above', 'below'] as const).flatMap((side) => follow(linesFrom(phrase, side, index)))];

  function follow(lines: readonly Phrase[]): readonly Phrase[] {
    const end = lines.findIndex((line, at) => isApart(lines[at - 1] ?? phrase, line) || rolesIn(line.text).length > 0);
    return end < 0 ? lines : lines.slice(0, end);
  }
});

/** The lines of the blocks in which the values of a group stand. */
const blockOf = (group: readonly Grounded[], index: DocumentIndex): ReadonlySet<Phrase> =>
  new Set(group.flatMap((cell) => [...fittingLines(cell, index)].flatMap((line) => blockAround(line, index))));

/** The lines that print a value. What more places print than an address has lines of is in nobody's block. */
const linesOf = memoizeByPair(
  ({ occurrences }: Grounded, index: DocumentIndex): ReadonlySet<Phrase> =>
    new Set(occurrences.length > mostPlaces ? [] : occurrences.flatMap((place) => phraseAt(place, index) ?? [])),
);
export const mostPlaces = 20;

/** Those of them that have the form of lines which hold what its field asks for. */
const fittingLines = memoizeByPair((cell: Grounded, index: DocumentIndex): ReadonlySet<Phrase> => {
  const fits = (span: Span): readonly Phrase[] => {
    const phrase = phraseAt(span, index);
    return phrase && fitsLine(cell, { span, phrase, index }) ? [phrase] : [];
  };
  return new Set(cell.occurrences.length > mostPlaces ? [] : cell.occurrences.flatMap(fits));
});

/** What the values of one party or address have in common: their object, their row, or the word that their names begin with. */
function groupOf({ path, field }: Grounded): string | undefined {
  return rowOf(path)?.row ?? groupOfField(field);
}

/** The other values and nulls of a value's group; none where it is in no group. */
function othersOf(cell: Grounded, cells: readonly Grounded[]): readonly Grounded[] {
  const key = groupOf(cell);
  return key === undefined ? [] : (groupsIn(cells).get(key) ?? []).filter((other) => other.path !== cell.path);
}

/** Worked out once a reading, which may have thousands of rows. */
const groupsIn = memoizeByObject((cells: readonly Grounded[]) => Map.groupBy(cells, groupOf));

const groupOfField = memoizeByObject((field: Field): string | undefined => {
  if (field.names.length > 1) return field.path.slice(0, field.path.lastIndexOf('.'));
  const words = spelt(field.names[0] ?? '').split(' ');
  return words.length > 1 ? (roleOf(field) ?? words[0]) : undefined;
});

interface PlaceInBlock {
  readonly span: Span;
  readonly phrase: Phrase;
  readonly index: DocumentIndex;
}

/** Whether the line has the form of lines that hold what the field asks for. */
function fitsLine({ field, value }: Grounded, { span, phrase, index }: PlaceInBlock): boolean {
  const text = String(value);
  const [place, contact] = [placeKind(field), identifierKind(field)];
  if (place === 'townLine') return isTownLine(phrase, text, index);
  if (place === 'postalCode')
    return isPostalCodeOf(phrase, text) || (squash(phrase.text) === squash(text) && isCode(text) && isOverTown(phrase, index));
  if (contact === 'taxId') return taxNumber.test(text) && isNamedTaxOnly(phrase, span);
  if (contact) return isContact(contact, text);
  if (place === 'city') return !/\d/.test(text) && !isRegionCode(text) && isTown(phrase, text, index);
  if (place === 'region') return isRegionCode(text) && (hasPostalCode(phrase.text) || isOverCode(phrase, index));
  if (place === 'country') return isCountryName(text);
  if (place === 'street') return isStreet(phrase, text, index);
  if (asksForPerson(field)) return isPersonLine(phrase, span, index);
  if (asksForName(field)) return isFirstLine(phrase, span, index);
  return asksForAddress(field) && /\d/.test(text) && /\p{L}{2}/u.test(text) && !/@|www\./.test(text) && !isContact('phone', text);
}

/** Digits, perhaps after the letters of a country and before others: `FR 55 390 771 842`, `12-3456789`. */
const taxNumber = /^(?:[A-Z]{2,3}[ -]?)?[\d./ -]{7,}[A-Z]{0,2}$/;

/** Whether nothing but a label of tax numbers stands beside a number. */
function isNamedTaxOnly({ row, from, to }: Phrase, span: Span): boolean {
  const beside = [...row.words.slice(from, span.from), ...row.words.slice(span.to, to)].map(({ text }) => text).join(' ');
  return !/[\p{L}\p{N}]/u.test(beside) || labelsIn(beside).some(({ concept }) => concept.endsWith('tax_id'));
}

export const asksForAddress = memoizeByObject(({ names }: Field): boolean => nameParts(names.at(-1) ?? '').atoms.has('address'));

const isCode = (text: string): boolean => squash(text).length <= 10 && !/\p{Ll}{3}/u.test(text);

/** A town with its code has no other number, and no line of a town under it: that would be a street, whose number looks like a code. */
const isTownLine = (phrase: Phrase, text: string, index: DocumentIndex): boolean =>
  hasPostalCode(text) && !/\d[^\d]*\p{L}[^\d]*\d/u.test(text.replace(letteredCode, '0')) && !isStreet(phrase, text, index);

/** Postal codes with letters: `LS1 5AB`, `M6K 1P4`, `1234 AB`. */
const letteredCode = /\b(?:[A-Z]{1,2}\d[A-Z\d]?\s+\d[A-Z]{2}|[A-Z]\d[A-Z]\s?\d[A-Z]\d|\d{4}\s?[A-Z]{2})\b/;

const isPostalCodeOf = (phrase: Phrase, text: string): boolean => /\d/.test(text) && isCode(text) && hasPostalCode(phrase.text);
const isRegionCode = (text: string): boolean => /^\p{Lu}{2,3}$/u.test(text);

/**
 * What contacts look like. Each is tried in time that grows with the length of a text only: an address begins where its characters do, and a
 * telephone number has at most 15 digits (ITU-T E.164) with as many signs between them.
 */
const contacts: Partial<Record<IdentifierKind, string>> = {
  email: String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
  website: String.raw`(?:https?:\/\/|www\.)[^\s|,]+`,
  phone: String.raw`(?<![\p{L}\p{N}.,])[+(]?\d[\d ()/.-]{5,28}\d(?![\p{L}\p{N}.,])`,
};

/** The texts of a phrase that have the shape of such a contact. */
const contactsIn = (pattern: string, { text }: Phrase): readonly string[] =>
  [...text.matchAll(new RegExp(pattern, 'giu'))].map(([found]) => found);

const isContact = (kind: IdentifierKind, text: string): boolean =>
  contacts[kind] !== undefined && new RegExp(`^(?:${contacts[kind]})$`, 'iu').test(text.trim()) && (kind !== 'phone' || isDialled(text));

/** A town stands beside its postal code, or in the line over or under one that is nothing else. */
const isTown = (phrase: Phrase, text: string, index: DocumentIndex): boolean =>
  hasPostalCode(phrase.text) || (squash(phrase.text.replace(/,\s*\p{Lu}{2,3}\.?$/u, '')) === squash(text) && isOverCode(phrase, index));

/** Whether the line under a postal code is a town and nothing else. */
function isOverTown(phrase: Phrase, index: DocumentIndex): boolean {
  const [next] = linesFrom(phrase, 'below', index);
  return (
    /\d{4}/.test(phrase.text) &&
    next !== undefined &&
    /^\p{Lu}\p{L}[\p{L} .'-]*$/u.test(next.text) &&
    !isCountryName(next.text) &&
    !isApart(phrase, next)
  );
}

/** Whether the line over or under another one is a postal code and nothing else. */
const isOverCode = (phrase: Phrase, index: DocumentIndex): boolean =>
  (['above', 'below'] as const).some((side) => {
    const [next] = linesFrom(phrase, side, index);
    return next !== undefined && /\d/.test(next.text) && isCode(next.text);
  });

/** A street has a number and no postal code, and stands over the town; without a number it stands between a name and the town. */
function isStreet(phrase: Phrase, text: string, index: DocumentIndex): boolean {
  if (!/\p{L}{2}/u.test(text) || /@|www\./.test(text)) return false;
  if (!/\d/.test(text)) return isBetweenNameAndTown(phrase, index);
  const below = linesFrom(phrase, 'below', index).slice(0, maxLinesToTown);
  return hasPostalCode(phrase.text.slice(phrase.text.indexOf(text) + text.length)) || below.some((line) => hasPostalCode(line.text));
}
const maxLinesToTown = 3;

function isBetweenNameAndTown(phrase: Phrase, index: DocumentIndex): boolean {
  const [[above], [below]] = [linesFrom(phrase, 'above', index), linesFrom(phrase, 'below', index)];
  const isUnderName = above !== undefined && !/[\d:]/.test(above.text) && !isApart(above, phrase) && rolesIn(above.text).length === 0;
  return isUnderName && below !== undefined && hasPostalCode(below.text);
}

const asksForPerson = memoizeByObject(({ names }: Field): boolean => personNames.test(spelt(names.at(-1) ?? '')));
const personNames =
  /(?:^| )(?:person|contact|contact name|contact person|kontakt|kontaktperson|ansprechpartner|attn|attention|interlocuteur|contacto|contatto|referente|contactpersoon)$/;

/** A person of a company stands alone in a line under its name, in two words or some more, with their capitals. */
function isPersonLine(phrase: Phrase, span: Span, index: DocumentIndex): boolean {
  const isAlone = span.from === phrase.from && span.to === phrase.to;
  return isAlone && personName.test(phrase.text) && !hasLegalForm(phrase.text) && !isFirstLine(phrase, span, index);
}
const personName = /^(?:\p{Lu}[\p{L}'’.-]*\s){1,4}\p{Lu}[\p{L}'’-]+$/u;

export const asksForName = memoizeByObject(({ names }: Field): boolean => {
  const { atoms } = nameParts(names.at(-1) ?? '');
  return atoms.has('name') || (atoms.has('company') && names.length > 1);
});

/** Names stand over their address: under a heading, under the end of another address, or under nothing. */
function isFirstLine(phrase: Phrase, span: Span, index: DocumentIndex): boolean {
  const [above] = linesFrom(phrase, 'above', index);
  const isOpen = !above || hasPostalCode(above.text) || /:\s*$/.test(above.text) || rolesIn(above.text).length > 0;
  return span.from === phrase.from && !/\d/.test(textOf(span)) && isOpen && linesFrom(phrase, 'below', index).length > 0;
}

/** Whether no other text has the shape of a contact, but for those of the other party. What nobody's block holds is the sender's. */
export function isOnlyContact({ field, value }: Grounded, places: readonly Span[], index: DocumentIndex): boolean {
  const kind = identifierKind(field);
  const pattern = kind && contacts[kind];
  if (!kind || !pattern || !hasShapeOf[kind](String(value)) || (kind === 'phone' && !isDialled(String(value)))) return false;
  const [own, party] = [squash(String(value)), roleOf(field)];
  const isOf = (span: Span): boolean => party === undefined || (ownerOf(span, index) ?? 'seller') === party;
  const others = index.phrases.filter((phrase) => {
    const texts = contactsIn(pattern, phrase).map(squash);
    return texts.some((text) => !own.includes(text) && !text.includes(own));
  });
  return places.some(isOf) && !others.some(isOf);
}

/** The line of a group's block in which a part of its address stands that no value of the reading has. */
export function leftInBlock(cell: Grounded, cells: readonly Grounded[], index: DocumentIndex): Phrase | undefined {
  const kind = placeKind(cell.field);
  if (kind === undefined) return undefined;
  const group = othersOf(cell, cells).filter(({ value }) => value !== null);
  return [...blockOf(group, index)].find((line) => {
    const isTownLine = hasPostalCode(line.text);
    const left = line.row.words.slice(line.from, line.to).filter((_, at) => !isClaimed(line, line.from + at, cells));
    if (kind === 'street') return left.length === line.to - line.from && !isTownLine && isStreet(line, line.text, index);
    return isTownLine && left.some(({ text }) => partShapes[kind].test(text));
  });
}

/** A part of the printed address of the party or place whose name a field asks for. */
export function addressOfNameless(cell: Grounded, cells: readonly Grounded[]): Grounded | undefined {
  const isPart = ({ field, occurrences }: Grounded): boolean => addressed.has(placeKind(field)) && occurrences.length > 0;
  return asksForName(cell.field) && !asksForPerson(cell.field) ? othersOf(cell, cells).find(isPart) : undefined;
}
const addressed = new Set<ReturnType<typeof placeKind>>(['street', 'city', 'postalCode', 'townLine']);

const isClaimed = ({ order }: Phrase, at: number, cells: readonly Grounded[]): boolean =>
  cells.some(({ occurrences }) => occurrences.some((place) => place.order === order && place.from <= at && at < place.to));

/** What the words of a line with a town may be. A country stands in a line of its own, or not at all. */
const partShapes = {
  postalCode: /\d{3}/,
  city: /^\p{Lu}\p{L}*\p{Ll}/u,
  region: /^\p{Lu}{2,3}[^\p{L}\p{N}]*$/u,
  country: /(?!)/,
  townLine: /\d{3}/,
} as const;

/** A contact of the kind that a field asks for which no value of the reading has, and which may be its party's. */
export function leftContact({ field }: Grounded, cells: readonly Grounded[], index: DocumentIndex): Phrase | undefined {
  const kind = identifierKind(field);
  const pattern = kind && contacts[kind];
  if (!pattern) return undefined;
  const said = cells.flatMap(({ value }) => (value === null ? [] : squash(String(value))));
  return index.phrases.find((phrase) => {
    const found = contactsIn(pattern, phrase).filter((text) => kind !== 'phone' || isDialled(text));
    return found.some((text) => !said.some((one) => one.includes(squash(text)))) && mayBelong(field, ownerOf(phrase, index));
  });
}

/** Telephone numbers have brackets, a plus, a trunk's zero or several groups, and are no days; other digits may number anything. */
const isDialled = (text: string): boolean =>
  /^(?:[+(]|0\d{6,11}$)/.test(text.trim()) ||
  ((text.match(/\d[ /.-]+(?=\d)/g) ?? []).length > 1 && !text.split(' ').some((word) => datesIn(word).length > 0));

function mayBelong(field: Field, owner: ReturnType<typeof ownerOf>): boolean {
  const party = roleOf(field);
  return party === 'buyer' ? owner === 'buyer' || owner === 'delivery' : owner !== 'buyer';
}
