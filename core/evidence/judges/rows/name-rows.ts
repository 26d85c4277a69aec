import type { CapName } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, once } from '../../../values/memoize.js';
import { type Grounded, held } from '../../grounded.js';
import { asksForRate, identifierKind } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { wholeLabels } from '../../labels/concepts/own-labels.js';
import { better, captionsOver, namedBy } from '../../labels/nearby/caption-words.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { isInColumnOf, meets, type Span, textOf } from '../../page/page-index.js';
import { columnOf, headerOfTable, headerOver } from '../../page/surroundings.js';
import { ibanHolds } from '../../print/identifiers.js';
import { squash } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { isDate } from '../../type-value.js';
import { impossible, isUnquoted, refuted, unnamed, withLabel } from '../../unnamed.js';
import { cutTexts } from '../cut-texts.js';
import { nameBySide } from '../judge-periods.js';
import { nameByForm } from '../name-by-form.js';
import { isInItsBlock, mostPlaces } from '../parties/place-in-block.js';
import { isPossible } from '../possible.js';
import { headingOf } from './group-headings.js';
import { type ArrayItems, eachArray, placeItems } from './place-items.js';
import { type ClaimingRow, type RowCell, rowCell, valued } from './row-cells.js';
import { type SharingItem, shareRows } from './side-by-side.js';
import { isInSlot } from './slots.js';

/**
 * Judges the values of rows that nothing was quoted for: each stands in its item's rows, under a header that names its field or in the column of
 * the other rows' values, at words that no other value of the row claims, and whole.
 */
export const nameRows = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  eachArray(cells, (items) => (items.some((item) => item.some(isUnquoted)) ? nameItems(items, index) : []), index);

function nameItems(items: ArrayItems, index: DocumentIndex): readonly Grounded[] {
  const placement = placeItems(items);
  const { placed } = placement;
  const { sharing } = shareRows(placement);
  const shared = new Set(sharing.flatMap(({ beside }) => beside ?? []));
  const cut = cutTexts(placed, index);
  const rows = placed.map((item) => item.cells.map((cell) => rowCell(cell, item)));
  const named = rows.flatMap((row, at) => {
    const others = [...rows.slice(Math.max(0, at - maxOtherRows), at), ...rows.slice(at + 1, at + 1 + maxOtherRows)];
    return row.map((one) => {
      if (one.cell.value === null) return judgedNull(one.cell, row, index);
      if (!isUnquoted(one.cell)) return one.cell;
      const item = placed[at];
      const isOver = item && one.places.every(({ order }) => order < item.line);
      if (isOver && headingOf(one.cell, item, { placed, index })) return withLabel(one.cell, asHeading);
      const rest = cut.get(one.cell.path);
      const cell =
        rest === undefined
          ? judged(one, row, { others, isShared: item !== undefined && shared.has(item), index })
          : withLabel(one.cell, refuted(`printed, but it goes on: "${rest}"`));
      return inItsRow(cell, one.places);
    });
  });
  return [...named, ...sharing.flatMap((item) => nameBeside(item, index))];
}

/** The values of an item that stands beside another one: no rows around show its columns. */
function nameBeside({ cells, beside }: SharingItem, index: DocumentIndex): readonly Grounded[] {
  const row = beside ? cells.map((cell) => rowCell(cell, beside)) : [];
  return row.map((one) =>
    one.cell.value !== null && isUnquoted(one.cell) ? judged(one, row, { others: [], isShared: true, index }) : one.cell,
  );
}

const asHeading = cap('label.place', `${reasonText.header}: it stands over the rows of its group`);

/** So many rows before a row and after it show what its columns hold: a table of ten thousand is not compared row with row. */
const maxOtherRows = 12;

/** Doubts a null where the lines of its row print what no value of the row has, under a header that names the field. */
function judgedNull(cell: Grounded, row: ClaimingRow, index: DocumentIndex): Grounded {
  const orders = new Set(row.flatMap(({ places }) => places.map(({ order }) => order)));
  const isFree = (span: Span): boolean => !row.some(({ places }) => places.some((place) => meets(place, span)));
  const spans = [...orders].flatMap((order): readonly Span[] =>
    cell.field.type === 'string' ? (index.lines[order]?.phrases ?? []) : index.numbersIn(order),
  );
  const found = spans.find((span) => isFree(span) && isHeaded(cell.field, span, row, index));
  return found
    ? held(cell, cap('absence.labelPrinted', `Not present: but "${textOf(found)}" stands in its line, under a header that names it`))
    : cell;
}

