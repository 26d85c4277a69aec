import { memoizeByObject } from '../../../values/memoize.js';
import { bottom, misalignment, sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { PageLine, Phrase } from '../../page/lines.js';
import { isTableHeader } from '../../page/surroundings.js';
import { isPrintedAsMoney } from '../../print/numbers.js';
import { isFormWording } from '../wording.js';

/**
 * The values of captions, each under its own: `Train   Coach   Seat` over `RV 2417   5   12A`, most of which have digits; or captions in smaller print than
 * what is under them, as boxes of forms have them. One line of values: with more it is a table, whose headers name columns, or the blocks of two parties.
 */
export const valuesUnderCaptions = memoizeByObject(
  (index: DocumentIndex): ReadonlyMap<Phrase, Phrase> =>
    new Map(index.lines.flatMap((line, order) => [...underCaptions(line, index.lines.slice(order + 1, order + 3), index)])),
);

/** Whether a phrase is a caption whose value, if there is one, stands under it. */
export const isOverValue = (phrase: Phrase, index: DocumentIndex): boolean => captionPhrases(index).has(phrase);

/** The caption over a phrase that is its value. */
export const captionOver = (phrase: Phrase, index: DocumentIndex): Phrase | undefined => captionsByValue(index).get(phrase);

const captionsByValue = memoizeByObject(
  (index: DocumentIndex): ReadonlyMap<Phrase, Phrase> =>
    new Map([...valuesUnderCaptions(index)].map(([caption, value]) => [value, caption] as const)),
);

/** All captions with a value under them, and those beside them in a row that has nothing else. */
const captionPhrases = memoizeByObject((index: DocumentIndex): ReadonlySet<Phrase> => {
  const captions = new Set(valuesUnderCaptions(index).keys());
  const rows = [...new Set([...captions].map(({ order }) => order))].map((order) => index.lines[order]?.phrases ?? []);
  return new Set([...captions, ...rows.filter(canBeCaptions).flat()]);
});

const none: ReadonlyMap<Phrase, Phrase> = new Map();

function underCaptions(line: PageLine, [values, next]: readonly PageLine[], index: DocumentIndex): ReadonlyMap<Phrase, Phrase> {
  if (!values || values.page !== line.page || values.box.y - bottom(line.box) > maxGapHeights * line.box.height) return none;
  const after = next?.page === line.page ? next : undefined;
  const row = rowOfCaptions(line, values, index);
  return row && !(after && goesOn(values, after)) ? row : underSmaller(line, values, after);
}

/** The values under a line that has nothing but captions. */
function rowOfCaptions(line: PageLine, values: PageLine, index: DocumentIndex): ReadonlyMap<Phrase, Phrase> | undefined {
  const row = index.rows[line.number];
  if (!row || !canBeCaptions(line.phrases)) return undefined;
  if (isTableHeader(row) && values.numbers.some(({ value }) => isPrintedAsMoney(value))) return undefined;
  return areValues(values.phrases, line.phrases) ? pairsOf(line.phrases, values.phrases) : undefined;
}

/** The values under those captions of a line that are printed smaller. */
function underSmaller({ phrases }: PageLine, values: PageLine, next: PageLine | undefined): ReadonlyMap<Phrase, Phrase> {
  const pairs = phrases.flatMap((caption, at): readonly (readonly [Phrase, Phrase])[] => {
    const beside = phrases[at + 1];
    if (!canBeCaption(caption) || (beside && !canBeCaption(beside) && !isSmaller(caption, beside))) return [];
    const value = values.phrases.find(({ box }) => Math.abs(box.x - caption.box.x) <= caption.box.height / 2);
    return value && isSmaller(caption, value) && isRightOver(caption, value) ? [[caption, value]] : [];
  });
  const continued = pairs.filter(([, value]) => next?.phrases.some((other) => isSameColumn(value, other)));
  return continued.length > 1 ? none : new Map(pairs);
}

/** Captions of OCR have the heights of their letters. */
const isSmaller = (caption: Phrase, value: Phrase): boolean =>
  caption.box.height <= maxCaptionSize * value.box.height && ![caption, value].some(({ row, from }) => row.words[from]?.ocr);
/** Forms print captions in some 6 to 8 points over values in 9 to 12. */
const maxCaptionSize = 0.85;

const isRightOver = ({ box: a }: Phrase, { box: b }: Phrase): boolean => b.y - bottom(a) <= maxGapInBox * b.height;
/** In heights of the value. */
const maxGapInBox = 1;

const isSameColumn = ({ box: a }: Phrase, { box: b }: Phrase): boolean =>
  Math.abs(a.x - b.x) <= a.height / 2 && Math.abs(a.height - b.height) <= a.height / 10;

/** In heights of the captions. */
const maxGapHeights = 4;
const mostCaptions = 12;

const canBeCaptions = (phrases: readonly Phrase[]): boolean =>
  phrases.length > 1 && phrases.length <= mostCaptions && phrases.every(canBeCaption);

const canBeCaption = (phrase: Phrase): boolean => /\p{L}/u.test(phrase.text) && !/[\d:]/.test(wordsOfCaption(phrase));

/** The words of a caption without the number of its box. */
export const wordsOfCaption = ({ text }: Phrase): string => text.replace(boxNumber, '');

/** Forms number their boxes: `22 Currency and total invoiced`. */
const boxNumber = /^\d{1,2}\s(?=\p{Lu})/u;

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

/** Whether the line under the values has more of them: numbers in most of the columns with numbers. A sentence with a number is none. */
function goesOn(values: PageLine, next: PageLine): boolean {
  const numbers = values.phrases.filter(({ text }) => /\d/.test(text));
  const isMore = (value: Phrase, other: Phrase): boolean =>
    /\d/.test(other.text) && other.to - other.from <= value.to - value.from + maxMoreWords && sharesColumn(value.box, other.box);
  const continued = numbers.filter((value) => next.phrases.some((other) => isMore(value, other)));
  return continued.length > numbers.length / 2;
}
const maxMoreWords = 2;
