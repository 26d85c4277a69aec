import type { Cap, CapName } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { isPlainRow } from '../../schema/path.js';
import { memoizeByObject } from '../../values/memoize.js';
import { type Grounded, held, placesOf } from '../grounded.js';
import { asksForRate, identifierKind, placeKind } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { isPaper, type NameAtom, nameParts } from '../labels/concepts/name-words.js';
import { choiceIn } from '../labels/concepts/statements.js';
import { labelIn } from '../labels/labels.js';
import { captionOver } from '../labels/nearby/caption-rows.js';
import { type Caption, captionOf, namedBy } from '../labels/nearby/caption-words.js';
import { minCaptionFit } from '../labels/nearby/captioned-values.js';
import { textLeft } from '../labels/nearby/label-beside.js';
import { isSaidOf } from '../labels/nearby/sentences-of-numbers.js';
import type { DocumentIndex } from '../page/document-index.js';
import { isRead, meets, type Span } from '../page/page-index.js';
import { columnOf, isPercentage, phraseAt } from '../page/surroundings.js';
import { ibanLike } from '../print/identifiers.js';
import { cap, isPrintedLabel, reasonText } from '../scoring/caps.js';
import { isDate } from '../type-value.js';
import { impossible, isNotIts, isUnknown, isUnnamed, isUnquoted, refuted, unnamed, withLabel } from '../unnamed.js';
import { captionElsewhere } from './caption-elsewhere.js';
import { type ClaimedReading, claimed } from './claims.js';
import { isCut } from './cut-texts.js';
import { isOtherEnd, nameBySide } from './judge-periods.js';
import { captionFor, isAlike, isOthers, minShare } from './name-by-caption.js';
import { isItsEnding } from './name-by-ending.js';
import { nameByForm } from './name-by-form.js';
import { isDayOfTitle, isItsTime, isOnlyDay } from './name-by-time.js';
import { isPartOfCell } from './part-of-cell.js';
import { standsAsParty } from './parties/issuer.js';
import { ownerOf } from './parties/judge-owner.js';
import { otherThanItsCell } from './parties/name-in-cell.js';
import {
  contactInstead,
  holdsOtherPart,
  isInItsBlock,
  isOnlyContact,
  isUnderHeading,
  isWithItsGroup,
  mostPlaces,
  nameOverPart,
} from './parties/place-in-block.js';
import { isPossible } from './possible.js';
import { nameRows } from './rows/name-rows.js';
import { arraysIn, placeItems } from './rows/place-items.js';

/**
 * Judges what a reader says without quoting: that the page prints a value somewhere does not make it the field's. A label or a caption in the
 * words of the field's name does, a shape that only one text of the page has, a place beside the other values of its group, or a column; where
 * nothing does, the value is doubted.
 */
export function judgeNaming(cells: readonly Grounded[], fields: readonly Field[], index: DocumentIndex): readonly Grounded[] {
  if (index.silent) return cells;
  const own = fields.filter(({ path, shadow }) => !shadow && !path.includes('[]'));
  const reading: NamedReading = { ...claimed(cells, index), fields: own };
  const isOfRows = ({ field }: Grounded): boolean => field.path.includes('[]');
  const single = cells.map((cell) => (isOfRows(cell) ? cell : isUnquoted(cell) ? judgeSingle(cell, reading) : judgeQuoted(cell, reading)));
  if (!cells.some(isUnquoted)) return single;
  const named = nameRows(single, index);
  const saidOfSeveral = keysOfSeveral(named);
  return named.map((cell) => {
    if (isBorrowed(cell, named)) return withLabel(cell, refuted('printed, but there it is the value of another field'));
    const isSaidOfOther = saidOfSeveral.has(cell.key) && isOnceElsewhere(cell, index);
    return isSaidOfOther ? withLabel(cell, refuted('printed once, and said of somebody else as well')) : cell;
  });
}

interface NamedReading extends ClaimedReading {
  /** The single values that the caller asks for. */
  readonly fields: readonly Field[];
}

