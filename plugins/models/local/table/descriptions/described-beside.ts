import type { Item, ItemCell, TablePage } from '../items.js';
import { namesBeside } from './names-beside.js';

/**
 * The items of a table that prints what was sold above or below the rows of their numbers, with those names: where most rows have none under the
 * header, as on receipts that print the code of the article there. The header does not say so, hence they are unsure.
 */
export function describedBeside(items: readonly Item[], pages: readonly TablePage[]): readonly Item[] {
  const nameless = items.filter(({ cells }) => !cells.line_description).length;
  if (nameless * 2 <= items.length) return items;
  const names = namesBeside(
    items.map(({ line, cells }) => ({ line, named: cells.line_description !== undefined })),
    pages.flatMap(({ rows }) => rows.map(({ line }) => line)),
  );
  return items.map((item, at) => {
    const name = names[at];
    if (!name) return item;
    const described: ItemCell = { value: name.text, number: undefined, line: name.line, quote: name.text, confidence: 'unsure' };
    return { ...item, cells: { ...item.cells, line_description: described } };
  });
}
