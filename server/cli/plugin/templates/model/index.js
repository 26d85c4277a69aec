import { definePlugin } from 'vouch';
import { indexPage } from 'vouch/text';

/** Reads lines that begin with the name of a field: "Cost centre: 4711" for `cost_centre`. Put what you know of your documents in its place. */
export default definePlugin({
  kind: 'model',
  name: '__name__',
  api: 1,
  create: () => ({
    async read({ document, fields }) {
      const rows = document.pages.flatMap((page) => indexPage(page).rows);
      return { cells: fields.filter(({ path }) => !path.includes('[]')).map((field) => cellOf(field, rows)) };
    },
  }),
});

function cellOf({ path, names }, rows) {
  const caption = `${names.at(-1).replaceAll('_', ' ')}:`.toLowerCase();
  const [row, another] = rows.filter(({ text }) => text.toLowerCase().startsWith(caption));
  if (!row) return { path, value: null, page: null, quote: null, confidence: 'unsure', reason: 'exact' };
  const value = row.text.slice(caption.length).trim();
  return { path, value, page: row.page, quote: row.text, confidence: 'certain', reason: another ? 'multiple' : 'exact' };
}
