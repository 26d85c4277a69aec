import type { Field } from '../../contracts/schema.js';
import type { Grounded } from '../grounded.js';
import { placeKind } from '../labels/concepts/concept-kind.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { maxEdgeGapPoints, meets, type Span, textOf } from '../page/page-index.js';
import { neighbour, phraseAt } from '../page/surroundings.js';
import { hasPostalCode } from '../print/addresses.js';
import { datesIn } from '../print/dates.js';
import { squash } from '../print/normalise.js';
import { isDate } from '../type-value.js';
import type { ClaimedReading } from './claims.js';
import { asksForAddress } from './parties/place-in-block.js';
import { type PlacedItem, placesInRows } from './rows/place-items.js';

/** The words that stand right after a text: beside it in its phrase, or in its next line. */
interface Following extends Span {
  readonly side: 'beside' | 'below';
}

/**
 * Whether a single text ends before words that belong to it and that no other value has, or begins or ends within a word, `204` of `5/204`, wherever it
 * is printed.
 */
export function isCut(cell: Grounded, places: readonly Span[], { isFree, isSole, index }: ClaimedReading): boolean {
  const { value, field } = cell;
  const text = String(value);
  if (places.length > 0 && places.every((place) => beginsInWord(text, place))) return true;
  if (
    isText(cell) &&
    placeKind(field) === undefined &&
    places.length > 0 &&
    places.every((place) => endsInWord(text, place) && isSole(cell, lastWordOf(place)))
  )
    return true;
  const begun = places.filter((place) => squash(text).startsWith(squash(textOf(place))));
  return begun.length > 0 && begun.every((place) => goesOn(lastLine(text, place, index).end));

  function goesOn(end: Span): boolean {
    const rest = following(end, index);
    if (rest === undefined) return false;
    if (asksForStreet(field) && isUnit(rest) && isFree({ ...rest, to: Math.min(rest.to, rest.from + unitWords) })) return true;
    if (rest.side === 'beside' && isCodeGoingOn(cell, rest) && isFree({ ...rest, to: rest.from + 1 })) return true;
    return isFree(rest) && (isJoined(text, rest) || isContinued(text, rest) || lacksTown(field, text, rest));
  }
}

/** Whether an address ends before the line of its town. */
const lacksTown = (field: Field, text: string, rest: Following): boolean =>
  asksForAddress(field) && rest.side === 'below' && hasPostalCode(textOf(rest)) && !hasPostalCode(text);

const asksForStreet = (field: Field): boolean => placeKind(field) === 'street' || asksForAddress(field);

/** Whether a part of a building is named beside an address. Source: USPS Publication 28, appendix C2, and its like in other languages. */
const isUnit = (rest: Following): boolean => rest.side === 'beside' && unit.test(textOf(rest));
const unit =
  /^[-–,]?\s*(?:(?:apt|apartment|bldg|building|dept|floor|lot|room|rm|ste|suite|unit|etage|étage|bât|escalier|piso|planta|puerta|sala|andar|interno|scala|lok|verdieping|våning)\b|\d{1,2}(?:[ºª°]|(?:st|nd|rd|th|er|e|\.)? (?:floor|og|stock|etage|étage)\b))/i;
/** `Suite 403-B`, `3rd floor`. */
const unitWords = 2;

function beginsInWord(text: string, place: Span): boolean {
  const [first = ''] = text.trim().split(/\s/);
  const word = firstOf(place);
  return word.endsWith(first) && /[\p{L}\p{N}][-/_]$/u.test(word.slice(0, word.length - first.length));
}

/** Whether the last word of a text goes on: `vCPU` of `vCPU-h`, `US` of `US/Export`. A number or a day behind a slash may be another value. */
function endsInWord(text: string, place: Span): boolean {
  const [last = ''] = text.trim().split(/\s+/).slice(-1);
  const word = firstOf(lastWordOf(place));
  const rest = word.startsWith(last) ? word.slice(last.length) : '';
  // `DE-10115` is a code and a number.
  if (/^\p{Lu}+$/u.test(last) && /^-\d/.test(rest)) return false;
  return /^(?:[-_][\p{L}\p{N}]|\/\p{L})/u.test(rest) && datesIn(rest.slice(1)).length === 0;
}

