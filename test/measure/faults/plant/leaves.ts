import type { FaultExhibit } from '../exhibits/exhibit.js';
import { type FaultLeaf, type FaultMark, isLine, leavesOf, withMark } from '../exhibits/sheet.js';
import type { Fault, Planted } from '../fault.js';
import type { Random } from '../random.js';
import { type FaultFieldFamily, fieldFamily } from '../results/families.js';
import { canMean } from '../results/same-value.js';

/** The header fields of a family that were read. */
export const headerLeaves = ({ sheet }: FaultExhibit, family: FaultFieldFamily): readonly FaultLeaf[] =>
  leavesOf(sheet).filter((leaf) => fieldFamily(leaf) === family);

/** Every sum of the document, and one number of its rows. */
export function numberLeaves({ sheet }: FaultExhibit, random: Random): readonly FaultLeaf[] {
  const leaves = leavesOf(sheet);
  const cell = random.pick(leaves.filter(({ path, name }) => isLine(path) && name !== 'description'));
  return [...leaves.filter((leaf) => fieldFamily(leaf) === 'money'), ...(cell ? [cell] : [])];
}

/** What a leaf is read as instead; undefined where it cannot be. */
export type Misreading = (exhibit: FaultExhibit, leaf: FaultLeaf, random: Random) => FaultMark | undefined;

/** A fault of single leaves: each that is chosen is misread in turn. */
export const leafFault =
  (chosen: (exhibit: FaultExhibit, random: Random) => readonly FaultLeaf[]) =>
  (number: number, name: string, misreading: Misreading): Fault => ({
    number,
    name,
    standard: 'leaves',
    plant: (exhibit, random) => chosen(exhibit, random).flatMap((leaf) => misread(exhibit, leaf, misreading(exhibit, leaf, random))),
  });

/** The sheet with one leaf misread; nothing where the new reading is still right. */
export function misread(exhibit: FaultExhibit, leaf: FaultLeaf, mark: FaultMark | undefined): readonly Planted[] {
  if (!mark || (mark.value !== null && canMean(exhibit, leaf, mark.value))) return [];
  return [{ sheet: withMark(exhibit.sheet, leaf, mark), targets: [leaf.path] }];
}

/** The mark with a value that stands nowhere, its quote left as it is. */
export const altered = ({ quote, page }: FaultMark, value: string): FaultMark => ({ value, quote, page });

/** The mark with another value, its quote changed with it; nothing where the quote does not hold the value as it was noted. */
export function requoted({ value: noted, quote, page }: FaultMark, value: string): FaultMark | undefined {
  return noted !== null && quote?.includes(noted) ? { value, quote: quote.replace(noted, () => value), page } : undefined;
}
