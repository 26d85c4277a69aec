import { isLine, leavesOf, withMark } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';

/** A value that the page shows is said not to be there, whether or not the engine would know its label. */
export const nullOut: Fault = {
  number: 22,
  name: 'null-out',
  standard: 'leaves',
  plant: ({ sheet }) =>
    leavesOf(sheet)
      .filter((leaf) => !isLine(leaf.path))
      .map((leaf) => ({ sheet: withMark(sheet, leaf, { value: null, quote: null, page: null }), targets: [leaf.path] })),
};