/** Whether a code with digits goes on with another group of digits and capitals: `4028 00J7` before `V2K`. */
const isCodeGoingOn = (cell: Grounded, rest: Span): boolean =>
  isText(cell) && /\d[\p{Lu}\d]*$/u.test(String(cell.value)) && /^(?=\p{Lu}*\d)[\p{Lu}\d]{2,6}$/u.test(firstOf(rest));

/**
 * The words with which texts of rows go on, by the path of the text: beside it, or in a line of their own right below it, and no other value of the
 * row. A reader that leaves out such words in the rows around as well means it so.
 */
export function cutTexts(placed: readonly PlacedItem[], index: DocumentIndex): ReadonlyMap<string, string> {
  const ends = placed.map((item) => new Map(item.cells.filter(isText).map((cell) => [cell.field, endOf(cell, item, index)])));
  const restOf = ({ field }: Grounded, at: number): Span | undefined => {
    const end = ends[at]?.get(field);
    if (end?.word) return end.word;
    if (!end?.rest) return undefined;
    const around = [...ends.slice(Math.max(0, at - maxOtherRows), at), ...ends.slice(at + 1, at + 1 + maxOtherRows)];
    const others = around.flatMap((other) => other.get(field) ?? []);
    return isUnusual(end, end.rest, others) ? end.rest : undefined;
  };
  const found = placed.flatMap((item, at) => item.cells.map((cell) => ({ path: cell.path, rest: restOf(cell, at) })));
  return new Map(found.flatMap(({ path, rest }) => (rest ? [[path, textOf(rest)] as const] : [])));
}

/** So many rows before a row and after it show how their texts end. */
const maxOtherRows = 12;

/** A day is whole wherever it is printed. */
const isText = ({ field, value }: Grounded): boolean => value !== null && field.type === 'string' && !field.enum && !isDate(field);

/** How a text of a row ends on the page. */
interface TextEnd {
  readonly text: string;
  /** What follows it and is no value of the row. */
  readonly rest?: Following;
  /** The word that it ends within. */
  readonly word?: Span;
  /** Whether its last word is printed with a comma that its value does not have. */
  readonly isOpen: boolean;
  /** Whether it has a further line of its own. */
  readonly hasLines: boolean;
}

/**
 * Whether most others end where their phrases do, or most of those that go on in a further line have it, or its line ends with a comma. What goes on by
 * its own words is cut where no more others are than are whole.
 */
function isUnusual({ text, isOpen }: TextEnd, rest: Following, others: readonly TextEnd[]): boolean {
  const cut = others.filter((other) => other.rest?.side === rest.side).length;
  const whole = others.filter((other) => (rest.side === 'beside' ? other.rest?.side !== 'beside' : !other.rest && other.hasLines)).length;
  return whole > cut || (isOpen && rest.side === 'below') || isJoined(text, rest) || (whole === cut && isContinued(text, rest));
}

function endOf(cell: Grounded, item: PlacedItem, index: DocumentIndex): TextEnd {
  const text = String(cell.value);
  const places = placesInRows(cell, item).toSorted((one, other) => one.order - other.order || one.to - other.to);
  const first = places.find((place) => squash(text).startsWith(squash(textOf(place))));
  const { end, lines } = first ? lastLine(text, first, index) : { end: places.at(-1), lines: places.length };
  const rest = end && following(end, index);
  const isLeft = rest !== undefined && rest.order < item.to && /[\p{L}\p{N}]/u.test(textOf(rest)) && !isClaimed(rest, item);
  const word = end && endsInWord(text, end) && !isClaimed(lastWordOf(end), { ...item, cells: item.cells.filter((one) => one !== cell) });
  return {
    text,
    ...(isLeft && { rest }),
    ...(word && { word: lastWordOf(end) }),
    isOpen: end !== undefined && endsOpen(end) && !text.endsWith(','),
    hasLines: lines > 1,
  };
}

