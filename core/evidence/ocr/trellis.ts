import { leastLikely, type OcrLine, type OcrStep } from '../../contracts/document.js';
import { memoizeByObject } from '../../values/memoize.js';
import { squash } from '../print/normalise.js';

/** A line prepared for comparison: characters that are compared alike are taken together. */
export interface Trellis {
  readonly steps: readonly TrellisStep[];
  /** For each character its highest ratio among the steps. */
  readonly highest: ReadonlyMap<string, number>;
}

export interface TrellisStep {
  /** For each character the logarithm of its probability, relative to the likeliest one of the step; '' is none. */
  readonly ratios: ReadonlyMap<string, number>;
  /** What the engine sees directly before the step and after it, if no gap or separator lies between. */
  readonly before: WordKind | undefined;
  readonly after: WordKind | undefined;
}

/** A number does not begin within another, nor a word within another. */
export type WordKind = 'letter' | 'digit';
export const wordKindOf = (character: string): WordKind | undefined =>
  /\p{N}/u.test(character) ? 'digit' : /\p{L}/u.test(character) ? 'letter' : undefined;

/** Marks that stand within numbers, dates and identifiers. */
export const isMark = (character: string): boolean => /^[.,/-]$/.test(character);

/** A line for texts with digits, in which marks count, or for others. Kept one by one, because a trellis takes 500 bytes a step. */
export const trellisOf = (line: OcrLine, marks: boolean): Trellis => (marks ? withMarks(line) : plain(line));
const withMarks = memoizeByObject((line: OcrLine) => prepared(line, true));
const plain = memoizeByObject((line: OcrLine) => prepared(line, false));

function prepared({ steps }: OcrLine, marks: boolean): Trellis {
  const before = kindsBefore(steps);
  const after = kindsBefore(mirrored(steps)).reverse();
  return trellisFrom(steps.map((step, at) => ({ ratios: ratiosOf(step, marks), before: before[at], after: after[at] })));
}

/** A part of a line by itself. */
export const partOf = ({ steps }: Trellis, from: number, to: number): Trellis => trellisFrom(steps.slice(from, to));

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
