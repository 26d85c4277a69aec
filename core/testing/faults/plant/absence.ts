import { isLine, withMark } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { rightLeaves } from './leaves.js';

/** Each printed value is read as null, whether or not the engine knows its label. */
export const nullOut: Fault = {
  number: 22,
  name: 'null-out',
  standard: 'leaves',
  plant: (exhibit) =>
    rightLeaves(exhibit)
      .filter((leaf) => !isLine(leaf.path))
      .map((leaf) => ({ sheet: withMark(exhibit.sheet, leaf, { value: null, quote: null, page: null }), targets: [leaf.path] })),
};
