import { type Box, type Concept, labelsIn, type OwnLabels, squash } from '../../../core/index.js';
import { doubtful, type Find, quoteOf } from './find.js';
import {
  bottom,
  boxOf,
  type Label,
  type Line,
  letters,
  linesBelow,
  overlap,
  type Phrase,
  placed,
  right,
  type Sheet,
  textOf,
} from './layout.js';

/** What is looked for beside a label. */
export interface Wanted {
  readonly concepts: readonly (Concept | 'own')[];
  /** The field's own words, where they count as labels. */
  readonly own?: OwnLabels;
  /** The value at the beginning of a stretch of a row, as far as it is one. */
  take(line: Line, from: number, to: number): Taken | undefined;
}

export interface Taken {
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** A value beside a label; the rank says how sure the place makes it. */
export interface Paired {
  readonly line: Line;
  readonly labelLine: Line;
  readonly label: Label;
  readonly taken: Taken;
  readonly place: Place;
  readonly rank: number;
  readonly quote: string;
}
type Place = 'beside' | 'right' | 'below';

/** How much a place is worth. A label that is all of its phrase adds up to 1, a short one in prose takes 1. */
const worth: Readonly<Record<Place, number>> = { beside: 3, right: 2.5, below: 2 };
/** Labels with fewer letters also stand in prose. */
const LONG = 8;

/** Every value that stands beside a label of one of the concepts, best first. */
export function pairs(sheet: Sheet, wanted: Wanted): readonly Paired[] {
  const found: Paired[] = [];
  for (const line of sheet.lines)
    for (const phrase of line.phrases)
      for (const label of labelsOf(phrase, wanted)) {
        const pair = pairOf(sheet, wanted, { line, phrase, label });
        if (pair) found.push(pair);
      }
  return found.sort((a, b) => b.rank - a.rank || a.line.number - b.line.number);
}

/** The best of some pairs; in doubt where another as good says something else. */
export function best(found: readonly Paired[], same: (value: string) => string = squash): Find | undefined {
  const [first, ...others] = found;
  if (!first) return undefined;
  const find: Find = {
    value: first.taken.value,
    page: first.line.page,
    quote: first.quote,
    confidence: first.rank >= worth.right ? 'certain' : first.rank > worth.below - 0.5 ? 'likely' : 'unsure',
    reason: 'exact',
  };
  const rivals = others.filter((other) => other.rank > first.rank - 0.4 && same(other.taken.value) !== same(first.taken.value));
  return rivals.length > 0 ? doubtful(find) : find;
}

interface Spot {
  readonly line: Line;
  readonly phrase: Phrase;
  readonly label: Label;
}

function labelsOf(phrase: Phrase, { concepts, own }: Wanted): readonly Label[] {
  const labels = own ? labelsIn(phrase.text, own).map((match) => placed(phrase, match.concept, match)) : phrase.labels;
  return labels.filter(({ concept }) => concepts.includes(concept));
}

function pairOf(sheet: Sheet, wanted: Wanted, spot: Spot): Paired | undefined {
  const weight = weightOf(spot);
  if (weight === undefined) return undefined;
  for (const place of ['beside', 'right', 'below'] as const) {
    const found = places[place](sheet, spot, wanted);
    if (!found) continue;
    const { line, taken } = found;
    const quote = line === spot.line ? quoteOf(line, spot.label, taken) : quoteOf(line, taken);
    return { line, labelLine: spot.line, label: spot.label, taken, place, rank: worth[place] + weight, quote };
  }
  return undefined;
}

/** How much of the words before a value its label is: 0..1, less in prose; undefined where a short label is only part of another's name. */
function weightOf({ phrase, label }: Spot): number | undefined {
  const known = phrase.labels.filter(({ end }) => end <= label.start).map(({ text }) => letters(text));
  const before = letters(phrase.text.slice(0, label.start)) - sum(known);
  const own = letters(label.text);
  if (/\p{L}/u.test(phrase.text.slice(0, label.start)) && speaksOfAnother(phrase.text.slice(0, label.start))) return undefined;
  if (before <= 0) return 1;
  if (own < LONG) return undefined;
  return before <= own ? own / (own + before) - 0.5 : IN_PROSE;
}

/** `Next invoice date`, `previous balance`: another document's. */
const speaksOfAnother = (before: string): boolean =>
  /(?:next|previous|prior|last|old|original|nächste[sr]?|letzte[sr]?|vorherige[sr]?|alte[sr]?|ursprüngliche[sr]?|prochaine?|dernière?|précédente?|anterior|próxim[ao]|últim[ao]|prossim[ao]|precedente|vorige|volgende)\s*$/iu.test(
    before,
  );

/** A label in the middle of a sentence: the value beside it may be about something else. */
const IN_PROSE = -1.5;

interface Placed {
  readonly line: Line;
  readonly taken: Taken;
}

const places: Readonly<Record<Place, (sheet: Sheet, spot: Spot, wanted: Wanted) => Placed | undefined>> = {
  /** In the same phrase, up to the next label. */
  beside(_, { line, phrase, label }, wanted) {
    const next = phrase.labels.find((other) => other.start >= label.end && !wanted.concepts.includes(other.concept));
    const glued = /^[^\s\p{L}\p{N}]*[\p{L}\p{N}]/u.test(phrase.text.slice(label.end));
    const taken = wanted.take(line, glued ? label.to - 1 : label.to, next?.from ?? phrase.to);
    return taken && { line, taken };
  },

  /** At the beginning of the next phrase of the row, if the label ends its own. */
  right(sheet, { line, phrase, label }, wanted) {
    const next = line.phrases.slice(line.phrases.indexOf(phrase) + 1).find(({ text }) => /[\p{L}\p{N}]/u.test(text));
    if (
      !next ||
      !endsWith(phrase, label) ||
      opensWithLabel(next) ||
      next.box.x - right(phrase.box) > sheet.effort.right * phrase.box.height
    )
      return undefined;
    const taken = wanted.take(line, next.from, next.to);
    return taken && { line, taken };
  },

  /** In the first line below that has anything under the label, if that is no label and under no other label of the row. */
  below(sheet, { line, phrase, label }, wanted) {
    if (sheet.heads.has(line.number)) return undefined;
    if (!endsWith(phrase, label) && !followedByLabel(phrase, label)) return undefined;
    const box = boxOf(line, label.from, label.to);
    for (const under of linesBelow(sheet, line, box, sheet.effort.below)) {
      const reached = under.phrases.filter((other) => isUnder(box, other.box));
      if (reached.length === 0) continue;
      const mine = reached.find((other) => !opensWithLabel(other) && nearestLabel(line, other.box) === label.from);
      const taken = mine && takeUnder(wanted, under, mine, box);
      return taken && { line: under, taken };
    }
    return undefined;
  },
};

const endsWith = (phrase: Phrase, label: Label): boolean =>
  !/[\p{L}\p{N}]/u.test(phrase.text.slice(label.end).replace(/\((?:\p{L}|\W)*\)/gu, ''));

const followedByLabel = (phrase: Phrase, label: Label): boolean =>
  phrase.labels.some((other) => other.start >= label.end && !/[\p{L}\p{N}]/u.test(phrase.text.slice(label.end, other.start)));

const opensWithLabel = (phrase: Phrase): boolean => {
  const first = phrase.labels[0];
  return first !== undefined && letters(phrase.text.slice(0, first.start)) === 0 && letters(first.text) >= 2;
};

/** A phrase may hold the values of several columns: the one that begins under the label is taken. */
function takeUnder(wanted: Wanted, line: Line, phrase: Phrase, box: Box): Taken | undefined {
  const near = line.words.findIndex((word, at) => at >= phrase.from && at < phrase.to && right(word.box) > box.x - box.height);
  const begin = phrase.box.x >= box.x - 2 * box.height || near < 0 ? phrase.from : near;
  return wanted.take(line, begin, phrase.to);
}

const isUnder = (label: Box, value: Box): boolean => value.y >= bottom(label) - label.height * 0.5 && overlap(label, value) > 0.2;

/** The first word of the label or phrase of a row that a box below it belongs to: the one with the nearest left or right edge or middle. */
function nearestLabel(line: Line, box: Box): number | undefined {
  const heads = line.phrases.flatMap((phrase) =>
    phrase.labels.length > 0
      ? phrase.labels.map(({ from, to }) => ({ from, box: boxOf(line, from, to) }))
      : [{ from: phrase.from, box: phrase.box }],
  );
  const distance = (head: Box) =>
    Math.min(Math.abs(head.x - box.x), Math.abs(right(head) - right(box)), Math.abs(head.x + head.width / 2 - box.x - box.width / 2));
  return heads.sort((a, b) => distance(a.box) - distance(b.box))[0]?.from;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** A whole phrase as it stands, for text that has no type of its own. */
export const wholeText = (line: Line, from: number, to: number): Taken | undefined => {
  const value = textOf(line, from, to).replace(/^[\s:;.#-]+|[\s:;,-]+$/g, '');
  return letters(value) >= 2 ? { value, from, to } : undefined;
};
