import { definePlugin } from 'vouch';
import { indexPage } from 'vouch/text';

/** A document begins after each page that says so, such as the separator sheets of a scanner. Put what parts your files in its place. */
export default definePlugin({
  kind: 'splitter',
  name: '__name__',
  api: 1,
  options: { type: 'object', properties: { mark: { type: 'string', minLength: 1, default: 'END OF DOCUMENT' } } },
  create: ({ mark }) => ({
    async starts({ pages }) {
      const ends = pages.filter((page) => indexPage(page).rows.some(({ text }) => text.includes(mark)));
      return ends.map(({ number }) => number + 1).filter((number) => number <= pages.length);
    },
  }),
});
