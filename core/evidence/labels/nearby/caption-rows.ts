import { memoizeByObject } from '../../../values/memoize.js';
import { bottom, misalignment, sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { PageLine, Phrase } from '../../page/lines.js';
import { isTableHeader } from '../../page/surroundings.js';
import { isFormWording } from '../wording.js';

/**
 * The values of captions side by side, each under its own: `Train   Coach   Seat` over `RV 2417   5   12A`. One line of values, most of which have digits:
 * with more it is a table, whose headers name columns.
 */
export const valuesUnderCaptions = memoizeByObject(
  (index: DocumentIndex): ReadonlyMap<Phrase, Phrase> =>
    new Map(index.lines.flatMap((line, order) => [...underCaptions(line, index.lines.slice(order + 1, order + 3), index)])),
);

/** Whether a phrase is one of captions side by side. */
export const isInCaptionRow = (phrase: Phrase, index: DocumentIndex): boolean => captionLines(index).has(phrase.order);

/** Whether a phrase is the value of a caption over it. */
export const isUnderCaption = (phrase: Phrase, index: DocumentIndex): boolean => captionedPhrases(index).has(phrase);

const captionedPhrases = memoizeByObject((index: DocumentIndex): ReadonlySet<Phrase> => new Set(valuesUnderCaptions(index).values()));

const captionLines = memoizeByObject(
  (index: DocumentIndex): ReadonlySet<number> => new Set([...valuesUnderCaptions(index).keys()].map(({ order }) => order)),
);

const none: ReadonlyMap<Phrase, Phrase> = new Map();

function underCaptions(line: PageLine, [values, next]: readonly PageLine[], index: DocumentIndex): ReadonlyMap<Phrase, Phrase> {
  const row = index.rows[line.number];
  if (!values || !row || values.page !== line.page || !canBeCaptions(line.phrases) || isTableHeader(row)) return none;
  const isNear = values.box.y - bottom(line.box) <= maxGapHeights * line.box.height;
  const pairs = isNear ? pairsOf(line.phrases, values.phrases) : undefined;
  const isTable = next?.page === line.page && pairs && goesOn(values, next);
  return pairs && !isTable && areValues(values.phrases, line.phrases) ? pairs : none;
}

/** In heights of the captions. */
const maxGapHeights = 4;
const mostCaptions = 12;

const canBeCaptions = (phrases: readonly Phrase[]): boolean =>
  phrases.length > 1 && phrases.length <= mostCaptions && phrases.every(({ text }) => /\p{L}/u.test(text) && !/[\d:]/.test(text));

/** Each value with the caption that it is best aligned with of those in its column; undefined where one has none, or two have the same. */
function pairsOf(captions: readonly Phrase[], values: readonly Phrase[]): ReadonlyMap<Phrase, Phrase> | undefined {
  if (values.length > captions.length) return undefined;
  const pairs = new Map<Phrase, Phrase>();
  for (const value of values) {
    const over = captions.filter(({ box }) => sharesColumn(box, value.box));
    const [best] = over.toSorted((a, b) => misalignment(a.box, value.box) - misalignment(b.box, value.box));
    if (!best || pairs.has(best)) return undefined;
    pairs.set(best, value);
  }
  return pairs.size > 1 ? pairs : undefined;
}

/**
 * Whether most of a line has digits; or some of it, and the line over it is mostly what is known to announce something. Streets under names have digits as
 * well.
 */
function areValues(values: readonly Phrase[], captions: readonly Phrase[]): boolean {
  const told = values.filter(({ text }) => /\d/.test(text));
  if (told.every(({ text }) => street.test(text))) return false;
  return told.length > values.length / 2 || captions.filter(({ text }) => isFormWording(text)).length >= minKnown;
}
/** A number before or behind two words. */
const street = /^(?:\d{1,5}\p{L}?(?:\s[\p{L}.'-]+){2,5}|[\p{L}.'-]+(?:\s[\p{L}.'-]+){1,4}\s\d{1,4}\p{L}?)$/u;
const minKnown = 3;

/** Whether the line under the values has more of them: numbers in most of the columns with numbers. */
function goesOn(values: PageLine, next: PageLine): boolean {
  const numbers = values.phrases.filter(({ text }) => /\d/.test(text));
  const continued = numbers.filter(({ box }) => next.phrases.some((other) => /\d/.test(other.text) && sharesColumn(box, other.box)));
  return continued.length > numbers.length / 2;
}
