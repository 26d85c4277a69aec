import { squash } from '../../../../core/internal.js';
import { labelsIn } from '../../../../core/text.js';
import { doubtful, type Find, quoteOf } from '../find.js';
import { type Place, places, type Spot, type Taken, type Wanted } from './label-places.js';
import { type Label, type Line, letters, type Phrase, placed, type Sheet, textOf } from './layout.js';

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
    const rank = worth[place] + (place === 'right' ? Math.max(weight, AT_END) : weight);
    return { line, labelLine: spot.line, label: spot.label, taken, place, rank, quote };
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
/** Where a gap follows it, the words before it are rather the end of another column. */
const AT_END = -0.5;

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Text that goes on for longer than this is a paragraph, not a value. */
const LONGEST = 300;

/** A whole phrase as it stands, for text that has no type of its own. */
export const wholeText = (line: Line, from: number, to: number): Taken | undefined => {
  const text = textOf(line, from, to);
  const value = text.length > LONGEST ? '' : text.replace(/^[\s:;.#-]+|[\s:;,-]+$/g, '');
  return letters(value) >= 2 ? { value, from, to } : undefined;
};
