import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { type Span, textOf } from '../../page/page-index.js';
import { isApart, neighbour } from '../../page/surroundings.js';
import { isFormWording, isOtherCaption } from '../wording.js';
import { isOverValue, valuesUnderCaptions, wordsOfCaption } from './caption-rows.js';
import { namedBy } from './caption-words.js';

/** Words with a caption of their own. */
export interface WordsWithCaption {
  readonly caption: string;
  readonly text: string;
  readonly span: Span;
  readonly captionSpan: Span;
}

/** All words that have a caption and are none themselves: behind its colon, else in the next column of a row that is no header, or under it. */
export const captionedValues = memoizeByObject((index: DocumentIndex): readonly WordsWithCaption[] => {
  const inRows = index.lines.filter(({ phrases }) => !isHeader(phrases, index)).flatMap(({ phrases }) => inRow(phrases, index));
  const under = [...valuesUnderCaptions(index)].map(([caption, value]) => ({
    caption: wordsOfCaption(caption),
    text: value.text,
    span: value,
    captionSpan: caption,
  }));
  return [...inRows, ...under].filter(({ text }) => !isOtherCaption(text));
});

/** Words whose caption says a field's name, at least in part. */
interface WordsForField extends WordsWithCaption {
  /** How well, 0..1. */
  readonly fit: number;
}

/** The words whose caption is a field's name, or nearly. */
export const captionedFor = (field: Field, index: DocumentIndex): readonly WordsForField[] =>
  captionedWith(field, index).filter(({ fit }) => fit >= minCaptionFit);

/** The words whose caption is nearly a field's name, or has all of it, and perhaps more: `Ocean freight` for `freight`. */
export const captionedWith = memoizeByPair((field: Field, index: DocumentIndex): readonly WordsForField[] => {
  const captions = wordsByCaption(index);
  if (captions.size > mostCaptions) return [];
  return [...captions].flatMap(([caption, words]) => {
    const { fit, share } = namedBy(field, caption);
    return fit >= minCaptionFit || (share === 1 && fit >= minFitOfPart) ? words.map((one) => ({ ...one, fit })) : [];
  });
});
/** Those of some ten full pages. Each is compared with the name of each field. */
const mostCaptions = 500;

/** All words with a caption, by caption. */
const wordsByCaption = memoizeByObject(
  (index: DocumentIndex): ReadonlyMap<string, readonly WordsWithCaption[]> => Map.groupBy(captionedValues(index), ({ caption }) => caption),
);

/** Most of a caption must be the field's name, and of the name the caption. */
export const minCaptionFit = 0.75;
const minFitOfPart = 0.5;

/** Headers have their values under them, of which some have digits. */
const isHeader = (phrases: readonly Phrase[], index: DocumentIndex): boolean =>
  phrases.length >= minHeaders &&
  phrases.every(({ text }) => !/[\d:]/.test(text) && isFormWording(text)) &&
  phrases.some((phrase) => isOverNumber(phrase, index));

/** Whether a text with a digit stands in the next line under a phrase. */
function isOverNumber(phrase: Phrase, index: DocumentIndex): boolean {
  const below = neighbour(phrase, 'below', index);
  return below !== undefined && /\d/.test(below.text) && !isApart(phrase, below);
}
const minHeaders = 3;

const inRow = (phrases: readonly Phrase[], index: DocumentIndex): readonly WordsWithCaption[] =>
  phrases.flatMap((phrase, at) => {
    const next = phrases[at + 1];
    if ([phrase, next].some((one) => one !== undefined && isOverValue(one, index))) return [];
    const colon = phrase.row.words.slice(phrase.from, phrase.to).findIndex(({ text }) => text.endsWith(':'));
    const from = phrase.from + colon + 1;
    if (colon >= 0 && from < phrase.to) return [behind(phrase, from, phrase)];
    const isCaption = colon >= 0 || (!/\d/.test(phrase.text) && phrase.to - phrase.from <= maxCaptionWords);
    return isCaption && next ? [behind(phrase, phrase.to, next)] : [];
  });

const maxCaptionWords = 5;

function behind({ row, order, from }: Phrase, end: number, value: Phrase): WordsWithCaption {
  const span = { row, order: value.order, from: Math.max(end, value.from), to: value.to };
  const captionSpan = { row, order, from, to: end };
  return { caption: textOf(captionSpan), text: textOf(span), span, captionSpan };
}
