import type { Field } from '../../../contracts/schema.js';
import { asksForRate } from '../../labels/concepts/concept-kind.js';
import { conceptOf } from '../../labels/concepts/concepts.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { isInColumnOf, meets } from '../../page/page-index.js';
import { datesIn } from '../../print/dates.js';
import { isDate } from '../../type-value.js';
import { type PlacedItem, placesInRows } from './place-items.js';

/**
 * The columns that most items print and that no value of theirs claims, each by its first text, for the fields that are null in all items and could
 * ask for it. Fields of known concepts are judged by their headers.
 */
export function unclaimedColumns(placed: readonly PlacedItem[], index: DocumentIndex): ReadonlyMap<Field, Phrase> {
  const fields = new Set(placed.flatMap(({ cells }) => cells.map(({ field }) => field)));
  const isStated = new Set(placed.flatMap(({ cells }) => cells.flatMap(({ field, value }) => (value === null ? [] : [field]))));
  const nullOnes = [...fields].filter((field) => !isStated.has(field) && mayAskForOne(field));
  if (placed.length < minItems || nullOnes.length === 0) return new Map();
  const free = placed.map((item) => freeIn(item, index));
  return new Map(
    nullOnes.flatMap((field) => {
      const column = columnFor(field, free);
      return column ? [[field, column] as const] : [];
    }),
  );
}
const minItems = 3;

/** A description often stands under no header, or under one that says nothing. */
function mayAskForOne(field: Field): boolean {
  const concept = conceptOf(field);
  return !field.enum && field.type !== 'boolean' && (concept === undefined || concept === 'line_description');
}

/** The texts of an item's line that none of its values has, but for the number that opens it: a position. */
function freeIn(item: PlacedItem, { lines }: DocumentIndex): readonly Phrase[] {
  const taken = item.cells.flatMap((cell) => (cell.value === null ? [] : placesInRows(cell, item)));
  const isFree = (phrase: Phrase): boolean => !taken.some((place) => meets(place, phrase));
  return (lines[item.line]?.phrases ?? []).filter((phrase) => isFree(phrase) && !(phrase.from === 0 && /^\d{1,4}\.?$/.test(phrase.text)));
}

/** The first free text of the first lines whose column is free in most lines. */
function columnFor(field: Field, free: readonly (readonly Phrase[])[]): Phrase | undefined {
  const fitting = free.map((phrases) => phrases.filter(({ text }) => canBe(field, text)));
  const isColumn = (phrase: Phrase): boolean =>
    fitting.filter((others) => others.some((other) => isInColumnOf(phrase, other))).length > minShare * free.length;
  return fitting.slice(0, maxFirstLines).flat().find(isColumn);
}
const minShare = 0.6;
/** What most lines have stands in one of these. */
const maxFirstLines = 8;

function canBe(field: Field, text: string): boolean {
  if (isDate(field)) return datesIn(text).length > 0;
  if (field.type === 'string') return /\p{L}/u.test(text) || /^\d{3,}$/.test(text);
  return /\d/.test(text) && /^[^\p{L}]*\p{L}{0,3}$/u.test(text) && datesIn(text).length === 0 && text.includes('%') === asksForRate(field);
}
