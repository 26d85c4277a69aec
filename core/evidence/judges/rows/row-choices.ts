import type { Decimal } from '../../../contracts/amount.js';
import { unknown } from '../../../contracts/amount.js';
import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { type Grounded, held } from '../../grounded.js';
import { choiceSaid, meaningIn } from '../../labels/concepts/choices.js';
import { spelt } from '../../labels/concepts/name-words.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { meets, type Span, type Spot } from '../../page/page-index.js';
import { isBalance, sideOf } from '../../page/signs.js';
import { withoutAccents } from '../../print/normalise.js';
import { cap, reasonText } from '../../scoring/caps.js';
import { refuted } from '../../unnamed.js';
import { eachArray, type PlacedItem, placeItems, placesInRows } from './place-items.js';

/**
 * Judges the choices of rows that the page says in other words, or by the side of the account that an amount is booked on: by its column, the
 * letter after it, or its sign where amounts of both signs are told apart by the choice; and refutes one whose row prints another.
 */
export const judgeRowChoices = (cells: readonly Grounded[], index: DocumentIndex): readonly Grounded[] =>
  cells.some(isOpen)
    ? eachArray(cells, (items) => (items.some((item) => item.some(isOpen)) ? judgeItems(items, index) : []), index)
    : cells;

/** A choice of a row that nothing was quoted for. */
const isOpen = ({ field, path, value, unquoted }: Grounded): boolean =>
  unquoted === true && value !== null && path.includes('[') && choicesOf(field).length > 0;

/** Nothing can be said in other words of a choice that nobody knows other words for. */
const isKnown = ({ field, value }: Grounded): boolean => choiceSaid(spelt(String(value)), choicesOf(field)) === value;

const choicesOf = memoizeByObject(({ enum: choices = [] }: Field): readonly string[] => choices.filter((one) => typeof one === 'string'));

/** The two sides of an account, where a field offers nothing else: beside purchases and fees a withdrawal is not whatever is debited. */
const sidesOf = memoizeByObject((field: Field): readonly string[] => {
  const choices = choicesOf(field);
  const said = new Set(choices.flatMap((choice) => meaningIn('direction', choice) ?? []));
  return choices.length === 2 && said.size === 2 ? choices : [];
});

function judgeItems(items: readonly (readonly Grounded[])[], index: DocumentIndex): readonly Grounded[] {
  const rows = placeItems(items).placed.map((item) => ({ item, spots: bookedIn(item, index) }));
  const fields = new Set(items.flatMap((item) => item.filter(isOpen).map(({ field }) => field)));
  const bySign = new Map([...fields].map((field) => [field, signsOf(field, rows)] as const));
  return rows.flatMap((row) =>
    row.item.cells.map((cell) => {
      if (!isOpen(cell)) return cell;
      const said = isKnown(cell) ? saidOf(cell, row, index, bySign.get(cell.field)) : undefined;
      if (said) return judged(cell, said);
      const instead = printedChoice(cell, row.item, index);
      return instead && instead.choice !== cell.value ? judged(cell, instead) : cell;
    }),
  );
}

/** An item, and its amounts as they are booked. */
interface BookedRow {
  readonly item: PlacedItem;
  readonly spots: readonly Spot<Decimal>[];
}

/** What a row says, and where. */
interface SaidChoice {
  readonly choice: string;
  readonly place: Span;
}

const judged = (cell: Grounded, { choice, place }: SaidChoice): Grounded =>
  choice === cell.value ? saidByRow(cell, place) : held(cell, refuted(`its row on page ${place.row.page} says "${choice}"`));

/** The cell of a value that a place in its row says in other words. */
export function saidByRow(cell: Grounded, place: Span, says = 'says so in other words'): Grounded {
  const { page, text, words } = place.row;
  const caps = cell.caps.filter(({ name }) => !/^(?:evidence|label)\./.test(name));
  const found = cap('evidence.inferred', `${reasonText.header}: its row on page ${page} ${says}`);
  return { ...cell, caps: [...caps, found], evidence: { page, text, spans: [place], lines: [words] } };
}

