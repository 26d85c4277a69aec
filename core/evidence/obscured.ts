import type { Cap } from '../contracts/cap.js';
import type { Word } from '../contracts/document.js';
import { cap, reasonText } from './scoring/caps.js';

/** The cap of words that were read from an image: the certainty of the least sure one. The quality of a hidden text layer is unknown. */
export function obscured(words: readonly Word[]): readonly Cap[] {
  const read = words.filter((word) => word.ocr);
  if (read.length === 0) return [];
  if (read.some((word) => word.certainty === undefined)) return [unreadable];
  const least = Math.min(...read.map((word) => word.certainty ?? 0));
  const whole = cap(
    'evidence.obscured',
    `${reasonText.obscured}: read from the image with a certainty of ${least.toFixed(2)}${differing(read)}`,
  );
  return [least < whole.value ? { ...whole, value: least, heldTo: least } : whole];
}

/** What another OCR result has instead, so that a person knows what to check. */
const differing = (words: readonly Word[]): string => {
  const others = words.flatMap(({ text, otherwise }) => (otherwise === undefined ? [] : [`"${text}" may be "${otherwise}"`]));
  return others.length > 0 ? `; ${others.join(', ')}` : '';
};

const unreadable = cap('evidence.noTextLayer', `${reasonText.obscured}: read from the hidden text under an image`);