/** Of several places that print a value, its item's rows have just one: there it is read. */
function inItsRow(cell: Grounded, [place, ...more]: readonly Span[]): Grounded {
  if (!place || more.length > 0 || cell.occurrences.length < 2) return cell;
  const { page, words, text } = place.row;
  const found = cap('evidence.valueOnly', `${reasonText.exact}: the value stands in its row on page ${page}, nothing was quoted`);
  const caps = cell.caps.map((given) => (amongSeveral.has(given.name) ? found : given));
  return { ...cell, caps, evidence: { page, text, spans: [place], lines: [words] } };
}
const amongSeveral = new Set<CapName>(['evidence.labelledAmongSeveral', 'evidence.amongFew', 'evidence.amongMany']);

interface NamedTable {
  /** The rows around the row. */
  readonly others: readonly ClaimingRow[];
  /** Whether items stand side by side in the row. */
  readonly isShared: boolean;
  readonly index: DocumentIndex;
}

function judged(one: RowCell, row: ClaimingRow, table: NamedTable): Grounded {
  const { cell, places } = one;
  const { index } = table;
  const cells = row.map((other) => other.cell);
  if (cell.occurrences.length <= mostPlaces && cell.occurrences.some((span) => isInItsBlock(cell, span, cells, index))) return cell;
  if (places.length === 0) return withLabel(cell, unnamed(cell));
  if (!isPossible(cell, places, index)) return withLabel(cell, impossible);
  if ((cell.field.type !== 'string' || /\d/.test(String(cell.value))) && asksForRate(cell.field) && isBesideRate(places, row, index))
    return withLabel(cell, unnamed(cell));
  const isSlotted = once(() => places.some((span) => isInSlot(one, span, row, table.others)));
  if ((cell.field.type !== 'string' || isDate(cell.field)) && !table.isShared && isOutOfColumn(one, table) && !isSlotted())
    return withLabel(cell, unnamed(cell));
  const isHeadedSo = places.some((span) => isHeaded(cell.field, span, row, index));
  const named = isHeadedSo ? undefined : (nameBySide(cell, places, index) ?? nameByForm(cell, places, index));
  if (named) return withLabel(cell, named);
  if ((!isHeadedSo || cell.field.type === 'string') && isClaimedTwice(one, row))
    return withLabel(cell, unnamed(cell, 'another value of the row has the same words'));
  const isKnown =
    isHeadedSo ||
    isProven(cell) ||
    isLikeOthers(cell, table) ||
    (isText(one, cells, index) && places.some((span) => isAmongRows(one, span, 1, table))) ||
    isSlotted() ||
    (table.isShared && !places.every((span) => isHeadedByOther(cell.field, span, row, index))) ||
    places.some((span) => isInColumn(cell.field, span, row, table) && isAmongRows(one, span, 0, table));
  return isKnown ? cell : withLabel(cell, unnamed(cell));
}

/** Whether a place is in the same table as its item's line, and as far from it as the field's values in the rows around, give or take some rows. */
function isAmongRows({ cell, line }: RowCell, span: Span, slack: number, { others, index }: NamedTable): boolean {
  const own = index.rows[line];
  if (!own || headerOfTable(span, index)?.order !== headerOfTable({ row: own, order: line }, index)?.order) return false;
  const offsets = others.flatMap((other) =>
    other.flatMap(({ cell: { field }, line: at, places }) => (field === cell.field ? places.map(({ order }) => order - at) : [])),
  );
  const offset = span.order - line;
  return offsets.length < minOthers || (offset >= Math.min(...offsets) - slack && offset <= Math.max(...offsets) + slack);
}
const minOthers = 2;

/** Whether the words over a place or beside it name the field, and none of the others of its row as well. */
function isHeaded(field: Field, span: Span, row: ClaimingRow, index: DocumentIndex): boolean {
  const concept = conceptOf(field);
  if (concept !== undefined && columnOf(span, index) === concept) return true;
  const header = headerOver(span, index)?.text;
  if (header !== undefined && ownHeaders(field).has(squash(header))) return true;
  const others = row.flatMap(({ cell }) => (cell.field === field ? [] : [cell.field]));
  const captions = captionsOver(field, span, index).filter((text) => header === undefined || !text.includes(header));
  return [...captions, ...(header === undefined ? [] : [header])].some((text) => {
    const own = namedBy(field, text);
    return own.share >= minShare && others.every((other) => better(own, namedBy(other, text)));
  });
}
const minShare = 0.5;

/** Whether the words over a place or beside it name another field of its row. */
const isHeadedByOther = (field: Field, span: Span, row: ClaimingRow, index: DocumentIndex): boolean =>
  row.some(({ cell }) => cell.field !== field && isHeaded(cell.field, span, row, index));

/** What the header of a field may be called. */
const ownHeaders = memoizeByObject((field: Field): ReadonlySet<string> => new Set(wholeLabels(field).map(squash)));

