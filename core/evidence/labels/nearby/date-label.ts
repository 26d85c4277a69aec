import type { Box } from '../../../contracts/document.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { gapBetween, type Row } from '../../page/page-index.js';
import { partAt } from '../../page/parts.js';
import type { Span, Spot } from '../../page/span.js';
import { fold, squash } from '../../print/normalise.js';
import { type LabelMatch, marksIn } from '../labels.js';
import { isReceipt } from '../receipt.js';

/** What stands between the two days of a period. */
const periodWords = /^(?:-|–|—|bis|to|till|until|through|thru|au|al|a|hasta|fino|tot|t\/m|ate|do|zum)$/;

/** Whether a date is the first or the last day of a period, `01.04. - 30.06.`: then no label before it makes it a day of its own. */
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

/**
 * The place that makes a date without a label the date of the document: beside the time of day, beside or under the title, after the town of
 * an address (`Springfield, 3 April 2025`), or by itself in the upper half of the first page as letters have it, where no other date stands
 * so. Words close before it that are neither title nor town are a label that nobody knows, and then no place says anything.
 */
export function datePlace(span: Span, index: DocumentIndex): LabelMatch | undefined {
  const before = textBefore(span);
  if (span.row.page !== 1 || isOfPeriod(span, index)) return undefined;
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
 * Every receipt states when it was printed: of one that says how it was paid, the only day, where the time of day stands in its row or the
 * one over or under it. What leads such a row, `REG 02 CASHIER`, is no label.
 */
function dayOfSale(span: Span, index: DocumentIndex): LabelMatch | undefined {
  const day = daysOf(index.datesIn(span.order).find((spot) => isSame(spot, span)));
  const near = [-1, 0, 1].flatMap((step) => index.rows[span.order + step] ?? []).filter((row) => isCloseTo(row, span.row));
  const isOfSale = near.some(({ text }) => timeOfDay.test(text)) && index.dates.every((date) => daysOf(date) === day) && isReceipt(index);
  return isOfSale ? issueDate('as the only day of a receipt, with the time') : undefined;
}

const daysOf = (date: Spot<string> | undefined): string | undefined => date?.readings.join();

const timeOfDay = /(?:^|[\s([])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\d:])/;

/** It claims less than any printed label. */
const issueDate = (label: string): LabelMatch => ({ concept: 'issue_date', label, from: 0, to: 0 });

/** In heights: what stands further to the left is another text. */
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

/** A title with a date beside or under it is a short row. */
const maxTitleWords = 8;
const isTitle = (text: string): boolean =>
  text.split(' ').length <= maxTitleWords && marksIn(text).some((mark) => mark.name !== 'carry-over' && mark.from === 0);

/** The title in the same row further to the left, or in the row above. */
const isUnderTitle = ({ row, order }: Span, index: DocumentIndex): boolean =>
  isTitle(row.text) || [index.rows[order - 1]].some((title) => title && isTitle(title.text) && isCloseTo(title, row));

/** A town that an address of the document ends with, before the date with or without a comma and an article. */
function isTown(text: string, index: DocumentIndex): boolean {
  const town = text.replace(/,?(?: (?:den|le|li|il|el|a))?\s*$/u, '');
  return townsOf(index).has(squash(town));
}

/** What stands after a postal code of four or five digits, in one word and in all that follow it. */
const townsOf = memoizeByObject((index: DocumentIndex): ReadonlySet<string> => {
  const found = index.rows.flatMap(({ text }) => [...text.matchAll(/\b\d{4,5} (\p{Lu}[\p{L}'-]+)((?: [\p{L}'-]+)*)/gu)]);
  return new Set(found.flatMap(([, first = '', rest = '']) => [squash(first), squash(first + rest)]));
});

/** A part of its row in the upper half of the page, with nothing over or under it: a column of a form has neighbours. */
function isAlone(span: Span, index: DocumentIndex): boolean {
  const part = partAt(span, index);
  const height = index.pages[0]?.page.height ?? 0;
  if (!part || span.row.page !== 1 || span.row.box.y > height / 2 || isOfPeriod(span, index)) return false;
  const neighbours = [index.rows[span.order - 1], index.rows[span.order + 1]].filter(
    (row) => row !== undefined && isCloseTo(row, span.row),
  );
  return part.from === span.from && part.to === span.to && !neighbours.some((row) => row?.words.some((word) => isOver(word.box, part.box)));
}

/** In heights: rows further apart are no neighbours. */
const maxRowGapHeights = 2;
const isCloseTo = (a: Row, b: Row): boolean =>
  a.page === b.page && Math.abs(a.box.y - b.box.y) <= (maxRowGapHeights + 1) * Math.min(a.box.height, b.box.height);
const isOver = (a: Box, b: Box): boolean => a.x < b.x + b.width && b.x < a.x + a.width;

const isSame = (a: Span, b: Span): boolean => a.order === b.order && a.from === b.from;
