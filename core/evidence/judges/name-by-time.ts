import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { textHeight } from '../caveats/titles.js';
import type { Grounded } from '../grounded.js';
import { conceptOf } from '../labels/concepts/concepts.js';
import { isPaper, isTimeName, nameParts, spelt } from '../labels/concepts/name-words.js';
import type { LabelMatch } from '../labels/labels.js';
import { covered, printedWords, wordsOf } from '../labels/nearby/caption-words.js';
import { labelsBeside } from '../labels/nearby/label-beside.js';
import type { DocumentIndex } from '../page/document-index.js';
import type { Phrase } from '../page/lines.js';
import { type Span, textOf } from '../page/page-index.js';
import { phraseAt } from '../page/surroundings.js';
import { isDate } from '../type-value.js';
import type { ClaimedReading } from './claims.js';

/** Whether the document prints one day only, and the field asks for that of the document: neither for what is due, nor is it labelled as that. */
export const isOnlyDay = ({ field, key }: Grounded, places: readonly Span[], index: DocumentIndex): boolean =>
  isDate(field) &&
  !isOfLaterDay(field) &&
  key !== undefined &&
  index.dates.length > 0 &&
  index.dates.every(({ readings }) => readings.includes(key)) &&
  !places.every((place) => labelsBeside(place, index, { kind: 'date' }).labels.some(({ concept }) => isLaterDay(concept)));

/**
 * Whether a field asks for the day of what a large text at the head calls the document, `date_devis` under `Devis`, and the day is printed as that of
 * a document is: behind its town, or as its date.
 */
export const isDayOfTitle = ({ field }: Grounded, places: readonly Span[], index: DocumentIndex): boolean =>
  isDate(field) &&
  field.names.length === 1 &&
  conceptOf(field) === undefined &&
  places.some((place) => isBrief(place, index) && labelsBeside(place, index, { kind: 'date' }).labels.some(isOfDocument)) &&
  index.phrases
    .slice(0, mostAtHead)
    .some((phrase) => isLarge(phrase, index) && covered(wordsOf(field).own, printedWords(phrase.text)) >= 1);
const mostAtHead = 60;

const isOfDocument = ({ concept }: LabelMatch): boolean => concept === 'issue_date';

/** Whether a day stands in a text of its own, but for a few words: `Bruxelles, le 11 mars 2026`. */
function isBrief(place: Span, index: DocumentIndex): boolean {
  const phrase = phraseAt(place, index);
  return phrase !== undefined && phrase.to - phrase.from - (place.to - place.from) <= maxWordsBeside;
}
const maxWordsBeside = 3;

/** A text of a few words in the upper half of its page that is larger than most of it. */
const isLarge = ({ row: { page }, box, from, to }: Phrase, index: DocumentIndex): boolean =>
  to - from <= maxTitleWords && box.y < index.heightOf(page) / 2 && box.height >= minTitleSize * textHeight(index, page);
const maxTitleWords = 6;
const minTitleSize = 1.25;

/** What is bought at a till is ordered, paid and handed over on one day. */
const isOfLaterDay = memoizeByObject(({ names }: Field): boolean => {
  const name = spelt(names.at(-1) ?? '').replace(purchased, ' ');
  return laterDays.some((atom) => nameParts(name).atoms.has(atom));
});
const purchased = /(?<![^ ])(?:purchase|purchased|transaction|kauf|kaufdatum|achat|compra|acquisto|aankoop|zakupu)(?![^ ])/g;

const isLaterDay = (concept: string): boolean => concept !== 'issue_date' && concept.endsWith('_date');
const laterDays = ['due', 'maturity', 'payment', 'delivery', 'ship', 'order'] as const;

/** Whether a field asks for the time of day, and the document prints one only, or this one right behind its date. */
export const isItsTime = ({ field }: Grounded, [place]: readonly Span[], { cells, index }: ClaimedReading): boolean =>
  place !== undefined &&
  asksForTime(field) &&
  timeOfDay.test(textOf(place)) &&
  (timesIn(index).size === 1 ||
    (isTimeOfDocument(field) && cells.some((cell) => conceptOf(cell.field) === 'issue_date' && isRightBehind(place, cell))));

const isRightBehind = (place: Span, { occurrences }: Grounded): boolean =>
  occurrences.length === 1 &&
  occurrences.some(({ order, to }) => order === place.order && to <= place.from && place.from - to <= maxWordsToTime);
/** `11/14/2025 at 18:17`, `um 18:17`. */
const maxWordsToTime = 1;

/** By the last word of its name, or the first one before words of the document: `heure_emission`. */
const asksForTime = memoizeByObject((field: Field): boolean => {
  const words = spelt(field.names.at(-1) ?? '').split(' ');
  return isTimeName(words.at(-1) ?? '') || (isTimeName(words[0] ?? '') && isTimeOfDocument(field));
});

/** Whether a name says a time and beside it nothing but the document or the purchase: `zeit`, `heure_emission`, not `checkout_time`. */
const isTimeOfDocument = memoizeByObject(({ names }: Field): boolean => {
  const words = spelt(names.at(-1) ?? '').split(' ');
  const { atoms, rest } = nameParts(
    words
      .filter((word) => !isTimeName(word))
      .join(' ')
      .replace(purchased, ' '),
  );
  return rest.every(isPaper) && [...atoms].every((atom) => atom === 'issue' || atom === 'invoice');
});

/** The times that a document prints: a receipt says the same one with and without its seconds. */
const timesIn = memoizeByObject(({ rows }: DocumentIndex): ReadonlySet<string> => {
  const times = new Set(rows.flatMap(({ words }) => words.flatMap(({ text }) => timeOfDay.exec(text)?.[0] ?? [])));
  const minutes = new Set([...times].filter((time) => time.length > longestMinute).map((time) => time.slice(0, time.lastIndexOf(':'))));
  return new Set([...times].filter((time) => !minutes.has(time)));
});
const timeOfDay = /(?<![\d:.])\d{1,2}:\d{2}(?::\d{2})?(?![\d:])/;
const longestMinute = 'HH:MM'.length;