/** Whether a number is no percentage, although the row prints one. */
function isBesideRate(places: readonly Span[], row: ClaimingRow, index: DocumentIndex): boolean {
  const rates = new Set(row.flatMap((one) => one.places.map(({ order }) => order)).concat(places.map(({ order }) => order)));
  const percents = [...rates].flatMap((order) => index.numbersIn(order).filter(({ percent }) => percent));
  return percents.length > 0 && !places.some((place) => percents.some((spot) => meets(spot, place)));
}

/** Check digits say what it is. */
const isProven = ({ field, value }: Grounded): boolean => identifierKind(field) === 'iban' && ibanHolds(String(value));

/** The longest text of a row says what the row is about, whatever its field is called: words, or one under a header of descriptions. */
function isText({ cell: { value, field }, places }: RowCell, cells: readonly Grounded[], index: DocumentIndex): boolean {
  const texts = cells.filter((other) => other.field.type === 'string' && identifierKind(other.field) === undefined && other.value !== null);
  const isLongest = texts.every((other) => String(other.value).length <= String(value).length);
  const isDescribed = (): boolean => hasTwoWords(String(value)) || places.some((place) => columnOf(place, index) === 'line_description');
  return field.type === 'string' && isLongest && isDescribed();
}

/** Whether two words of letters follow each other. */
function hasTwoWords(text: string): boolean {
  const areLetters = text.split(/\s+/).map((word) => /\p{L}{2}/u.test(word));
  return areLetters.some((are, at) => are && areLetters[at + 1] === true);
}

/** Whether the field's codes in most rows around have this shape, and no other field's have. */
function isLikeOthers({ field, value }: Grounded, table: NamedTable): boolean {
  const shape = shapeOf(String(value));
  const isLong = shape.length >= (shape.startsWith('A9') ? minCodeLength - 1 : minCodeLength);
  if (field.type !== 'string' || !/\d/.test(String(value)) || !isLong) return false;
  const others = table.others.flatMap((other) => other.map(({ cell }) => cell));
  const alike = others.filter((cell) => cell.value !== null && shapeOf(String(cell.value)) === shape);
  const valued = others.filter((cell) => cell.field === field && cell.value !== null).length;
  return alike.length > 0 && alike.every((cell) => cell.field === field) && alike.length * 2 > valued;
}
/** Letters with digits are longer than they seem: few other texts have both. */
const minCodeLength = 4;

/** As many letters or digits, of the same kinds. */
function shapeOf(text: string): string {
  const plain = text.replace(/[^\p{L}\p{N}]/gu, '');
  const kinds = (/\p{L}/u.test(plain) ? 'A' : '') + (/\d/.test(plain) ? '9' : '');
  return kinds.padEnd(plain.length, '.');
}

/** Whether more values of the row are printed at these words than its item's rows have of them. A number in a text is none of its words. */
function isClaimedTwice({ cell, anywhere }: RowCell, row: ClaimingRow): boolean {
  const claims = row.filter(
    (other) =>
      other.cell === cell || (!clings(other.cell, cell) && other.anywhere.some((place) => anywhere.some((own) => takes(place, own)))),
  );
  const spots = anywhere.filter((place, at) => !anywhere.slice(0, at).some((before) => meets(before, place)));
  return claims.length > spots.length;
}

/** Whether one is a number and the other letters, which may be one word: `13.97F`. */
const clings = (one: Grounded, other: Grounded): boolean => {
  const [number, letters] = one.field.type === 'string' ? [other, one] : [one, other];
  return number.field.type !== 'string' && /^\p{L}{1,2}$/u.test(String(letters.value));
};

/** Whether a place has most words of another. */
const takes = (place: Span, own: Span): boolean =>
  meets(place, own) && (Math.min(place.to, own.to) - Math.max(place.from, own.from)) * 2 > own.to - own.from;

/** Whether half of the rows around have the field's value in the column of this place, and no other field's. */
function isInColumn(field: Field, span: Span, row: ClaimingRow, { others }: NamedTable): boolean {
  const own = alignedWith(field, span, others);
  return (
    own > 0 &&
    own * 2 >= valued(field, others) &&
    row.every(({ cell }) => cell.field === field || alignedWith(cell.field, span, others) < own || cell.field.type !== field.type)
  );
}

/** Whether hardly any row around has the field's value in the column of one of these places, although they have one. */
function isOutOfColumn({ cell: { field }, places }: RowCell, { others }: NamedTable): boolean {
  const rows = valued(field, others);
  return rows >= minRows && places.every((span) => alignedWith(field, span, others) * minRows < rows);
}
const minRows = 4;

/** How many rows have it in the column of a place. */
const alignedWith = (field: Field, span: Span, rows: readonly ClaimingRow[]): number =>
  rows.filter((row) => row.some(({ cell, places }) => cell.field === field && places.some((place) => isInColumnOf(place, span)))).length;
