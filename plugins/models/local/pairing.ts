import {
  bottom,
  isOverValue,
  labelsIn,
  letters,
  marksIn,
  overlap,
  type PageLine,
  type Phrase,
  type PhraseLabel,
  placed,
  right,
  squash,
} from '../../../core/text.js';
import { doubtful, type Find, quoteOf } from './find.js';
import { findAtPlace, type LabelSpot, type TakenValue, type ValuePlace, type WantedValue } from './label-places.js';
import { type DocumentLayout, textOf } from './layout.js';

/** A value and its label. The rank says how sure their positions make the pair. */
export interface Paired {
  readonly line: PageLine;
  readonly labelLine: PageLine;
  readonly label: PhraseLabel;
  readonly taken: TakenValue;
  readonly place: ValuePlace;
  readonly rank: number;
  readonly quote: string;
}

/** The rank of each place. The share of the phrase that the label takes up is added: up to 1, while a short label in prose costs points. */
const placeRank: Readonly<Record<ValuePlace, number>> = { beside: 3, right: 2.5, below: 2, above: 1.4 };
/** Labels with fewer letters also occur in prose. */
const minLongLabelLetters = 8;

/** Every value beside a label of one of the concepts, best first. */
export function pairs(layout: DocumentLayout, wanted: WantedValue): readonly Paired[] {
  const found: Paired[] = [];
  for (const line of layout.lines) {
    const plain = line.phrases.flatMap((phrase) => labelsOf(phrase, wanted).map((label): LabelSpot => ({ line, phrase, label })));
    for (const spot of [...plain, ...wrappedLabels(layout, line, wanted)]) {
      const pair = pairOf(layout, wanted, spot);
      if (pair) found.push(pair);
    }
  }
  return found.sort((a, b) => b.rank - a.rank || a.line.number - b.line.number);
}

/** The best pair; doubtful where another pair of about the same rank has a different value. */
export function best(found: readonly Paired[], same: (value: string) => string = squash): Find | undefined {
  const [first, ...others] = found;
  if (!first) return undefined;
  const find: Find = {
    value: first.taken.value,
    page: first.line.page,
    quote: first.quote,
    confidence: first.rank >= placeRank.right ? 'certain' : first.rank > placeRank.below - 0.5 ? 'likely' : 'unsure',
    reason: 'exact',
    label: first.label.text,
  };
  const rivals = others.filter((other) => other.rank > first.rank - 0.4 && same(other.taken.value) !== same(first.taken.value));
  return rivals.length > 0 ? doubtful(find) : find;
}

function labelsOf(phrase: Phrase, { concepts, own }: WantedValue): readonly PhraseLabel[] {
  if (!own) return phrase.labels.filter(({ concept }) => concepts.includes(concept));
  return labelsIn(phrase.text, own).flatMap((match) => (concepts.includes(match.concept) ? [placed(phrase, match.concept, match)] : []));
}

function pairOf(layout: DocumentLayout, wanted: WantedValue, spot: LabelSpot): Paired | undefined {
  const weight = weightOf(spot);
  if (weight === undefined || isDashed(spot) || (wanted.free && goesOn(spot))) return undefined;
  const isCaption = isOverValue(spot.phrase, layout.index);
  if (isCaption && letters(spot.label.text) < minShareOfCaption * letters(spot.phrase.text)) return undefined;
  for (const place of isCaption ? placesInCaptionRow : places) {
    const found = findAtPlace[place](layout, spot, wanted);
    if (!found) continue;
    const { line, taken } = found;
    const quote = line === spot.line ? quoteOf(line, spot.label, taken) : quoteOf(line, taken);
    const rank =
      placeRank[place] + (place === 'right' ? Math.max(weight, minWeightBeforeGap) : isQualified(spot, found) ? proseWeight : weight);
    return { line, labelLine: spot.line, label: spot.label, taken, place, rank, quote };
  }
  return undefined;
}

/** Whether a form prints a dash where the value would stand, and nothing near behind it: there is none. */
function isDashed({ line, phrase, label }: LabelSpot): boolean {
  const [dash, next] = line.phrases.slice(line.phrases.indexOf(phrase) + 1);
  if (!dash || label.end !== phrase.text.length || !/^[-–—]+$/.test(dash.text)) return false;
  return !next || (dash.text !== '-' && next.box.x - right(dash.box) >= minHeightsToCaption * dash.box.height);
}
const minHeightsToCaption = 4;

