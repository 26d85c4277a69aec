import { markIn } from '../../../../core/text.js';
import { captionsUnder, namesSums } from '../page/captions.js';
import { bottom, type DocumentLayout, type LabelConcept, type PageLine, textOf } from '../page/layout.js';
import type { TableHeader } from './header.js';
import { kindOf } from './line-kind.js';

/** A larger gap, in line heights, ends a table. */
const maxGapHeights = 9;

interface LineRange {
  readonly from: number;
  readonly end: number;
}

/** The rows of a table on one page. It is open if nothing on the page closes it, so that it may go on upon the next one. */
export function linesFrom(
  layout: DocumentLayout,
  first: PageLine,
  { from, end }: LineRange,
): { readonly lines: readonly PageLine[]; readonly open: boolean } {
  const lines: PageLine[] = [];
  let above = first;
  let at = from;
  for (; at < end; at += 1) {
    const line = layout.lines[at];
    if (!line || line.page !== first.page || line.box.y - bottom(above.box) > maxGapHeights * line.box.height) break;
    above = line;
    const kind = kindOf(line);
    if (kind === 'end' || areSums(layout, line)) break;
    if (kind === 'row') lines.push(line);
  }
  return { lines, open: !isClosed(layout, at, first.page) };
}

/** Whether a line holds the sums of the document, each over its caption. */
function areSums(layout: DocumentLayout, line: PageLine): boolean {
  const captions = captionsUnder(layout, line);
  return captions !== undefined && namesSums(captions);
}

/** Whether a line from a position to the end of its page closes the table above. */
function isClosed(layout: DocumentLayout, from: number, page: number): boolean {
  for (let at = from; layout.lines[at]?.page === page; at += 1) {
    const line = layout.lines[at];
    if (line && closes(line)) return true;
  }
  return false;
}

/** Whether a line below a table says what all its rows come to. */
const closes = (line: PageLine): boolean =>
  line.numbers.length > 0 &&
  markIn(textOf(line, 0, line.words.length)) !== 'carry-over' &&
  line.phrases.some(({ labels }) => labels.some(({ concept }) => closing.has(concept)));

const closing: ReadonlySet<LabelConcept> = new Set(['subtotal', 'total', 'amount_due', 'tax']);

/** The rows on the next pages of a table that goes on there without a header, from the first one that fits its columns. */
export function linesOnNextPages(
  layout: DocumentLayout,
  { header, end }: { readonly header: TableHeader; readonly end: number },
  fitsIn: (line: PageLine) => boolean,
): readonly PageLine[] {
  const found: PageLine[] = [];
  for (let page = header.line.page + 1; ; page += 1) {
    const first = layout.lines.slice(header.last.number, end).find((line) => line.page === page && fitsIn(line));
    if (!first) return found;
    const { lines, open } = linesFrom(layout, first, { from: first.number, end });
    found.push(...lines);
    if (!open) return found;
  }
}
