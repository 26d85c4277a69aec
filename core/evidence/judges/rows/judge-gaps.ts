import type { UnreadRows } from '../../../contracts/model.js';
import { template } from '../../../schema/path.js';
import { type Grounded, held } from '../../grounded.js';
import { cap } from '../../scoring/caps.js';

/** Doubts the rows beside pages whose rows a reader has not read, because their values may be of a missing row, and a little all other rows. */
export function judgeGaps(cells: readonly Grounded[], gaps: readonly UnreadRows[]): readonly Grounded[] {
  if (gaps.length === 0) return cells;
  return cells.map((cell) => {
    const own = gaps.filter(({ array }) => template(cell.path).startsWith(`${template(array)}[]`));
    const near = own.find(({ pages }) => isBeside(cell, pages));
    const gap = near ?? own[0];
    return gap ? held(cell, cap(near ? 'arithmetic.rows' : 'arithmetic.rowsElsewhere', missing(gap))) : cell;
  });
}

/** Whether a value stands on the page before missing ones, on the page after them, or on one of them. */
const isBeside = ({ evidence }: Grounded, pages: readonly number[]): boolean =>
  evidence !== undefined && pages.some((page) => Math.abs(page - evidence.page) <= 1);

const missing = ({ pages, reason }: UnreadRows): string => `Rows missing: ${pagesText(pages)} not read: ${reason}`;

/** A gap as an issue. */
export const noteOnGap = ({ array, pages, reason }: UnreadRows): string =>
  `${array}: the rows of ${pagesText(pages)} were not read: ${reason}`;

/** [3, 4, 5, 9] → `pages 3 to 5 and 9`. */
export function pagesText(pages: readonly number[]): string {
  const runs: { readonly from: number; to: number }[] = [];
  for (const page of pages) {
    const run = runs.at(-1);
    if (run && page === run.to + 1) run.to = page;
    else runs.push({ from: page, to: page });
  }
  const texts = runs.map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  const last = texts.pop() ?? '';
  return `page${pages.length > 1 ? 's' : ''} ${texts.length > 0 ? `${texts.join(', ')} and ${last}` : last}`;
}
