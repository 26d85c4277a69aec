import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import type { Grounded } from '../grounded.js';
import { isIdentifier, partyOf } from '../labels/concepts/concept-kind.js';
import { conceptOf, roleOf } from '../labels/concepts/concepts.js';
import { type Caption, captionOf, isContested } from '../labels/nearby/caption-words.js';
import type { DocumentIndex } from '../page/document-index.js';
import { meets, type Span } from '../page/page-index.js';
import { phraseAt } from '../page/surroundings.js';
import { cap, reasonText } from '../scoring/caps.js';
import { isDate } from '../type-value.js';
import { isUnknown, isUnquoted, unnamed, withLabel } from '../unnamed.js';
import { ownerOf } from './parties/judge-owner.js';
import { asksForName, isFirstLine, isInItsBlock, isOnlyContact } from './parties/place-in-block.js';
import { nameRows } from './rows/name-rows.js';

/**
 * Judges what a reader says without quoting: that the page prints a value somewhere does not make it the field's. A label or a caption in the
 * words of the field's name does, a shape that only one text of the page has, a place beside the other values of its group, or a column; where
 * nothing does, the value is doubted.
 */
export function judgeNaming(cells: readonly Grounded[], fields: readonly Field[], index: DocumentIndex): readonly Grounded[] {
  if (index.silent || !cells.some(isUnquoted)) return cells;
  const reading: NamedReading = { cells, fields: fields.filter(({ path, shadow }) => !shadow && !path.includes('[]')), index };
  const single = cells.map((cell) => (isUnquoted(cell) && !cell.field.path.includes('[]') ? judgeSingle(cell, reading) : cell));
  return nameRows(single, index);
}

interface NamedReading {
  readonly cells: readonly Grounded[];
  /** The single values that the caller asks for. */
  readonly fields: readonly Field[];
  readonly index: DocumentIndex;
}

function judgeSingle(cell: Grounded, reading: NamedReading): Grounded {
  const places = cell.occurrences.length > 0 ? cell.occurrences : (cell.evidence?.spans ?? []);
  if (!isPossible(cell, places, reading.index)) return withLabel(cell, unnamed(cell));
  const isRivalled = cell.caps.some(({ name }) => name === 'uniqueness.several' || name === 'uniqueness.part');
  if (!isRivalled && !cell.caps.some(isUnknown)) return cell;
  const captions = places.flatMap((span) => captionFor(cell.field, span, reading) ?? []);
  const caption = isRivalled ? captions.find(({ whole }) => whole === 1) : captions[0];
  if (caption) return { ...withLabel(cell, cap('label.match', reasonText.exact)), label: caption.text };
  const place = byPlace(cell, places, reading);
  return place ? withLabel(cell, place) : withLabel(cell, unnamed(cell));
}

/** Whether such a field can have such a value at all: numbers of documents have digits, names none alone, and an address is no contact. */
function isPossible({ field, value }: Grounded, places: readonly Span[], index: DocumentIndex): boolean {
  const text = String(value);
  if (isIdentifier(field) && !/\d/.test(text) && conceptOf(field) !== 'bic') return false;
  const party = partyOf(field);
  if (!party || isIdentifier(field)) return true;
  if (asksForName(field) && /\d/.test(text)) return places.some((span) => isNameLine(span, index));
  const owners = places.map((span) => ownerOf(span, index));
  const isOthers = owners.length > 0 && owners.every((owner) => owner !== undefined && owner !== party && owner !== 'delivery');
  return asksForName(field) || (!isOthers && /\p{L}{2}/u.test(text) && !/@|www\./.test(text));
}

const isNameLine = (span: Span, index: DocumentIndex): boolean => {
  const phrase = phraseAt(span, index);
  return phrase !== undefined && /\p{L}{2}/u.test(phrase.text) && isFirstLine(phrase, { ...span, to: span.from }, index);
};

/** At least half of a field's own name must be in its caption. */
const minShare = 0.5;

/** The caption of a value if it names the field, and no other field of the schema that holds such values as well. */
function captionFor(field: Field, span: Span, { fields, index }: NamedReading): Caption | undefined {
  const own = captionOf(field, span, index);
  if (own.share < minShare) return undefined;
  const isRate = index.numbersIn(span.order).some((spot) => spot.percent && meets(spot, span));
  const rivals = fields.filter((other) => other !== field && isAlike(field, other) && asksForRate(other) === isRate);
  return isContested(own, span, rivals, index) ? undefined : own;
}

/** A percentage is no amount, whatever its caption says. */
const asksForRate = memoizeByObject(({ names, description }: Field): boolean =>
  /rate|perc|pct|%|satz|sats|taux|tipo|aliquot|porcentaje|prozent|procent|pourcent|oran/i.test(`${names.at(-1)} ${description}`),
);

/** Whether two fields hold values of one type. The texts of two parties may have the same name. */
const isAlike = (field: Field, other: Field): boolean =>
  (field.type === 'string') === (other.type === 'string') &&
  isDate(field) === isDate(other) &&
  (field.type !== 'string' || isDate(field) || partyIn(field) === partyIn(other));

const partyIn = (field: Field): string => roleOf(field) ?? field.names.slice(0, -1).join('.');

/** The place of a value without a caption, if it says whose it is. */
function byPlace(cell: Grounded, places: readonly Span[], { cells, index }: NamedReading): Cap | undefined {
  if (places.some((span) => isInItsBlock(cell, span, cells, index)))
    return cap('label.place', `${reasonText.header}: it stands beside the other values of its group`);
  return isOnlyContact(cell, index) ? cap('label.place', `${reasonText.header}: no other text of the page has this shape`) : undefined;
}