function judgeSingle(cell: Grounded, reading: NamedReading): Grounded {
  const places = fewPlacesOf(cell);
  if (!isPossible(cell, places, reading.index)) return withLabel(cell, impossible);
  if (isCut(cell, places, reading)) return withLabel(cell, partOfText);
  const readable = readablePlaces(cell);
  const other = otherThanItself(cell, readable, reading);
  if (other !== undefined) return withLabel(cell, refuted(`printed, but ${other}`));
  if (isPartOfCell(cell, readable, reading)) return withLabel(cell, partOfText);
  if (places.some((span) => holdsOtherPart(cell, span, reading.cells)))
    return withLabel(cell, refuted('printed, but a part of it is another value of its group'));
  const instead = contactInstead(cell, reading);
  if (instead !== undefined) return withLabel(cell, refuted(`printed, but "${instead}" stands in the block of its group`));
  const isRivalled = cell.caps.some(({ name }) => name === 'uniqueness.several' || name === 'uniqueness.part');
  if (!isRivalled && !cell.caps.some(isUnknown))
    return places.length > 0 && places.every((span) => isOthers(cell, span, reading)) ? withLabel(cell, unnamed(cell)) : cell;
  const captions = places.flatMap((span) => captionFor(cell.field, span, reading) ?? []);
  const caption = isRivalled ? captions.find(({ whole }) => whole === 1) : captions[0];
  if (caption) return namedAs(cell, caption);
  const place = byPlace(cell, places, reading);
  if (place) return withLabel(cell, place);
  return { ...withLabel(cell, unnamed(cell)), ...(isUndisputed(cell.field, places, reading.index) && { undisputed: true }) };
}

const partOfText = refuted('printed, but as a part of a longer text');

/**
 * Whether no words beside a value say that it is another one than its field asks for. A name is told by its block, unless a colon announces it, `Server: Kei`;
 * a day when something is due has a label.
 */
function isUndisputed(field: Field, places: readonly Span[], index: DocumentIndex): boolean {
  const concept = conceptOf(field);
  if (concept === 'due_date') return false;
  const isTold = concept === 'invoice_number' || concept === 'issue_date';
  return places.some((span) => (isTold ? isBare(span, index) : !textLeft(span).trimEnd().endsWith(':')));
}

/** Whether no words stand beside a value, or such as are the document's, `Statement date`; and it is no part of a text, of a table, or of a row under captions. */
function isBare(span: Span, index: DocumentIndex): boolean {
  const { atoms, rest } = nameParts(textLeft(span));
  const isOfDocument = rest.every((word) => isPaper(word) || word.length === 1) && [...atoms].every((atom) => ofDocument.has(atom));
  const phrase = phraseAt(span, index);
  const end = phrase?.to ?? span.to;
  if (phrase && captionOver(phrase, index)) return false;
  return isOfDocument && columnOf(span, index) === undefined && !(span.to < end && /^\p{L}{2}/u.test(span.row.words[span.to]?.text ?? ''));
}
const ofDocument: ReadonlySet<NameAtom> = new Set(['issue', 'invoice', 'date', 'number']);

const namedAs = (cell: Grounded, { text }: Caption): Grounded => ({
  ...withLabel(cell, cap('label.match', reasonText.exact)),
  label: text.trim(),
});

/** A quote shows where a value was read, and not that it is the whole of its cell, nor that this is the field's. */
function judgeQuoted(cell: Grounded, reading: NamedReading): Grounded {
  if (cell.value === null) return cell;
  const places = readablePlaces(cell);
  const other = otherThanItself(cell, places, reading) ?? captionElsewhere(cell, places, reading);
  if (other !== undefined) return held(cell, refuted(`printed, but ${other}`));
  const isOpen = conceptOf(cell.field) === undefined && cell.caps.some(isUnknown);
  const caption = isOpen
    ? places.flatMap((span) => captionFor(cell.field, span, reading) ?? []).find(({ fit }) => fit >= minCaptionFit)
    : undefined;
  return caption ? namedAs(cell, caption) : cell;
}

/** Why a value is another one wherever it is printed; undefined where it may be itself. */
function otherThanItself(cell: Grounded, places: readonly Span[], reading: NamedReading): string | undefined {
  if (isOfRow(cell, places, reading)) return 'there it is the value of a row';
  if (isOtherEnd(cell, places, reading.index)) return 'it is the other end of its period';
  return otherThanItsCell(cell, places, reading);
}

/**
 * The places of a value; none where they are more than can be looked at, or where OCR has read one: it parts words, reads specks between them and misses
 * rows.
 */
function readablePlaces(cell: Grounded): readonly Span[] {
  const places = placesOf(cell);
  return places.length > mostPlaces || places.some(isRead) ? [] : places;
}

/**
 * Whether a single sum is printed nowhere but in the lines of items, as a value of theirs. A rate is often said of each, and a balance is carried. A quote
 * with a label is that of a sum.
 */
function isOfRow(cell: Grounded, places: readonly Span[], { cells }: NamedReading): boolean {
  const { field, value, caps } = cell;
  if (typeof value !== 'number' || places.length === 0 || (!isUnquoted(cell) && caps.some(isPrintedLabel))) return false;
  if (asksForRate(field) || nameParts(field.names.at(-1) ?? '').atoms.has('balance')) return false;
  const rows = itemLines(cells);
  return places.every((place) => rows.get(place.order)?.some((row) => !isNamedBy(field, row) && hasAt(row, place)));
}

