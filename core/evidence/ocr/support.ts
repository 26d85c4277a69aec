import { leastLikely, type OcrLine, type OcrStep } from '../../contracts/document.js';
import { memoize, memoizeByObject, once } from '../../values/memoize.js';
import { squash } from '../print/normalise.js';

/** How well the picture of a line supports a text, in natural logarithms of ratios of probabilities. */
export interface Support {
  /** How much less likely the text is than what the engine takes for likeliest in its place: 0 where it is just that, -3 one in twenty. */
  readonly likelihood: number;
  /**
   * How much likelier it is than the likeliest text there with another digit, one more or one less, up to 7; negative where that is likelier.
   * Infinity without digits. Reckoned when it is asked for, because it takes most of the time.
   */
  readonly lead: number;
  /** The part of the line where it stands, as shares of the line's length. */
  readonly from: number;
  readonly to: number;
}

/** A longer text is not one value; of a long number the last digits are varied. */
const maxLength = 80;
const maxVaried = 16;

/** A longer print has more characters than that, whatever does not count in it. */
const maxPrinted = 200;

/** A text less likely than this stands elsewhere, if at all. One misread character costs up to 7, and a long text may have some. */
const farOff = ({ length }: readonly string[]): number => leastLikely - length / 2;

/** Whether a line has the characters of a text, wherever; what has not is not looked at further. */
export function mayShow(text: string, line: OcrLine): boolean {
  const { wanted, marks } = claimed(text);
  return wanted.length > 0 && mostPossible(wanted, trellisOf(line, marks)) >= farOff(wanted);
}

/**
 * How well a line supports a text that a reader claims to stand there, whole and not as a part of a word or number. Case, accents and spaces
 * do not count; marks count where there are digits. Undefined where nothing in the line resembles it.
 * Source: Viterbi alignment of connectionist temporal classification, Graves et al. 2006, §4, free at both ends.
 */
export function supportFor(text: string, line: OcrLine): Support | undefined {
  if (!mayShow(text, line)) return undefined;
  const { wanted, marks } = claimed(text);
  const trellis = trellisOf(line, marks);
  const { likelihood, from, to } = align(wanted, trellis);
  if (likelihood < farOff(wanted)) return undefined;
  const count = trellis.steps.length;
  const lead = once(() => leadOf(wanted, likelihood, { place: partOf(trellis, from, to), around: aroundOf(trellis, from, to) }));
  return {
    likelihood,
    from: from / count,
    to: to / count,
    get lead() {
      return lead();
    },
  };
}

/** A rival that can only be far less likely is not aligned, because a number has up to 330 of them. */
function leadOf(
  wanted: readonly string[],
  likelihood: number,
  { place, around }: { readonly place: Trellis; readonly around: Trellis },
): number {
  const digits = [...wanted.keys()].filter((at) => isDigit(wanted[at])).slice(-maxVaried);
  if (digits.length === 0) return Number.POSITIVE_INFINITY;
  const least = likelihood + leastLikely;
  const likeliest = (rivals: readonly (readonly string[])[], there: Trellis): number =>
    Math.max(...rivals.map((rival) => (mostPossible(rival, there) > least ? align(rival, there).likelihood : least)), least);
  return likelihood - Math.max(likeliest(withOtherDigit(wanted, digits), place), likeliest(withFurtherDigit(wanted, digits), around));
}

/** The characters of a text that count; none where it is too long to be one value. */
const claimed = memoize((text: string) => {
  const marks = /\p{N}/u.test(text);
  const wanted = text.length > maxPrinted ? [] : charactersOf(text, marks);
  return { marks, wanted: wanted.length > maxLength ? [] : wanted };
});

/** The characters that count. Marks at the ends do not. */
function charactersOf(text: string, marks: boolean): readonly string[] {
  const characters = [...text].map((character) => (marks && isMark(character) ? character : squash(character)));
  return [...characters.join('').replace(/^[.,/-]+|[.,/-]+$/g, '')];
}

/** An upper bound that is quickly reckoned: each character where it is likeliest. */
const mostPossible = (wanted: readonly string[], { highest }: Trellis): number =>
  wanted.reduce((sum, character) => sum + (highest.get(character) ?? leastLikely), 0);

const allDigits = [...'0123456789'];
const isDigit = (character = ''): boolean => /\d/.test(character);

const withOtherDigit = (wanted: readonly string[], digits: readonly number[]): readonly (readonly string[])[] =>
  digits.flatMap((at) => [
    ...allDigits.filter((digit) => digit !== wanted[at]).map((digit) => wanted.with(at, digit)),
    ...(wanted.length > 1 ? [wanted.toSpliced(at, 1)] : []),
  ]);

/** With a digit more, before and after each: who claims 250 where a faint 1 stands before it has left out what is there. */
const withFurtherDigit = (wanted: readonly string[], digits: readonly number[]): readonly (readonly string[])[] =>
  [...new Set(digits.flatMap((at) => [at, at + 1]))].flatMap((at) => allDigits.map((digit) => wanted.toSpliced(at, 0, digit)));

/** Where a text stands in a line, by the indexes of its steps, and how likely it is there. */
interface Alignment {
  readonly likelihood: number;
  readonly from: number;
  readonly to: number;
}

const nowhere: Alignment = { likelihood: Number.NEGATIVE_INFINITY, from: 0, to: 0 };

