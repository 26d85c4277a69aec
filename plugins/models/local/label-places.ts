import { type Box, memoizeByObject } from '../../../core/index.js';
import {
  bottom,
  type Concept,
  isFormWording,
  type LabelConcept,
  letters,
  misalignment,
  type OwnLabels,
  overlap,
  type PageLine,
  type Phrase,
  type PhraseLabel,
  right,
  valuesUnderCaptions,
} from '../../../core/text.js';
import { boxOf, type DocumentLayout, linesBelow, textOf } from './layout.js';

/** What is searched for beside a label. */
export interface WantedValue {
  readonly concepts: readonly LabelConcept[];
  /** The field's own words, where these count as labels. */
  readonly own?: OwnLabels;
  /** Set where the value may be any text, even one that looks like a short label such as `Net`. */
  readonly free?: true;
  /** A concept whose labels may be part of the value: `Credit card` also stands before an amount that was paid with it. */
  readonly within?: Concept;
  /** Set where a few digits before words in the next column are no value: `14 Mill Lane`, `3582 AN Utrecht`. */
  readonly notOfAddress?: true;
  /** Reads the value at the beginning of a range of words; undefined where none begins there. */
  take(line: PageLine, from: number, to: number): TakenValue | undefined;
}

export interface TakenValue {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** A label and the phrase and row it stands in. */
export interface LabelSpot {
  readonly line: PageLine;
  readonly phrase: Phrase;
  readonly label: PhraseLabel;
}

export type ValuePlace = 'beside' | 'right' | 'below' | 'above';

/** A value and the row it is printed in. */
export interface PlacedValue {
  readonly line: PageLine;
  readonly taken: TakenValue;
}

/** Finds the value at each place where one may stand. */
export const findAtPlace: Readonly<
  Record<ValuePlace, (layout: DocumentLayout, spot: LabelSpot, wanted: WantedValue) => PlacedValue | undefined>
> = {
  /** In the label's own phrase, up to the next label. */
  beside(_, { line, phrase, label }, wanted) {
    const next = phrase.labels.find(
      (other) =>
        other.start >= label.end && letters(other.text) > 1 && !wanted.concepts.includes(other.concept) && endsValue(wanted, phrase, other),
    );
    const glued = /^[^\s\p{L}\p{N}]*[\p{L}\p{N}]/u.test(phrase.text.slice(label.end));
    const end = next?.from ?? phrase.to;
    const isTold = glued || /^\s*:/.test(phrase.text.slice(label.end));
    const colon = isTold ? -1 : colonOf(line, label.to, end);
    if (wanted.free && colon < 0 && !isTold && isRestOfCaption(phrase, label)) return undefined;
    const taken = wanted.take(line, glued ? label.to - 1 : Math.max(label.to, colon + 1), end);
    return taken && { line, taken: glued ? withoutLabel(taken, label) : taken };
  },

  /** At the beginning of the next phrase of the row, if the label ends its own phrase. */
  right(layout, { line, phrase, label }, wanted) {
    const next = line.phrases.slice(line.phrases.indexOf(phrase) + 1).find(({ text }) => /[\p{L}\p{N}]/u.test(text));
    if (!next || !endsWith(phrase, label) || next.box.x - right(phrase.box) > layout.effort.maxHeightsRight * phrase.box.height)
      return undefined;
    const taken = wanted.take(line, next.from, next.to);
    return taken && !(wanted.notOfAddress && beginsAddress(line, taken, next)) ? { line, taken } : undefined;
  },

  /** In the first line below with anything under the label, unless that is itself a label or belongs to another label of the row. */
  below(layout, { line, phrase, label }, wanted) {
    if (layout.heads.has(line.number)) return undefined;
    if (!endsWith(phrase, label) && !followedByLabel(phrase, label)) return undefined;
    const box = boxOf(line, label.from, label.to);
    const own = valuesUnderCaptions(layout.index).get(phrase);
    const under = own && layout.lines[own.order];
    if (own && under) {
      const taken = wanted.take(under, own.from, own.to);
      return taken && { line: under, taken };
    }
    for (const under of linesBelow(layout, line, box, layout.effort.maxHeightsBelow)) {
      const reached = under.phrases.filter((other) => isUnder(box, other.box));
      if (reached.length === 0) continue;
      const mine = reached.find((other) => nearestLabel(line, other.box) === label.from);
      const taken = mine && takeUnder(wanted, under, mine, box);
      return taken && { line: under, taken };
    }
    return undefined;
  },

  /** Right above the label, as on cards that print a figure over its caption. */
  above(layout, { line, phrase, label }, wanted) {
    const over = wanted.free || !endsWith(phrase, label) ? undefined : figuresOver(layout, line);
    const mine = over?.phrases.find((other) => overlap(other.box, phrase.box) > minCaptionOverlap);
    const taken = over && mine && wanted.take(over, mine.from, mine.to);
    return taken && { line: over, taken };
  },
};

/** The word with the colon behind which a value begins, though its label is only the beginning of the caption: `Origin / Country of origin: Italy`. */
function colonOf(line: PageLine, from: number, to: number): number {
  const words = line.words.slice(from, Math.min(to, from + maxWordsToColon)).map(({ text }) => text);
  const at = words.findIndex((text) => text.endsWith(':'));
  return at >= 0 && restOfCaption.test(words.slice(0, at + 1).join(' ')) ? from + at : -1;
}
const maxWordsToColon = 5;
/** In a second language, in brackets, in small letters, or one word. */
const restOfCaption = /^(?:\/[^\d:]+|\([^\d:]+\)|\p{Ll}[\p{Ll} ]*|\p{L}{2,}\.?):$/u;

/** Whether words without a sign before them go on with a caption rather than being its value: `Broker fee`, `GUEST FOLIO`, `Shipper No.` */
function isRestOfCaption({ text }: Phrase, label: PhraseLabel): boolean {
  const rest = text.slice(label.end);
  return !/[\d:]/.test(text.slice(label.start)) && /^\s+\p{L}/u.test(rest) && isFormWording(rest.trim());
}

/** Whether a value is as short as the number of a house or a postal code, and words follow it, but for a day: `117 of 3 May 2026`. */
const beginsAddress = (line: PageLine, { value, to }: TakenValue, phrase: Phrase): boolean =>
  /^\d{1,5}\p{L}?$/u.test(value) &&
  /^\p{L}{2}/u.test(textOf(line, to, phrase.to)) &&
  !line.dates.some(({ from }) => from >= to && from < phrase.to);

/** A value without the label that clings to it: `Ref:4711`, `Invoice NumberSPC-5519`. */
function withoutLabel(taken: TakenValue, { text }: PhraseLabel): TakenValue {
  const last = text.split(' ').at(-1) ?? text;
  const [clinging = ''] = [text, last].filter((words) => taken.value.startsWith(words));
  const rest = taken.value.slice(clinging.length);
  const isApart = rest.startsWith(':') || (/\p{Ll}$/u.test(clinging) && /^[\p{Lu}\d]/u.test(rest));
  const value = rest.replace(/^:\s*/, '');
  return clinging !== '' && isApart && value !== '' ? { ...taken, value } : taken;
}

/** How much of the narrower of a figure and its caption must stand over the other. */
const minCaptionOverlap = 0.3;

const endsWith = (phrase: Phrase, label: PhraseLabel): boolean =>
  !/[\p{L}\p{N}]/u.test(phrase.text.slice(label.end).replace(/\([^()\d]*\)/g, ''));

const followedByLabel = (phrase: Phrase, label: PhraseLabel): boolean =>
  phrase.labels.some((other) => other.start >= label.end && !/[\p{L}\p{N}]/u.test(phrase.text.slice(label.end, other.start)));

/** A label with at most this many letters may also be part of a value: `Net 30`, `Cash`. */
const maxShortLabelLetters = 4;

/** Whether a label ends the value before it. In free text a short label only does so before a colon. */
const endsValue = ({ free, within }: WantedValue, { text }: Phrase, label: PhraseLabel): boolean =>
  (within === undefined || label.concept !== within) &&
  (free !== true || letters(label.text) > maxShortLabelLetters || text.slice(label.end).startsWith(':'));

/** Reads the value that begins under the label, because one phrase may hold the values of several columns. */
function takeUnder(wanted: WantedValue, line: PageLine, phrase: Phrase, box: Box): TakenValue | undefined {
  const near = line.words.findIndex((word, at) => at >= phrase.from && at < phrase.to && right(word.box) > box.x - box.height);
  const begin = phrase.box.x >= box.x - 2 * box.height || near < 0 ? phrase.from : near;
  return wanted.take(line, begin, phrase.to);
}

const isUnder = (label: Box, value: Box): boolean => value.y >= bottom(label) - label.height * 0.5 && overlap(label, value) > 0.2;

/** The first word of the label or phrase that a box below belongs to: the one with the nearest left edge, right edge or middle. */
function nearestLabel(line: PageLine, box: Box): number | undefined {
  const heads = line.phrases.flatMap((phrase) =>
    phrase.labels.length > 0
      ? phrase.labels.map(({ from, to }) => ({ from, box: boxOf(line, from, to) }))
      : [{ from: phrase.from, box: phrase.box }],
  );
  return heads.sort((a, b) => misalignment(a.box, box) - misalignment(b.box, box))[0]?.from;
}

/**
 * The row of figures right over a row of captions: no word stands among them, and the next text above is further away. Tables print it the
 * other way round, with the captions on top.
 */
export function figuresOver({ lines, heads, body }: DocumentLayout, captions: PageLine): PageLine | undefined {
  const figures = lines[captions.number - 1];
  if (!figures || figures.page !== captions.page) return undefined;
  if (heads.has(captions.number) || body.has(figures.number)) return undefined;
  const isNear = distance(figures, captions) < Math.min(maxHeights * figures.box.height, maxShare * spaceOver(lines, figures));
  return isNear && isFigures(figures) ? figures : undefined;
}

export function captionsUnder(layout: DocumentLayout, figures: PageLine): PageLine | undefined {
  const captions = layout.lines[figures.number + 1];
  return captions && figuresOver(layout, captions) === figures ? captions : undefined;
}

/** From middle to middle, in heights of the figures. */
const maxHeights = 1.8;
/** As a share of the distance to the text above the figures. */
const maxShare = 0.75;

const distance = (a: PageLine, b: PageLine): number => Math.abs(b.box.y + b.box.height / 2 - a.box.y - a.box.height / 2);

function spaceOver(lines: readonly PageLine[], figures: PageLine): number {
  const above = lines[figures.number - 1];
  return above?.page === figures.page ? distance(above, figures) : Number.POSITIVE_INFINITY;
}

/** Figures have digits; words and labels of their own they have not, but dates may name months. */
const isFigures = memoizeByObject(({ phrases, dates }: PageLine): boolean =>
  phrases.every(
    ({ text, labels, from, to }) =>
      /\d/.test(text) && labels.length === 0 && (!/\p{Ll}{4}/u.test(text) || dates.some((date) => date.from >= from && date.to <= to)),
  ),
);
