import { isLine, leavesOf, withMark } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';

/** Each printed value is read as null, whether or not the engine knows its label. */
export const nullOut: Fault = {
  number: 22,
  name: 'null-out',
  standard: 'leaves',
  plant: ({ sheet }) =>
    leavesOf(sheet)
      .filter((leaf) => !isLine(leaf.path))
      .map((leaf) => ({ sheet: withMark(sheet, leaf, { value: null, quote: null, page: null }), targets: [leaf.path] })),
};
