import { numbersIn } from '../../../text.js';
import type { FaultExhibit } from '../exhibits/exhibit.js';
import { type FaultFieldFamily, fieldFamily } from '../exhibits/families.js';
import { canMean, isRight } from '../exhibits/same-value.js';
import { type FaultLeaf, type FaultMark, isLine, leavesOf, withMark } from '../exhibits/sheet.js';
import type { Fault, Planted } from '../fault.js';
import type { Random } from '../random.js';

/** The leaves that the reading has right; only there a fault makes something wrong. */
export const rightLeaves = (exhibit: FaultExhibit): readonly FaultLeaf[] =>
  leavesOf(exhibit.sheet).filter((leaf) => isRight(exhibit, leaf));

/** The header values of one family. */
export const headerLeaves = (exhibit: FaultExhibit, family: FaultFieldFamily): readonly FaultLeaf[] =>
  rightLeaves(exhibit).filter((leaf) => fieldFamily(leaf) === family);

/** Every sum of the document, and one number of its rows. */
export function numberLeaves(exhibit: FaultExhibit, random: Random): readonly FaultLeaf[] {
  const leaves = rightLeaves(exhibit);
  const cell = random.pick(leaves.filter(({ path, name }) => isLine(path) && name !== 'description'));
  return [...leaves.filter((leaf) => fieldFamily(leaf) === 'money'), ...(cell ? [cell] : [])];
}

/** Gives the wrong mark for a leaf; undefined where it cannot be misread this way. */
export type Misreading = (exhibit: FaultExhibit, leaf: FaultLeaf, random: Random) => FaultMark | undefined;

/** A fault that misreads each chosen leaf separately. */
export const leafFault =
  (chosen: (exhibit: FaultExhibit, random: Random) => readonly FaultLeaf[]) =>
  (number: number, name: string, misreading: Misreading): Fault => ({
    number,
    name,
    standard: 'leaves',
    plant: (exhibit, random) => chosen(exhibit, random).flatMap((leaf) => misread(exhibit, leaf, misreading(exhibit, leaf, random))),
  });

/** The sheet with one leaf misread; empty when the new reading is still right. */
export function misread(exhibit: FaultExhibit, leaf: FaultLeaf, mark: FaultMark | undefined): readonly Planted[] {
  if (!mark || (mark.value !== null && canMean(exhibit, leaf, mark.value))) return [];
  return [{ sheet: withMark(exhibit.sheet, leaf, mark), targets: [leaf.path] }];
}

/** The mark with a value that is printed nowhere; its quote is unchanged. */
export const altered = ({ quote, page }: FaultMark, value: string): FaultMark => ({ value, quote, page });

/** The mark with another value, changed in its quote as well; undefined when the quote does not contain the noted value. */
export function requoted({ value: noted, quote, page }: FaultMark, value: string): FaultMark | undefined {
  return noted !== null && quote?.includes(noted) ? { value, quote: quote.replace(noted, () => value), page } : undefined;
}

/**
 * Swaps two neighbouring different digits, or adds 3 to one digit; picks, in random order, the first result that `isWrong`. Undefined when
 * every result is still right.
 */
export function swappedDigits(text: string, random: Random, isWrong: (text: string) => boolean): string | undefined {
  const digits = [...text.matchAll(/\d/g)].map(({ index }) => index);
  const swaps = digits.filter((at) => /\d/.test(text[at + 1] ?? '') && text[at] !== text[at + 1]).map((at) => swap(text, at));
  const added = digits.map((at) => text.slice(0, at) + ((Number(text[at]) + 3) % 10) + text.slice(at + 1));
  return [...random.shuffled(swaps), ...random.shuffled(added)].find(isWrong);
}

const swap = (text: string, at: number): string => text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);

/** Whether a misread text still looks like an amount that somebody would print; '076,84' does not. */
export const isAmount = (text: string): boolean => numbersIn(text).length > 0 && !/^\D*0\d/.test(text);