/** A number that also stands in a column of its own claims no word of a text: `4` of `Filing Cabinet - 4 Drawer`. */
const isClaimed = (span: Span, item: PlacedItem): boolean =>
  item.cells.some((other) => {
    const places = placesInRows(other, item);
    const isIn = (place: Span): boolean => meets(place, span);
    return other.field.type === 'string' ? places.some(isIn) : places.length > 0 && places.every(isIn);
  });

/** The last line of a text that begins at a place, as far as its words are printed line under line, and in how many lines it stands. */
function lastLine(text: string, begin: Span, index: DocumentIndex): { readonly end: Span; readonly lines: number } {
  let end = begin;
  let lines = 1;
  for (let left = squash(text).slice(squash(textOf(begin)).length); left !== ''; lines += 1) {
    const line = lineUnder(end, index);
    const words = line ? line.row.words.slice(line.from, line.to).map((word) => squash(word.text)) : [];
    const count = words.findLastIndex((_, at) => left.startsWith(words.slice(0, at + 1).join(''))) + 1;
    if (!line || count === 0) break;
    end = { ...line, to: line.from + count };
    left = left.slice(words.slice(0, count).join('').length);
  }
  return { end, lines };
}

/** What stands beside the end of a text in its phrase; where that is no words, its next line, unless numbers of other columns stand behind it. */
function following(end: Span, index: DocumentIndex): Following | undefined {
  const beside = { ...end, from: end.to, to: phraseAt(end, index)?.to ?? end.to };
  if (/\p{L}|\d/u.test(textOf(beside)) && !longNumber.test(firstOf(beside))) return { ...beside, side: 'beside' };
  const below = lineUnder(end, index);
  return below && index.numbersIn(below.order).every((spot) => spot.from < below.to) ? { ...below, side: 'below' } : undefined;
}

/** A code of a column of its own, close beside the text. */
const longNumber = /^\d{5,}$/;

/** The line under a text: it begins where the text does, hardly further down than lines of one text. */
function lineUnder(end: Span, index: DocumentIndex): Phrase | undefined {
  const phrase = phraseAt(end, index);
  const below = phrase && neighbour(phrase, 'below', index);
  if (!phrase || !below) return undefined;
  const { box } = phrase;
  const gap = endsOpen(end) ? maxGapOfOpen : maxLineGap;
  const isNext = Math.abs(box.x - below.box.x) <= maxEdgeGapPoints && below.box.y - box.y - box.height <= gap * box.height;
  return isNext ? below : undefined;
}
/** In heights of a line; a text that ends with a comma goes on somewhere. */
const maxLineGap = 0.8;
const maxGapOfOpen = 1.5;

/** Whether the last word of a text is printed with a comma. */
const endsOpen = ({ row, to }: Span): boolean => /\p{L}\)?,$/u.test(row.words[to - 1]?.text ?? '');

/**
 * Whether a text of some words goes on with a word that only joins, or beside it with a bracket: `technical SEO audit` before `& fixes`. A time or a number
 * is whole before a bracket: `04:11 pm (Mo)`.
 */
const isJoined = (text: string, rest: Following): boolean =>
  wordCount(text) >= minWords &&
  (joints.has(firstOf(rest)) || (rest.side === 'beside' && firstOf(rest).startsWith('(') && wordOfLetters.test(text)));
const minWords = 2;
const wordOfLetters = /\p{L}{3}/u;
const joints = new Set(['&', '+', 'and', 'und', 'et', 'y', 'e', 'en', 'og', 'och', 'of', 'for', 'für', 'pour', 'para']);

/** Whether a text ends with a word that joins, a longer one with a hyphen, or its next line begins in small letters, as no other text does. */
const isContinued = (text: string, rest: Following): boolean =>
  (wordCount(text) >= minWords && joints.has(text.trim().split(/\s+/).at(-1) ?? '')) ||
  (rest.side === 'below' &&
    wordCount(text) >= minWordsOfSentence &&
    (/\p{L}-$/u.test(text.trim()) || /^\p{Ll}{2,}[,.;]?$/u.test(firstOf(rest))));
const minWordsOfSentence = 3;

const lastWordOf = (span: Span): Span => ({ ...span, from: span.to - 1 });
const firstOf = ({ row, from }: Span): string => row.words[from]?.text ?? '';
const wordCount = (text: string): number => text.trim().split(/\s+/).length;