/** Whether a label is the beginning of a longer one, without a colon behind it: `Bank / payment`, `Contrat de maintenance`, `Terms and conditions`. */
function goesOn({ phrase, label }: LabelSpot): boolean {
  const rest = phrase.text.slice(label.end);
  return !rest.includes(':') && joints.test(rest.toLowerCase());
}
const joints =
  /^\s*(?:[/&(]|(?:and|of|for|und|von|für|et|de|des?|du|pour|y|del?|para|e|di|della?|do|da|en|van|voor|och|av|för|og|af|i|dla)\s)/u;

/** Where a value is looked for, in order. */
const places: readonly ValuePlace[] = ['beside', 'right', 'below', 'above'];
/** Captions side by side have their values under them; neither the words behind a label nor the next caption are one. */
const placesInCaptionRow: readonly ValuePlace[] = ['below', 'above'];

/** `Data viaggio` is another day than that of the document. */
const minShareOfCaption = 0.5;

/** How much of the text before the value the label is, 0..1, less in prose. Undefined where a short label is only part of another name. */
function weightOf({ phrase, label }: LabelSpot): number | undefined {
  const part = phrase.text.slice(0, label.start).search(lastPart);
  const lead = phrase.text.slice(part, label.start);
  const known = phrase.labels.filter(({ start, end }) => start >= part && end <= label.start).map(({ text }) => letters(text));
  const before = letters(lead) - sum(known);
  const own = letters(label.text);
  if (/\p{L}/u.test(lead) && isOfOtherDocument(lead)) return undefined;
  if (before <= 0 || isTitleWithNumber(lead)) return 1;
  if (own < minLongLabelLetters) return undefined;
  return before <= own ? own / (own + before) - 0.5 : proseWeight;
}

/** What stands behind the last sign that parts the statements of a line: `No. 17 | Date: 3 May 2025`. */
const lastPart = /[^|•·]*$/;

/** Whether a text is the title of the document with at most its number: `Rechnung Nr. AB-17 vom` is about the document itself. */
function isTitleWithNumber(text: string): boolean {
  const [title] = marksIn(text);
  return title?.name === 'title' && letters(text.slice(0, title.from)) === 0 && titleNumber.test(text.slice(title.to));
}
const titleNumber = /^\s*(?:\([^)]*\)\s*)?(?:\p{L}{1,7}[.:°º]*\s*)?(?:\S*\d\S*\s*)?$/u;

/** Whether further words before the colon make the label another one: `Invoice date of the original: 3 May 2025`. */
function isQualified({ line, phrase, label }: LabelSpot, { taken }: { readonly taken: TakenValue }): boolean {
  const between = textOf(line, label.to, taken.from).replace(/\([^()]*\)/g, '');
  const isLabelled = phrase.labels.some(({ start }) => start >= label.end);
  return !isLabelled && /\p{L}{3}[^:]*:/u.test(between);
}

/** Whether the label is about another document: `Next invoice date`, `previous balance`. */
const isOfOtherDocument = (before: string): boolean =>
  /(?:next|previous|prior|last|old|original|nächste[sr]?|letzte[sr]?|vorherige[sr]?|alte[sr]?|ursprüngliche[sr]?|prochaine?|dernière?|précédente?|anterior|próxim[ao]|últim[ao]|prossim[ao]|precedente|vorige|volgende)\s*$/iu.test(
    before,
  );

/** A label in the middle of a sentence: the value beside it may be about something else. */
const proseWeight = -1.5;
/** Before a gap, the words ahead of the label more likely end another column, so they cost less. */
const minWeightBeforeGap = -0.5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Longer text is a paragraph, not a value. */
const maxTextLength = 300;

/** Takes a whole phrase unchanged, for text without a type of its own. */
export const wholeText = (line: PageLine, from: number, to: number): TakenValue | undefined => {
  const text = textOf(line, from, to);
  const value = text.length > maxTextLength ? '' : text.replace(/^[\s:;.#-]+|[\s:;,-]+$/g, '');
  return letters(value) >= 2 ? { value, from, to } : undefined;
};

/** Lines of one caption are at most this many heights apart. */
const maxGapHeights = 0.8;
/** How much of the narrower line of a caption must stand over or under the other. */
const minOverlap = 0.5;

/** The labels of a line that end captions of two lines, such as `Invoice` over `number`, or `Rechnungs-` over `nummer`. */
export function wrappedLabels(layout: DocumentLayout, line: PageLine, { concepts, own }: WantedValue): readonly LabelSpot[] {
  const above = layout.lines[line.number - 1];
  if (!above || above.page !== line.page || layout.heads.has(line.number)) return [];
  return line.phrases.filter(isCaption).flatMap((phrase) => {
    const upper = above.phrases.find((other) => isCaption(other) && isOver(other, phrase));
    const joined = upper && `${upper.text} ${phrase.text}`;
    const found =
      joined && labelsIn(joined, own).find(({ from, to, concept }) => concepts.includes(concept) && from === 0 && to === joined.length);
    if (!found) return [];
    const label = { concept: found.concept, text: found.label, from: phrase.from, to: phrase.to, start: 0, end: phrase.text.length };
    return [{ line, phrase, label }];
  });
}

const isCaption = ({ text }: Phrase): boolean => /\p{L}/u.test(text) && !/[\d:]/.test(text) && text.split(' ').length <= maxWords;
const maxWords = 3;

const isOver = (upper: Phrase, lower: Phrase): boolean =>
  lower.box.y - bottom(upper.box) <= maxGapHeights * lower.box.height && overlap(upper.box, lower.box) >= minOverlap;
