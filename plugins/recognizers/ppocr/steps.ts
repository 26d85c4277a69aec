import { leastLikely, type OcrStep } from '../../../core/index.js';
import { ocrLimits } from '../ocr/limits.js';
import type { NetworkOutput } from './models.js';

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
