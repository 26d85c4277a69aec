import { definePlugin } from '../../core/index.js';
import { documentStarts, indexDocument } from '../../core/text.js';

/**
 * A document begins on a page that looks like a first page and says other things than the documents before: its own number, date, total or sender.
 * Copies, appendices and further pages begin none.
 */
export default definePlugin({
  kind: 'splitter',
  name: 'starts',
  create: () => ({
    starts: async (document) => documentStarts(indexDocument(document)).map(({ page }) => page),
  }),
});