const hasAt = (row: readonly Grounded[], place: Span): boolean =>
  row.some(({ value, occurrences }) => typeof value === 'number' && occurrences.some((one) => meets(one, place)));

/** Whether the texts of a row say what a field asks for: `Shipping` as an item. */
const isNamedBy = (field: Field, row: readonly Grounded[]): boolean =>
  row.some(({ value }) => typeof value === 'string' && namedBy(field, value).share >= minShare);

/** The items by the order of their line, of tables of several items. */
const itemLines = memoizeByObject((cells: readonly Grounded[]): ReadonlyMap<number, readonly (readonly Grounded[])[]> => {
  const tables = arraysIn(cells).map((items) => placeItems(items).placed);
  const placed = tables.filter(({ length }) => length > 1).flat();
  return new Map([...Map.groupBy(placed, ({ line }) => line)].map(([line, items]) => [line, items.map((item) => item.cells)]));
});

/** What is printed in more places than a block has lines of is named by none of them. */
const fewPlacesOf = (cell: Grounded): readonly Span[] => placesOf(cell).slice(0, mostPlaces);

/** Whether nothing names a single value, and something names another field's at the same words. Several sums may be one amount: subtotal and total. */
const isBorrowed = (cell: Grounded, cells: readonly Grounded[]): boolean =>
  isOpenToOthers(cell) &&
  cell.occurrences.length <= mostPlaces &&
  [...(fieldsByKey(cells).get(cell.key)?.values() ?? [])].some(
    (other) =>
      other !== cell &&
      (!isPlainRow(cell.field.path) || (other.field !== cell.field && other.caps.some(isPrintedLabel))) &&
      cell.occurrences.every((place) => other.occurrences.some((one) => meets(one, place))),
  );

/** A single value that nothing names, or an entry of a plain list without a label, which may take whatever is printed. */
const isOpenToOthers = ({ caps, field, unquoted }: Grounded): boolean =>
  isPlainRow(field.path)
    ? unquoted === true && caps.some(isUnknown)
    : !field.path.includes('[]') && caps.some((given) => given.name === 'label.unnamed' || (isUnnamed(given) && field.type === 'string'));

/** One value of each field by the form in which values are compared. */
const fieldsByKey = memoizeByObject((cells: readonly Grounded[]): ReadonlyMap<string | undefined, ReadonlyMap<Field, Grounded>> => {
  const byKey = Map.groupBy(
    cells.filter(({ caps }) => !caps.some(isNotIts)),
    ({ key }) => key,
  );
  return new Map([...byKey].map(([key, all]) => [key, new Map(all.map((one) => [one.field, one]))] as const));
});

/** The values that a reading says of a party and of another one, or of nobody, as they are compared. */
function keysOfSeveral(cells: readonly Grounded[]): ReadonlySet<Grounded['key']> {
  const parties = Map.groupBy(
    cells.filter(({ value }) => value !== null),
    ({ key }) => key,
  );
  return new Set([...parties].flatMap(([key, said]) => (new Set(said.map(({ field }) => partyOfField(field))).size > 1 ? [key] : [])));
}

const partyOfField = memoizeByObject(roleOf);

/** Whether a number or a contact of a party is printed once, in nobody's or in another one's block. */
function isOnceElsewhere(cell: Grounded, index: DocumentIndex): boolean {
  const party = isUnquoted(cell) && identifierKind(cell.field) !== undefined ? partyOfField(cell.field) : undefined;
  return party !== undefined && cell.occurrences.length === 1 && cell.occurrences.every((place) => ownerOf(place, index) !== party);
}

/** The place of a value without a caption, if it says whose it is. */
function byPlace(cell: Grounded, places: readonly Span[], reading: NamedReading): Cap | undefined {
  const { cells, fields, index } = reading;
  const party = standsAsParty(cell.field, places, fields, index);
  if (party)
    return cap(
      'label.place',
      `${reasonText.header}: it stands as the name of ${party === 'seller' ? 'its issuer' : 'whom it is addressed to'} does`,
    );
  const open = places.filter((span) => !isNamedOther(cell, span, index));
  if (open.some((span) => isInItsBlock(cell, span, cells, index) || isWithItsGroup(cell, span, reading)))
    return cap('label.place', `${reasonText.header}: it stands beside the other values of its group`);
  if (places.some((span) => isUnderHeading(cell, span, index)))
    return cap('label.place', `${reasonText.header}: it stands under the heading of its party`);
  if (places.some((span) => isOfSumRow(cell, span, index)))
    return cap('label.place', `${reasonText.header}: it stands in the row of its sum`);
  if (
    places.length === 1 &&
    (cell.field.type !== 'string' || isDate(cell.field)) &&
    places.some((span) => isSaidAlone(cell.field, span, reading))
  )
    return cap('label.place', `${reasonText.header}: its sentence says so`);
  if (isMeans(cell)) return cap('label.place', `${reasonText.header}: it is a way to pay`);
  if (isItsTime(cell, places, reading)) return cap('label.place', `${reasonText.header}: it is the time of the document`);
  if (isDayOfTitle(cell, places, index)) return cap('label.place', `${reasonText.header}: it is the day of the document`);
  if (isOnlyDay(cell, places, index)) return cap('label.place', `${reasonText.header}: no other day is printed`);
  if (isOnlyContact(cell, places, index)) return cap('label.place', `${reasonText.header}: no other text of the page has this shape`);
  if (isItsEnding(cell, places, index)) return cap('label.place', `${reasonText.header}: it is the end of such a number`);
  return nameByForm(cell, places, index) ?? nameBySide(cell, places, index);
}