/** The likeliest alignment with some of the steps, relative to the likeliest path through these. */
function align(wanted: readonly string[], { steps }: Trellis): Alignment {
  const [first, last] = [wordKindOf(wanted[0] ?? ''), wordKindOf(wanted.at(-1) ?? '')];
  // The states are the characters and what lies between them: none, first character, none, second character, ..., none.
  const states = 2 * wanted.length + 1;
  let scores = new Float64Array(states).fill(Number.NEGATIVE_INFINITY);
  let starts = new Int32Array(states);
  let best = nowhere;
  for (const [at, { ratios, before, after }] of steps.entries()) {
    const [nextScores, nextStarts] = [new Float64Array(states), new Int32Array(states)];
    for (let state = 0; state < states; state += 1) {
      const character = state % 2 === 1 ? (wanted[state >> 1] ?? '') : '';
      const skips = character !== '' && character !== wanted[(state >> 1) - 1] ? 2 : 1;
      let from = state;
      for (let other = state - 1; other >= Math.max(0, state - skips); other -= 1) if (of(scores, other) > of(scores, from)) from = other;
      const begins = state <= 1 && before !== first && of(scores, from) < 0;
      nextScores[state] = (begins ? 0 : of(scores, from)) + (ratios.get(character) ?? leastLikely);
      nextStarts[state] = begins ? at : (starts[from] ?? 0);
    }
    [scores, starts] = [nextScores, nextStarts];
    const end = of(scores, states - 1) > of(scores, states - 2) ? states - 1 : states - 2;
    if (after !== last && of(scores, end) > best.likelihood) best = { likelihood: of(scores, end), from: starts[end] ?? 0, to: at + 1 };
  }
  return best;
}

const of = (scores: Float64Array, state: number): number => scores[state] ?? Number.NEGATIVE_INFINITY;

/** A line prepared for comparison: characters that are compared alike are taken together. */
interface Trellis {
  readonly steps: readonly TrellisStep[];
  /** For each character its highest ratio among the steps. */
  readonly highest: ReadonlyMap<string, number>;
}

interface TrellisStep {
  /** For each character the logarithm of its probability, relative to the likeliest one of the step; '' is none. */
  readonly ratios: ReadonlyMap<string, number>;
  /** What the engine sees directly before the step and after it, if no gap or separator lies between. */
  readonly before: WordKind | undefined;
  readonly after: WordKind | undefined;
  readonly gap: boolean;
}

/** A number does not begin within another, nor a word within another. */
type WordKind = 'letter' | 'digit';
const wordKindOf = (character: string): WordKind | undefined =>
  /\p{N}/u.test(character) ? 'digit' : /\p{L}/u.test(character) ? 'letter' : undefined;

/** Marks that stand within numbers, dates and identifiers. */
const isMark = (character: string): boolean => /^[.,/-]$/.test(character);

/** A line for texts with digits, in which marks count, or for others. Kept one by one, because a trellis takes 500 bytes a step. */
const trellisOf = (line: OcrLine, marks: boolean): Trellis => (marks ? withMarks(line) : plain(line));
const withMarks = memoizeByObject((line: OcrLine) => prepared(line, true));
const plain = memoizeByObject((line: OcrLine) => prepared(line, false));

function prepared({ steps }: OcrLine, marks: boolean): Trellis {
  const before = kindsBefore(steps);
  const after = kindsBefore(mirrored(steps)).reverse();
  return trellisFrom(
    steps.map((step, at) => ({ ratios: ratiosOf(step, marks), before: before[at], after: after[at], gap: step.gap === true })),
  );
}

/** A part of a line by itself. */
const partOf = ({ steps }: Trellis, from: number, to: number): Trellis => trellisFrom(steps.slice(from, to));

/** The same with the steps beside it that most likely show nothing, up to a gap: as many as one more character may take. */
function aroundOf(trellis: Trellis, from: number, to: number): Trellis {
  const isNothing = (at: number): boolean => trellis.steps[at]?.ratios.get('') === 0;
  let [start, end] = [from, to];
  while (start > from - maxBeside && isNothing(start - 1) && !trellis.steps[start]?.gap) start -= 1;
  while (end < to + maxBeside && isNothing(end) && !trellis.steps[end]?.gap) end += 1;
  return partOf(trellis, start, end);
}
const maxBeside = 6;

function trellisFrom(steps: readonly TrellisStep[]): Trellis {
  const highest = new Map<string, number>();
  for (const { ratios } of steps)
    for (const [character, ratio] of ratios) highest.set(character, Math.max(ratio, highest.get(character) ?? leastLikely));
  return { steps, highest };
}

/** Adds up the probabilities of characters that are compared alike; what does not count is as good as none. */
function ratiosOf({ likely }: OcrStep, marks: boolean): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  for (const [character, log] of Object.entries(likely)) {
    const key = marks && isMark(character) ? character : squash(character);
    shares.set(key, (shares.get(key) ?? 0) + Math.exp(log));
  }
  const top = Math.max(...shares.values());
  return new Map([...shares].map(([character, share]) => [character, Math.log(share / top)]));
}

/** The steps from the other end. */
const mirrored = (steps: readonly OcrStep[]): readonly OcrStep[] =>
  steps.map(({ likely }, at) => ({ likely, ...(steps[at + 1]?.gap && { gap: true as const }) })).reverse();

/** What most likely stands directly before each step. Marks belong to what they follow: '12' in '12.50' is not a number of its own. */
function kindsBefore(steps: readonly OcrStep[]): (WordKind | undefined)[] {
  let last: WordKind | undefined;
  return steps.map((step) => {
    if (step.gap) last = undefined;
    const before = last;
    const character = likeliestOf(step);
    if (character !== '' && !isMark(character)) last = wordKindOf(character);
    return before;
  });
}

function likeliestOf({ likely }: OcrStep): string {
  const [first = ['', 0], ...others] = Object.entries(likely);
  return others.reduce((best, one) => (one[1] > best[1] ? one : best), first)[0];
}
