import { leastLikely, type OcrStep } from '../../../core/index.js';
import { ocrLimits } from '../ocr/ocr-limits.js';
import type { GreyImage } from '../ocr/picture.js';
import type { NetworkOutput, PpocrModels } from './models.js';

/** What the network answers to the crop of a line; `decode` reads it. */
export const recognizeLine = ({ recognition }: PpocrModels, crop: GreyImage): Promise<NetworkOutput> =>
  recognition(planesOf(crop.dots), crop);

/** Three equal planes from −1 (black) to 1 (white), the range of the network's training. */
function planesOf(dots: Uint8Array): Float32Array {
  const plane = Float32Array.from(dots, (dot) => dot / 127.5 - 1);
  const planes = new Float32Array(3 * plane.length);
  for (const index of [0, 1, 2]) planes.set(plane, index * plane.length);
  return planes;
}

/** A character as the network read it. */
export interface OcrCharacter {
  readonly text: string;
  /** 0..1 */
  readonly certainty: number;
  /** The position of its centre along the line, 0..1. */
  readonly at: number;
}

/**
 * The characters of the likeliest path: the best class of each step, where a run of one class is one character and class 0 is none.
 * @throws RangeError where network and alphabet do not match, because every character would be wrong.
 * Source: best path decoding of connectionist temporal classification, Graves et al. 2006, §3.2.
 */
export function decode({ values, shape }: NetworkOutput, alphabet: readonly string[]): readonly OcrCharacter[] {
  const [, steps = 0, classes = 0] = shape;
  if (classes !== alphabet.length) throw new RangeError(`The network knows ${classes} characters, its alphabet has ${alphabet.length}`);
  return runsOf(values, steps, classes)
    .filter(({ best }) => best !== 0)
    .map(({ best, certainty, first, last }) => ({ text: alphabet[best] ?? '', certainty, at: (first + last + 1) / 2 / steps }));
}

/** Consecutive steps of a line with the same likeliest class. */
interface ClassRun {
  readonly best: number;
  readonly certainty: number;
  readonly first: number;
  readonly last: number;
}

function runsOf(values: Float32Array, steps: number, classes: number): readonly ClassRun[] {
  const runs: ClassRun[] = [];
  for (let step = 0; step < steps; step += 1) {
    const [best, certainty] = likeliest(values.subarray(step * classes, (step + 1) * classes));
    const before = runs.at(-1);
    if (before?.best === best) runs[runs.length - 1] = { ...before, certainty: Math.max(before.certainty, certainty), last: step };
    else runs.push({ best, certainty, first: step, last: step });
  }
  return runs;
}

function likeliest(certainties: Float32Array): readonly [best: number, certainty: number] {
  let [best, highest] = [0, certainties[0] ?? 0];
  for (let index = 1; index < certainties.length; index += 1) {
    const certainty = certainties[index] ?? 0;
    if (certainty > highest) [best, highest] = [index, certainty];
  }
  return [best, highest];
}

/** What may stand at each step of a line. Spaces count as no character; `wordStarts` says where the words begin, as shares of the line's length. */
export function stepsOf({ values, shape }: NetworkOutput, alphabet: readonly string[], wordStarts: readonly number[]): readonly OcrStep[] {
  const [, count = 0, classes = 0] = shape;
  const starts = new Set(wordStarts.map((share) => Math.min(Math.round(share * count), count - 1)));
  return Array.from({ length: count }, (_, at) => {
    const likely = likelyAmong(values.subarray(at * classes, (at + 1) * classes), alphabet);
    return starts.has(at) ? { likely, gap: true } : { likely };
  });
}

function likelyAmong(certainties: Float32Array, alphabet: readonly string[]): OcrStep['likely'] {
  const found = new Map<string, number>();
  for (let index = 0; index < certainties.length; index += 1) {
    const certainty = certainties[index] ?? 0;
    if (certainty < least) continue;
    const character = (alphabet[index] ?? '').trim();
    found.set(character, (found.get(character) ?? 0) + certainty);
  }
  const likeliest = [...found].sort(([, a], [, b]) => b - a).slice(0, ocrLimits.likely);
  return Object.fromEntries(likeliest.map(([character, certainty]) => [character, rounded(Math.min(0, Math.log(certainty)))]));
}

const least = Math.exp(leastLikely);
const rounded = (log: number): number => Math.round(log * 10) / 10 + 0;
