import { type Decimal, unknown } from '../../contracts/amount.js';
import type { CapName } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { once } from '../../values/memoize.js';
import { type Grounded, held } from '../grounded.js';
import { asksForRate } from '../labels/concepts/concept-kind.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { captionedFor, captionedWith } from '../labels/nearby/captioned-values.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { type Span, type Spot, textOf } from '../page/page-index.js';
import { datesIn } from '../print/dates.js';
import { cap } from '../scoring/caps.js';
import { isDate } from '../type-value.js';
import { isUnquoted } from '../unnamed.js';
import { wordsIn } from './claims.js';
import { addressOfNameless, leftContact, leftInBlock } from './parties/place-in-block.js';

/**
 * Judges the nulls of a reading without quotes, and those of the caller's own fields, whose labels nobody knows, by what the reading leaves over:
 * words with a caption of just the field's name, a part of the address of its group, a contact, and for fields of the caller's own a day, an amount
 * or a percentage. What the page prints and nothing claims may be what was not found.
 */
export function judgeNulls(cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] {
  const isPlain = cells.some(isUnquoted);
  const isAsked = (cell: Grounded): boolean => isOpen(cell) && (isPlain || conceptOf(cell.field) === undefined);
  if (index.silent || !cells.some(isAsked)) return cells;
  const claims = claimsOf(cells, index);
  return cells.map((cell) => (isAsked(cell) ? judgeNull(cell, { cells, claims, index }) : cell));
}

/** A null of a single value that nothing speaks against so far. */
const isOpen = (cell: Grounded): boolean =>
  cell.value === null &&
  !cell.field.path.includes('[]') &&
  !cell.field.enum &&
  cell.field.type !== 'boolean' &&
  cell.caps.every(({ name }) => !name.startsWith('absence.') || openFindings.has(name));
const openFindings = new Set<CapName>(['absence.notPresent', 'absence.expected']);

interface JudgedReading {
  readonly cells: readonly Grounded[];
  readonly claims: Claims;
  readonly index: DocumentIndex;
}

function judgeNull(cell: Grounded, { cells, claims, index }: JudgedReading): Grounded {
  const { field } = cell;
  const isTold = field.type !== 'string' || isDate(field);
  const named = isTold ? captionedWith(field, index) : captionedFor(field, index);
  const captioned = named.find(({ text, span }) => canBe(field, text) && !claims.has(span));
  if (captioned) {
    const where = `"${captioned.caption}" stands beside "${captioned.text}" on page ${captioned.span.row.page}`;
    return held(cell, cap('absence.labelPrinted', `Not present: but ${where}`));
  }
  const part = leftInBlock(cell, cells, index);
  if (part) return unlikely(cell, part, 'is of this address');
  const address = addressOfNameless(cell, cells)?.occurrences[0];
  if (address) return unlikely(cell, { text: textOf(address), row: address.row }, 'is the address of this name');
  const contact = leftContact(cell, cells, index);
  if (contact) return unlikely(cell, contact, 'may be such a contact');
  const [free, ...others] = claims.left(field);
  if (!free || others.length >= maxLeft) return cell;
  return held(cell, cap('absence.unclaimed', `Not present: but "${free.text}" on page ${free.row.page} is no other value of the answer`));
}

const unlikely = (cell: Grounded, { text, row }: Pick<Phrase, 'text' | 'row'>, what: string): Grounded =>
  held(cell, cap('absence.unlikely', `Not present: but "${text}" on page ${row.page} ${what}`));

/** A page that prints more values of a kind than these has many that nobody asks for, and one more of them says nothing. */
const maxLeft = 4;

/** Whether words can be a value of a field: a day, a number and no day, or any text. */
const canBe = (field: Field, text: string): boolean =>
  field.type === 'string' ? !isDate(field) || datesIn(text).length > 0 : /\d/.test(text) && datesIn(text).length === 0;

/** What the values of a reading hold of a document. */
interface Claims {
  has(span: Span): boolean;
  /** The days, amounts or percentages that a field could ask for, and that no value of the reading is, wherever it stands. */
  left(field: Field): readonly Spot<unknown>[];
}

function claimsOf(cells: readonly Grounded[], index: DocumentIndex): Claims {
  const stated = cells.filter(({ value }) => value !== null);
  const words = new Set(allPlacesOf(stated).flatMap(wordsIn));
  const rows = new Set(allPlacesOf(stated.filter(({ path }) => path.includes('['))).map(({ order }) => order));
  const known = new Set(stated.flatMap(({ key = '', amount }) => [key, amount === unknown ? '' : amount.abs().toString()]));
  const has = (span: Span): boolean => wordsIn(span).some((word) => words.has(word));
  const leftOf = (spots: readonly Spot<string | Decimal>[]): readonly Spot<unknown>[] => {
    const free = spots.filter((spot) => !has(spot) && !rows.has(spot.order) && !spot.readings.some((one) => known.has(plain(one))));
    return [...new Map(free.map((spot) => [String(spot.readings[0]), spot])).values()];
  };
  const left = {
    days: once(() => leftOf(index.dates)),
    rates: once(() => leftOf(index.numbers.filter(({ percent }) => percent))),
    amounts: once(() => leftOf(index.numbers.filter(isAmount))),
  };
  return {
    has,
    left(field) {
      const kind = kindOf(field);
      return kind ? left[kind]() : [];
    },
  };
}

/** All places of some values. Equal values of a long table share the list of their places, which counts once. */
const allPlacesOf = (cells: readonly Grounded[]): readonly Span[] =>
  [...new Set(cells.flatMap(({ occurrences, evidence }) => [occurrences, evidence?.spans ?? none]))].flat();
const none: readonly Span[] = [];

/** In the form in which values are compared, without a sign. */
const plain = (reading: string | Decimal): string => (typeof reading === 'string' ? reading : reading.abs().toString());

/** What can be told from other numbers of a page by its form. */
const isAmount = ({ percent, duration, decimals, readings: [value] }: Spot<Decimal>): boolean =>
  !percent && !duration && decimals > 1 && value?.isZero() === false;

/** The kind of value that a field of the caller's own asks for, where values of the kind can be told from others. */
function kindOf(field: Field): 'days' | 'rates' | 'amounts' | undefined {
  if (conceptOf(field) !== undefined) return undefined;
  if (isDate(field)) return 'days';
  if (field.type !== 'number' && field.type !== 'integer') return undefined;
  return asksForRate(field) ? 'rates' : field.type === 'number' ? 'amounts' : undefined;
}
