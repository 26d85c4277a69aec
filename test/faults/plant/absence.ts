import type { Fault } from '../fault.js';
import { isLine, leavesOf, withMark } from '../sheet.js';
import { isLabelled } from '../standing.js';

/** A value that the page shows under its own label is said not to be there. */
export const nullOut: Fault = {
  number: 22,
  name: 'null-out',
  standard: 'leaves',
  plant: ({ sheet, index }) =>
    leavesOf(sheet)
      .filter((leaf) => !isLine(leaf.path) && isLabelled(leaf, leaf.mark, index))
      .map((leaf) => ({ sheet: withMark(sheet, leaf, { value: null, quote: null, page: null }), targets: [leaf.path] })),
};