/** Whether the sentence of a number speaks of a field, and of no other one that asks for such numbers. */
function isSaidAlone(field: Field, span: Span, { fields, index }: NamedReading): boolean {
  if (isPercentage(span, index) !== asksForRate(field)) return false;
  const rivals = fields.filter((other) => other !== field && isAlike(field, other));
  return isSaidOf(field, span, index) && !rivals.some((other) => isSaidOf(other, span, index));
}

/** Whether a sum is the last number of a row that begins with its label: other columns have their sums in between. */
function isOfSumRow({ field }: Grounded, span: Span, index: DocumentIndex): boolean {
  const concept = conceptOf(field);
  if (concept !== 'total' && concept !== 'amount_due') return false;
  const numbers = index.numbersIn(span.order);
  const [first] = index.lines[span.order]?.phrases ?? [];
  const last = numbers.at(-1);
  return numbers.length > 1 && last !== undefined && meets(last, span) && first !== undefined && labelIn(first.text)?.concept === 'total';
}

/** Whether words before a number name another one than its field asks for: `Licence 3881402`, `check no. 0077315504`. The document's stands behind its title. */
function isNamedOther({ field, value }: Grounded, span: Span, index: DocumentIndex): boolean {
  const text = String(value);
  if (!numberAlone.test(text) || ibanLike(text) !== undefined || placeKind(field) !== undefined || conceptOf(field) === 'invoice_number')
    return false;
  const before = span.from === phraseAt(span, index)?.from ? '' : textLeft(span);
  if (/[|•·,;]$/.test(before) || captionOf(field, span, index).share > 0) return false;
  const [own, said] = [nameParts(field.names.join(' ')), nameParts(before)];
  if ([...said.atoms].some((atom) => atom !== 'number' && own.atoms.has(atom))) return false;
  const others = said.rest.filter((word) => word.length > 1 && !/\d/.test(word) && !own.rest.some((one) => one.startsWith(word)));
  return others.length > 0 || [...said.atoms].some((atom) => atom !== 'number');
}
/** Four digits or more, and no words. */
const numberAlone = /^(?!.*\p{L}{3})(?:\D*\d){4}/u;

/** Whether a field asks how something is paid, and the value is a way to pay. */
function isMeans({ field, value }: Grounded): boolean {
  const { atoms } = nameParts(field.names.at(-1) ?? '');
  const isAsked = conceptOf(field) === 'payment_method' || (atoms.has('payment') && (atoms.has('method') || atoms.has('type')));
  return isAsked && choiceIn(String(value), waysToPay) !== undefined;
}
const waysToPay = ['cash', 'card', 'transfer', 'direct debit', 'cheque', 'paypal'];

/**
 * Judges the parts of addresses and the contacts that stand in the block of their group's name, after all readers have answered: whose the name is, they
 * are, whatever the lines over the block seem to say, and where the names may be exchanged they may be, too.
 */
export function judgeParts(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  if (index.silent || !cells.some(isUnquoted)) return cells;
  const reading = claimed(cells, index);
  return cells.map((cell) => (cell.field.path.includes('[]') || !isUnquoted(cell) ? cell : asItsName(cell, reading)));
}

function asItsName(cell: Grounded, reading: ClaimedReading): Grounded {
  const [name] = fewPlacesOf(cell).flatMap((span) => nameOverPart(cell, span, reading) ?? []);
  if (!name) return cell;
  if (name.caps.some((given) => exchanged.has(given.name)))
    return withLabel(cell, refuted('printed, but the name that it stands with may be that of the other party'));
  const caps = cell.caps.filter((given) => given.name !== 'label.otherParty');
  const isPlaced = name.caps.some((given) => isPrintedLabel(given) || given.name === 'label.place');
  if (caps.length === cell.caps.length || !isPlaced) return cell;
  return { ...cell, caps: [...caps, cap('label.place', `${reasonText.header}: it stands in the block of its party's name`)] };
}
const exchanged = new Set<CapName>(['label.wrongPlace', 'agreement.exchanged']);