function saidOf({ field }: Grounded, row: BookedRow, index: DocumentIndex, signs: SignedChoices | undefined): SaidChoice | undefined {
  const choices = choicesOf(field);
  const [place, ...more] = row.spots;
  const single = more.length === 0 ? place : undefined;
  const side = single && sideOf(single, index);
  const bySide = side && sidesOf(field).find((choice) => meaningIn('direction', choice) === side);
  if (single && bySide !== undefined) return { choice: bySide, place: single };
  const bySign = single && signs?.[signOf(single)];
  return single && bySign !== undefined ? { choice: bySign, place: single } : inWords(choices, row.item, index);
}

/** The choice that the words of an item's rows mean; undefined where they mean several. */
function inWords(choices: readonly string[], { from, to, line }: PlacedItem, index: DocumentIndex): SaidChoice | undefined {
  const lines = index.lines.slice(from, Math.max(to, line + 1));
  const found = lines.flatMap(({ phrases }) =>
    phrases.flatMap((phrase): readonly SaidChoice[] => {
      const choice = choiceSaid(phrase.text, choices);
      return choice === undefined ? [] : [{ choice, place: phrase }];
    }),
  );
  return found.every(({ choice }) => choice === found[0]?.choice) ? found[0] : undefined;
}

/** The only choice that is printed in the line of an item itself, at words that no other value of the item has. */
function printedChoice(cell: Grounded, item: PlacedItem, index: DocumentIndex): SaidChoice | undefined {
  const { field } = cell;
  const row = index.rows[item.line];
  if (!row || placesInRows(cell, item).some(({ order }) => order !== item.line)) return undefined;
  const taken = item.cells.filter((other) => other.field !== field).flatMap((other) => placesInRows(other, item));
  const words = row.words.map(({ text }) => asWord(text));
  const found = choicesOf(field).flatMap((choice): readonly SaidChoice[] => {
    const own = choice.split(/[\s_]+/).map(asWord);
    // `no` is also an abbreviation, `A` an article.
    const isSame = (word: string, at: number): boolean =>
      word.length > maxShort ? word === words[at] : word !== '' && choice === row.words[at]?.text;
    const from = words.findIndex((_, at) => own.every((word, next) => isSame(word, at + next)));
    const place = { row, order: item.line, from, to: from + own.length };
    return from < 0 || taken.some((other) => meets(other, place)) ? [] : [{ choice, place }];
  });
  return found.length === 1 ? found[0] : undefined;
}

const maxShort = 3;
const maxLetters = 100;

/** A word without case, accents and the marks of a sentence. Hyphens stay: `niet-woning`. */
const asWord = (text: string): string =>
  text.length > maxLetters ? '' : withoutAccents(text.toLowerCase()).replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');

/** The printed amounts of an item but for balances. */
function bookedIn(item: PlacedItem, index: DocumentIndex): readonly Spot<Decimal>[] {
  const amounts = item.cells.filter(({ amount, field }) => amount !== unknown && !isBalance(field));
  const places = amounts.flatMap((cell) => placesInRows(cell, item));
  return places.flatMap((place) => index.numbersIn(place.order).filter((spot) => spot.decimals > 0 && meets(spot, place)));
}

type SignedChoices = Readonly<Record<'-' | '+', string>>;

const signOf = ({ readings: [reading] }: Spot<Decimal>): '-' | '+' => (reading?.isNegative() ? '-' : '+');

/**
 * The choice that amounts of each sign have, where the field asks for the side of an account: on a card's statement a payment is negative, on a
 * bank's it is not. One row in five may differ.
 */
function signsOf(field: Field, rows: readonly BookedRow[]): SignedChoices | undefined {
  const sides = sidesOf(field);
  if (sides.length === 0) return undefined;
  const said = rows.flatMap(({ item, spots: [spot, ...more] }) => {
    const value = item.cells.find((cell) => cell.field === field)?.value;
    return spot && more.length === 0 && typeof value === 'string' ? [{ sign: signOf(spot), value }] : [];
  });
  const most = (sign: '-' | '+'): string | undefined => {
    const own = said.filter((one) => one.sign === sign);
    return sides.find((choice) => own.filter(({ value }) => value === choice).length > minAgreed * own.length);
  };
  const [minus, plus] = [most('-'), most('+')];
  return minus !== undefined && plus !== undefined && minus !== plus ? { '-': minus, '+': plus } : undefined;
}
const minAgreed = 0.8;
