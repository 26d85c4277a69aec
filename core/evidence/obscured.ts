import type { Cap } from '../contracts/cap.js';
import type { Word } from '../contracts/document.js';
import { cap, reasonText } from './scoring/caps.js';

/**
 * The cap of words that were read from an image: the certainty of the least sure one, and how well that reads in one word. The quality of a
 * hidden text layer is unknown. A number at which something faint stands may lack a digit, and what lies over a word may show another one.
 */
export function obscured(words: readonly Word[]): readonly Cap[] {
  const read = words.filter((word) => word.ocr);
  if (read.length === 0) return words.filter(({ covered }) => covered).map(underSomething);
  const incomplete = read.filter((word) => word.incomplete).map(withFaintInk);
  if (read.some((word) => word.certainty === undefined)) return [unreadable, ...incomplete];
  const least = Math.min(...read.map((word) => word.certainty ?? 0));
  const name = least >= clear ? 'evidence.obscured' : least >= legible ? 'evidence.blurred' : 'evidence.hardlyRead';
  const whole = cap(name, `${reasonText.obscured}: read from the image with a certainty of ${least.toFixed(2)}${differing(read)}`);
  return [least < whole.value ? { ...whole, value: least, limitedTo: least } : whole, ...incomplete];
}

const underSomething = ({ text }: Word): Cap =>
  cap('evidence.incomplete', `${reasonText.obscured}: a shape or picture may lie over "${text}"`);

const withFaintInk = ({ text }: Word): Cap =>
  cap(
    'evidence.incomplete',
    `${reasonText.obscured}: something faint stands at "${text}" in the picture, perhaps a digit that was not read`,
  );

/** Certainties of the least sure word: above the first, OCR is hardly ever wrong; below the second, it guesses. */
const clear = 0.85;
const legible = 0.6;

/** The names under which OCR words prove a value, whatever their certainty. */
export const isObscured = ({ name }: Cap): boolean =>
  name === 'evidence.obscured' || name === 'evidence.blurred' || name === 'evidence.hardlyRead';

/** What another OCR result has instead, so that a person knows what to check. */
const differing = (words: readonly Word[]): string => {
  const others = words.flatMap(({ text, otherwise }) => (otherwise === undefined ? [] : [`"${text}" may be "${otherwise}"`]));
  return others.length > 0 ? `; ${others.join(', ')}` : '';
};

const unreadable = cap('evidence.noTextLayer', `${reasonText.obscured}: read from the hidden text under an image`);
