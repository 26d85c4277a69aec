import { numbersIn } from '../../../../core/text.js';
import type { Random } from '../random.js';

/**
 * A text with two neighbouring different digits swapped, or, where it has none, with 3 added to one digit; the first of these, in an order of
 * chance, that `isWrong`. Undefined where every one is still right.
 */
export function swappedDigits(text: string, random: Random, isWrong: (text: string) => boolean): string | undefined {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const swaps = digits.filter((at) => /\d/.test(text[at + 1] ?? '') && text[at] !== text[at + 1]).map((at) => swap(text, at));
  const added = digits.map((at) => text.slice(0, at) + ((Number(text[at]) + 3) % 10) + text.slice(at + 1));
  return [...random.shuffled(swaps), ...random.shuffled(added)].find(isWrong);
}

const swap = (text: string, at: number): string => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);

/** Whether a misreading is still an amount that somebody would print: '076,84' is none. */
export const isAmount = (text: string): boolean => numbersIn(text).length > 0 && !/^\D*0\d/.test(text);
