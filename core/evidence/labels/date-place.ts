import type { DocumentIndex } from '../page/document-index.js';
import { partAt } from '../page/parts.js';
import type { Span } from '../page/span.js';
import { fold } from '../print/normalise.js';
import { type LabelMatch, labelIn, marksIn } from './labels.js';

/** What stands between the two days of a period. */
const between = /^(?:-|–|—|bis|to|till|until|through|thru|au|al|a|hasta|fino|tot|t\/m|ate|do|zum)$/;

/** Whether a date is the first or the last day of a period, `01.04. - 30.06.`: then no label before it makes it a day of its own. */
export function isOfPeriod({ row, order, from, to }: Span, index: DocumentIndex): boolean {
  const word = (at: number): string => fold(row.words[at]?.text ?? '').replace(/[.,;:]+$/, '');
  const dates = index.datesIn(order);
  const next = between.test(word(to)) ? (between.test(word(to + 1)) ? to + 2 : to + 1) : undefined;
  const previous = between.test(word(from - 1)) ? (between.test(word(from - 2)) ? from - 2 : from - 1) : undefined;
  return (
    (next !== undefined && (next === row.words.length || dates.some((date) => date.from === next))) ||
    (previous !== undefined && (dates.some((date) => date.to === previous) || /^\d{1,2}(?:er|\.)?$/.test(word(previous - 1))))
  );
}

/**
 * The place that makes a date without a label the date of the document: beside the time of day, beside or under the title, after the name of
 * a town (`Springfield, 3 April 2025`), or alone in the upper half of the first page as letters have it, where no other date stands so.
 */
export function datePlace(span: Span, index: DocumentIndex): LabelMatch | undefined {
  if (/^\d{1,2}:\d{2}/.test(span.row.words[span.to]?.text ?? '')) return issued('with the time of day');
  if (isUnderTitle(span, index)) return issued('by the title');
  if (followsTown(span, index)) return issued('after the town');
  return isAlone(span, index) && index.dates.filter((date) => isAlone(date, index) && !isSame(date, span)).length === 0
    ? issued('')
    : undefined;
}

/** It claims less than any printed label. */
const issued = (label: string): LabelMatch => ({ concept: 'issue_date', label, from: 0, to: 0 });

/** A title with a date beside it is a short row. */
const mostTitleWords = 8;

const isUnderTitle = ({ row, order }: Span, index: DocumentIndex): boolean =>
  [row, index.rows[order - 1]].some(
    (title) =>
      title?.page === row.page &&
      title.words.length <= mostTitleWords &&
      row.box.y - title.box.y <= 3 * title.box.height &&
      marksIn(title.text).some((mark) => mark.name !== 'carry-over' && mark.from === 0),
  );

function followsTown(span: Span, index: DocumentIndex): boolean {
  const part = partAt(span, index);
  const before = span.row.words.slice(part && part.from < span.from ? part.from : Math.max(0, span.from - 3), span.from);
  const text = before.map((word) => word.text).join(' ');
  if (!/^\p{Lu}[\p{L}' -]*(?:,(?: (?:den|le|li|il|el|a))?)? ?$/u.test(text) || before.length > 5 || labelIn(text)) return false;
  return text.includes(',') || index.rows.some((row) => new RegExp(`\\b\\d{4,5} ${text}(?!\\p{L})`, 'u').test(row.text));
}

/** A part of its row by itself, in the upper half of the first page, in no period and with no label over it. */
function isAlone(span: Span, index: DocumentIndex): boolean {
  const part = partAt(span, index);
  const height = index.pages[0]?.page.height ?? 0;
  if (!part || span.row.page !== 1 || span.row.box.y > height / 2) return false;
  return part.from === span.from && part.to === span.to && !isOfPeriod(span, index);
}

const isSame = (a: Span, b: Span): boolean => a.order === b.order && a.from === b.from;
