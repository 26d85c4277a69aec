import { isLine, withMark } from '../exhibits/sheet.js';
import type { Fault } from '../fault.js';
import { rightLeaves } from './leaves.js';

/** The value is right, but the cited page does not contain the quote and another page does. A quote that stands nowhere proves no page. */
export const wrongPage: Fault = {
  number: 15,
  name: 'wrong page, value right',
  standard: 'page',
  plant: ({ sheet, index, document, ...exhibit }, random) =>
    rightLeaves({ sheet, index, document, ...exhibit }).flatMap((leaf) => {
      const { quote, value, place } = leaf.mark;
      if (isLine(leaf.path) || quote === null || !place || index.find(quote).length === 0) return [];
      const page = random.pick(document.pages.map(({ number }) => number).filter((number) => index.find(quote, number).length === 0));
      return page === undefined ? [] : [{ sheet: withMark(sheet, leaf, { value, quote, page }), targets: [leaf.path] }];
    }),
};
