import { type Decimal, unknown } from '../../../contracts/amount.js';
import type { Cap } from '../../../contracts/cap.js';
import type { Concept } from '../../../contracts/concept.js';
import type { Field } from '../../../contracts/schema.js';
import type { Grounded } from '../../grounded.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import { columnIn } from '../../labels/labels.js';
import { taxPartOf } from '../../labels/tax-parts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { type Phrase } from '../../page/lines.js';
import { boxAround, type Span, type Spot, sharesEdge } from '../../page/page-index.js';
import { headerOver } from '../../page/surroundings.js';
import { cap } from '../../scoring/caps.js';
import type { PlacedItem } from './place-items.js';

const factorConcepts = ['line_quantity', 'line_unit_price'] as const satisfies readonly Concept[];
type FactorConcept = (typeof factorConcepts)[number];

/**
 * Doubts a null quantity or price when an unclaimed number in the item's row stands under its header, or gives the amount with the other
 * factor. Undefined if nothing speaks against the null.
 */
export function judgeRowAbsence(cell: Grounded, item: PlacedItem, index: DocumentIndex): Cap | undefined {
  const concept = factorConcepts.find((factor) => factor === conceptOf(cell.field));
  if (cell.value !== null || !concept) return undefined;
  const free = unclaimed(item, index);
  const headed = free.find((spot) => isUnder(concept, spot, index));
  if (headed)
    return cap('absence.labelPrinted', `Not present: but ${headed.text} stands in its line, under "${headerOver(headed, index)?.text}"`);
  const factor = free.find((spot) => makesAmount(spot, concept, item));
  return factor && cap('absence.labelPrinted', `Not present: but ${factor.text} stands in its line, and the amount is its product`);
}

/** The numbers in an item's row without those of its cells, and without the one that opens the row, which is a position number. */
function unclaimed({ cells, line }: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const left = index.numbersIn(line).filter((spot) => !spot.percent && spot.from > 0);
  for (const { amount } of cells) {
    const taken = amount === unknown ? -1 : left.findLastIndex((spot) => spot.readings.some((reading) => reading.eq(amount)));
    if (taken >= 0) left.splice(taken, 1);
  }
  return left;
}

/** The number must overlap the header; the nearest header alone could also match a number inside a long description. */
function isUnder(concept: FactorConcept, spot: Spot<Decimal>, index: DocumentIndex): boolean {
  const header = headerOver(spot, index);
  if (!header || columnIn(header.text) !== concept) return false;
  const { x, width } = boxAround(spot.row.words.slice(spot.from, spot.to));
  return x < header.box.x + header.box.width + headerSlackPoints && x + width > header.box.x - headerSlackPoints;
}

/** A value may stand this far beside its header, in points. */
const headerSlackPoints = 15;

function makesAmount(spot: Spot<Decimal>, concept: FactorConcept, { cells }: PlacedItem): boolean {
  const amountOf = (wanted: Concept) => cells.find(({ field }) => conceptOf(field) === wanted)?.amount ?? unknown;
  const amount = amountOf('line_amount');
  const factor = amountOf(concept === 'line_quantity' ? 'line_unit_price' : 'line_quantity');
  return amount !== unknown && factor !== unknown && spot.readings.some((reading) => reading.times(factor).eq(amount));
}

/** Where each field's values stand, every one in the line of its item. */
export type ColumnPlaces = ReadonlyMap<Field, readonly Span[]>;

/** Gathered once a table, because a long one may have a null in every row. */
export function columnPlaces(placed: readonly PlacedItem[]): ColumnPlaces {
  const places = new Map<Field, Span[]>();
  for (const item of placed)
    for (const cell of item.cells) {
      const known = places.get(cell.field) ?? [];
      places.set(cell.field, known);
      known.push(...placeIn(cell, item));
    }
  return places;
}

/**
 * Doubts a null where the item's line prints something in the column in which the other items have this value. Columns are aligned, so that most of
 * those values share an edge with it.
 */
export function judgeColumnAbsence(
  { value, field }: Grounded,
  { line }: PlacedItem,
  { places, index }: { readonly places: ColumnPlaces; readonly index: DocumentIndex },
): Cap | undefined {
  const column = places.get(field) ?? [];
  if (value !== null || column.length === 0) return undefined;
  const found = index.lines[line]?.phrases.find((part) => canBe(field, part.text) && isIn(part, column));
  return found && cap('absence.valuePrinted', `Not present: but "${found.text}" stands in its line, in the column of the others`);
}

/** Where a value stands in the line of its item. */
function placeIn({ value, occurrences, evidence }: Grounded, { line }: PlacedItem): readonly Span[] {
  const places = value === null ? [] : [...occurrences, ...(evidence?.spans ?? [])];
  return places.filter(({ order }) => order === line).slice(0, 1);
}

const canBe = ({ type }: Field, text: string): boolean =>
  type === 'number' || type === 'integer' ? /\d/.test(text) : /[\p{L}\p{N}]/u.test(text);

const isIn = (part: Phrase, column: readonly Span[]): boolean => column.filter((span) => sharesEdge(span, part)).length * 2 > column.length;

/**
 * Doubts a null in a row of taxes whose line prints what none of its cells has: a percentage for the rate; an amount for the base, the tax or their
 * sum. A line of taxes prints nothing else, so that this needs no header and no other rows.
 */
export function judgeTaxRowAbsence({ value, field }: Grounded, item: PlacedItem, index: DocumentIndex): Cap | undefined {
  const part = value === null ? taxPartOf(field) : undefined;
  if (part === undefined) return undefined;
  const found = leftBy(item, index).find((spot) => (part === 'rate' ? spot.percent : !spot.percent && spot.decimals > 0));
  return found && cap('absence.valuePrinted', `Not present: but "${found.text}" stands in its line`);
}

function leftBy({ cells, line }: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const printed = index.numbersIn(line);
  const claimed = new Set(cells.flatMap((cell) => claimedBy(cell, printed)));
  return printed.filter((spot) => !claimed.has(spot));
}

/** A rate is its percentage, even where the tax is as great: `20 %  20.00`. It may be printed without a sign. */
function claimedBy({ amount, field }: Grounded, printed: readonly Spot<Decimal>[]): readonly Spot<Decimal>[] {
  const equal = amount === unknown ? [] : printed.filter(({ readings }) => readings.some((reading) => reading.eq(amount)));
  const fitting = equal.filter(({ percent }) => percent === (taxPartOf(field) === 'rate'));
  return fitting.length > 0 ? fitting : equal;
}
