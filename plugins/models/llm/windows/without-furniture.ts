import { type Document, memoizeByObject } from '../../../../core/index.js';
import { fold, indexPage, type Row } from '../../../../core/text.js';
import { anchorsOf } from '../reply/compact/anchors-of.js';
import type { CompactTable } from '../reply/compact/answer.js';

/**
 * The tables without rows that are the furniture of every page, such as a bank account in its foot: one answer about the whole document
 * would have them once, and each window has them again. The first one stays.
 */
export function withoutFurniture(tables: readonly CompactTable[], document: Document): readonly CompactTable[] {
  const seen = new Set<string>();
  return tables.map((table) => {
    const printed = document.pages.find(({ number }) => number === table.page);
    const anchors = printed ? anchorsOf(table, table.page, document) : [];
    const rows = table.rows.filter((values, at) => {
      const anchor = anchors[at];
      const row = printed && anchor && indexPage(printed).rows[anchor.at];
      if (!row || !isFurniture(row, document)) return true;
      const key = JSON.stringify([table.name, values]);
      const isFirst = !seen.has(key);
      seen.add(key);
      return isFirst;
    });
    return rows.length === table.rows.length ? table : { ...table, rows };
  });
}

/** Whether a row stands on nearly every page in the same place: no row of a table does. */
export const isFurniture = (row: Row, document: Document): boolean =>
  (placesByPage(document).get(placeOf(row))?.size ?? 0) >= Math.max(minPages, minShare * document.pages.length);

const minPages = 3;
/** The first page and the last one often look different. */
const minShare = 0.6;

const placesByPage = memoizeByObject((document: Document): ReadonlyMap<string, ReadonlySet<number>> => {
  const pages = new Map<string, Set<number>>();
  for (const page of document.pages)
    for (const row of indexPage(page).rows) {
      const known = pages.get(placeOf(row));
      if (known) known.add(page.number);
      else pages.set(placeOf(row), new Set([page.number]));
    }
  return pages;
});

/** Its text and its height on the page, to four points. */
const placeOf = ({ text, box }: Row): string => `${Math.round(box.y / 4)} ${fold(text)}`;
