import { memoizeByObject } from '../../../values/memoize.js';
import { sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { gapBetween, type Row, type Span, type Spot } from '../../page/page-index.js';
import { linesFrom, phraseAt } from '../../page/surroundings.js';
import { fold, squash } from '../../print/normalise.js';
import { type LabelMatch, marksIn } from '../labels.js';
import { isReceipt } from '../receipt.js';

/** Words and signs between the two days of a period. */
const periodWords = /^(?:-|–|—|bis|to|till|until|through|thru|au|al|a|hasta|fino|tot|t\/m|ate|do|zum)$/;

/** Whether a date starts or ends a period, such as `01.04. - 30.06.`; a label before a period does not name one of its days. */
export function isOfPeriod({ row, order, from, to }: Span, index: DocumentIndex): boolean {
  const word = (at: number): string => fold(row.words[at]?.text ?? '').replace(/[.,;:]+$/, '');
  const dates = index.datesIn(order);
  const next = periodWords.test(word(to)) ? (periodWords.test(word(to + 1)) ? to + 2 : to + 1) : undefined;
  const previous = periodWords.test(word(from - 1)) ? (periodWords.test(word(from - 2)) ? from - 2 : from - 1) : undefined;
  return (
    (next !== undefined && (next === row.words.length || dates.some((date) => date.from === next))) ||
    (previous !== undefined && (dates.some((date) => date.to === previous) || /^\d{1,2}(?:er|\.)?$/.test(word(previous - 1))))
  );
}

/** Whether a date stands in a column of at least three: those are the days of rows, whatever their header is called. */
export function isInColumnOfDates(span: Span, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
  if (!part || part.from !== span.from) return false;
  const isDay = ({ order, from }: Span): boolean => index.datesIn(order).some((date) => date.from === from);
  const days = (['above', 'below'] as const).flatMap((side) => {
    const lines = linesFrom(part, side, index);
    const end = lines.findIndex((line) => !isDay(line));
    return end < 0 ? lines : lines.slice(0, end);
  });
  return days.length >= minOtherDays;
}
const minOtherDays = 2;

/**
 * Labels an unlabelled date by its position: beside the time, at the title, after a town (`Springfield, 3 April 2025`), or alone in the
 * upper half of page one. Other words right before the date are an unknown label, and then the position counts for nothing.
 */
export function datePlace(span: Span, index: DocumentIndex): LabelMatch | undefined {
  const before = textBefore(span);
  if (span.row.page !== index.firstPage || isOfPeriod(span, index)) return undefined;
  if (/\p{L}/u.test(before)) {
    if (isTitle(before)) return issueDate('by the title');
    return isTown(before, index) ? issueDate('after the town') : dayOfSale(span, index);
  }
  if (/^\d{1,2}:\d{2}/.test(span.row.words[span.to]?.text ?? '')) return issueDate('with the time of day');
  if (isUnderTitle(span, index)) return issueDate('by the title');
  const alone = isAlone(span, index) && !index.dates.some((date) => !isSame(date, span) && isAlone(date, index));
  return alone ? issueDate('') : dayOfSale(span, index);
}

/**
 * The only day on a receipt that says how it was paid, with the time of day in the same or an adjacent row. Words that open such a row,
 * `REG 02 CASHIER`, are not a label.
 */
function dayOfSale(span: Span, index: DocumentIndex): LabelMatch | undefined {
  const day = daysOf(index.datesIn(span.order).find((spot) => isSame(spot, span)));
  const near = [-1, 0, 1].flatMap((step) => index.rows[span.order + step] ?? []).filter((row) => isCloseTo(row, span.row));
  const isOfSale = near.some(({ text }) => timeOfDay.test(text)) && index.dates.every((date) => daysOf(date) === day) && isReceipt(index);
  return isOfSale ? issueDate('as the only day of a receipt, with the time') : undefined;
}

const daysOf = (date: Spot<string> | undefined): string | undefined => date?.readings.join();

const timeOfDay = /(?:^|[\s([])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/;

/** The empty offsets make it weaker than any printed label. */
const issueDate = (label: string): LabelMatch => ({ concept: 'issue_date', label, from: 0, to: 0 });

/** In line heights: words further to the left belong to another text. */
const maxGapHeights = 6;

function textBefore({ row, from }: Span): string {
  const words: string[] = [];
  for (let at = from - 1; at >= 0; at -= 1) {
    const [word, next] = [row.words[at], row.words[at + 1]];
    if (!word || !next || gapBetween(word, next) > maxGapHeights) break;
    words.unshift(word.text);
  }
  return words.join(' ');
}

/** A title with a date beside or under it has few words. */
const maxTitleWords = 8;
const isTitle = (text: string): boolean =>
  text.split(' ').length <= maxTitleWords && marksIn(text).some((mark) => mark.name !== 'carry-over' && mark.from === 0);

/** Whether the title stands further to the left in the same row, or in the row above. */
const isUnderTitle = ({ row, order }: Span, index: DocumentIndex): boolean =>
  isTitle(row.text) || [index.rows[order - 1]].some((title) => title && isTitle(title.text) && isCloseTo(title, row));

/** Whether the text is a town of an address in the document, with or without a comma and an article at its end. */
function isTown(text: string, index: DocumentIndex): boolean {
  const town = text.replace(/,?(?: (?:den|le|li|il|el|a))?\s*$/u, '');
  return townsOf(index).has(squash(town));
}

/** The words after a postal code of four or five digits: the first one alone, and all of them. */
const townsOf = memoizeByObject((index: DocumentIndex): ReadonlySet<string> => {
  const found = index.rows.flatMap(({ text }) => [...text.matchAll(/\b\d{4,5} (\p{Lu}[\p{L}'-]+)((?: [\p{L}'-]+)*)/gu)]);
  return new Set(found.flatMap(([, first = '', rest = '']) => [squash(first), squash(first + rest)]));
});

/** Whether a date is a part of its own in the upper half of page one, with nothing above or below it. A form column has neighbours. */
function isAlone(span: Span, index: DocumentIndex): boolean {
  const part = phraseAt(span, index);
  const height = index.heightOf(index.firstPage);
  if (!part || span.row.page !== index.firstPage || span.row.box.y > height / 2 || isOfPeriod(span, index)) return false;
  const neighbours = [index.rows[span.order - 1], index.rows[span.order + 1]].filter(
    (row) => row !== undefined && isCloseTo(row, span.row),
  );
  return (
    part.from === span.from && part.to === span.to && !neighbours.some((row) => row?.words.some((word) => sharesColumn(word.box, part.box)))
  );
}

/** In line heights: rows further apart are not adjacent. */
const maxRowGapHeights = 2;
const isCloseTo = (a: Row, b: Row): boolean =>
  a.page === b.page && Math.abs(a.box.y - b.box.y) <= (maxRowGapHeights + 1) * Math.min(a.box.height, b.box.height);

const isSame = (a: Span, b: Span): boolean => a.order === b.order && a.from === b.from;
