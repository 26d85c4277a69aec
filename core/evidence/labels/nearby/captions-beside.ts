import { memoizeByPair } from '../../../values/memoize.js';
import { misalignment, sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { boxAround, gapBetween, type Span, textOf } from '../../page/page-index.js';
import { headerOfColumn } from '../../page/signs.js';
import { headerOver, isPercentage, phraseAt } from '../../page/surroundings.js';
import { letters } from '../../print/normalise.js';
import { nameParts } from '../concepts/name-words.js';
import { captionOver, wordsOfCaption } from './caption-rows.js';
import { headerAbove, textLeft, unitGapHeights } from './label-beside.js';

/** The words that may be a value's caption. */
export interface CaptionsBeside {
  /**
   * The words that cling to the value, those left of it with the unit after a number, `within 14 days`, the label of its row, the value's own,
   * `HRB 13302`, and what a sentence says after a number: `10 % storage`.
   */
  readonly nearest: readonly string[];
  readonly over: string;
  /** What heads the column of a number in the row of its sums: `Cost Basis`. */
  readonly ofSum: string;
  /** Whether the value opens its text, so that what stands over it may be its heading. */
  readonly isOpen: boolean;
}

export const captionsBeside = memoizeByPair((span: Span, index: DocumentIndex): CaptionsBeside => {
  const { row, from, to } = span;
  const cell = phraseAt(span, index);
  const heading = cell && captionOver(cell, index);
  const isParted = cell?.text.includes(' / ') === true;
  const part = isParted ? partOfCaption(span, cell, [heading?.text ?? '', labelOfRow(cell, index), headingOver(cell, index)]) : undefined;
  if (part !== undefined) return { nearest: [part], over: '', ofSum: '', isOpen: true };
  const [left, own] = [heading && isBegunBy(span, cell) ? wordsOfCaption(heading) : lastOf(textLeft(span)), textOf(span)];
  const next = row.words[to];
  const last = row.words[to - 1];
  const isNear = next !== undefined && last !== undefined && gapBetween(last, next) <= unitGapHeights && number.test(own);
  const unit = isPercentage(span, index) ? '%' : isNear ? (/^\p{L}+/u.exec(next.text.replace(/^[("']+/, ''))?.[0] ?? '') : '';
  const sign = row.words[from]?.text.startsWith('#') ? '#' : '';
  const clinging = /^[\p{L}.]{2,}(?=:)/u.exec(row.words[from]?.text ?? '')?.[0] ?? '';
  return {
    nearest: [
      clinging,
      left === '' ? '' : `${left} ${sign} ${unit}`,
      labelOfRow(span, index),
      ownLetters(own),
      shortNumber.test(own) ? textAfter(span, index) : '',
    ].filter((text) => text !== ''),
    over: headingOver(span, index),
    ofSum: ofSumRow(span, left, index),
    isOpen: left === '' || !cell || isBegunBy(span, cell),
  };
});

/** An amount or a quantity has a unit; a day and a code have none. */
const number = /^(?!\d{1,4}[.-]\d{1,2}[.-]\d)[^\p{L}/]*$/u;

/** The whole text in front of a value that stands in a column of its own, whatever numbers it has: `Discount 4 % on goods`. It has no value of its own. */
function labelOfRow(span: Span, index: DocumentIndex): string {
  const cell = phraseAt(span, index);
  if (!cell || letters(textOf({ ...cell, to: Math.max(cell.from, span.from) })) >= minLabelLetters) return '';
  const phrases = index.lines[cell.order]?.phrases ?? [];
  const label = phrases.findLast(({ to, text }) => to <= cell.from && letters(text) >= minLabelLetters);
  return label && !isValue(label.text) ? label.text : '';
}
const minLabelLetters = 3;

/** A number with its unit is the value of another column: `800 kWh`. So is what is short behind a colon, or begins with a number. */
function isValue(text: string): boolean {
  const colon = text.lastIndexOf(':');
  const said = text
    .slice(colon + 1)
    .trim()
    .split(' ');
  return quantity.test(text) || (colon >= 0 && (/\d/.test(said[0] ?? '') || (said[0] !== '' && said.length <= maxWordsOfValue)));
}
const quantity = /^[-+]?\d[\d.,']* \p{L}{1,6}[.²³]?$/u;
const maxWordsOfValue = 2;

/** The part of a caption that says what a part of its value is: `Account no. / type` of `0372-118845 / Cash`. */
function partOfCaption(span: Span, cell: Phrase, captions: readonly string[]): string | undefined {
  const parts = cell.text.split(' / ');
  const names = captions.map((text) => text.split('/')).find(({ length }) => length === parts.length);
  const at = cell.row.words.slice(cell.from, span.from).filter(({ text }) => text === '/').length;
  return names?.[at]?.trim();
}

/** Whether a value stands at the beginning of its cell, or nearly. */
const isBegunBy = ({ from }: Span, cell: Phrase): boolean => from - cell.from <= maxWordsBefore;

/** Behind the last sign that parts the statements of a line: `Owner: Ada | Bank:`. */
const lastOf = (text: string): string => text.split(/\s[|•·]\s*/).findLast((part) => part !== '') ?? '';

/** The header of a number's column where its row says that it has the sums of the columns, and nothing else stands before it; '' elsewhere. */
function ofSumRow(span: Span, left: string, index: DocumentIndex): string {
  const phrases = index.lines[span.order]?.phrases ?? [];
  const [first] = phrases;
  if (isPair(span, phrases)) return '';
  const isSum = first !== undefined && first.to <= span.from && nameParts(first.text, true).atoms.has('total');
  const isBare = isSum && first.text.includes(left.replace(/[^\p{L}\s]/gu, '').trim());
  if (!isBare || index.numbersIn(span.order).length < 2) return '';
  const header = headerOver(span, index)?.text ?? '';
  return letters(header) >= minLabelLetters ? header : headerOfColumn(span, index);
}

/** Whether a number has a label right before it and the next one right behind: `Total gross pay  2,843.02  Total deductions  753.19`. */
function isPair(span: Span, phrases: readonly Phrase[]): boolean {
  const at = phrases.findIndex(({ from, to }) => from <= span.from && span.from < to);
  return [phrases[at - 1], phrases[at + 1]].every((beside) => beside !== undefined && letters(beside.text) >= minLabelLetters);
}

/**
 * The text over a value, unless it has a value of its own: `Tel.: 0123/45678`. Of the headers of narrow columns the best aligned one, or the last one that
 * begins left of the value: forms print captions at the left of their boxes and amounts at the right.
 */
function headingOver(span: Span, index: DocumentIndex): string {
  const header = headerAbove(span, index);
  if (!header || /:\s*[\p{L}\p{N}]/u.test(header.text)) return '';
  const box = boxAround(span.row.words.slice(span.from, span.to));
  const pieces = (index.lines[header.row.number]?.phrases ?? []).filter(
    ({ text }) => header.text.includes(text) && letters(text) >= minLabelLetters,
  );
  const [best] = pieces
    .filter((piece) => sharesColumn(piece.box, box))
    .toSorted((a, b) => misalignment(a.box, box) - misalignment(b.box, box));
  return (best ?? pieces.findLast((piece) => piece.box.x <= box.x))?.text ?? header.text;
}

/** The letters that a value begins with before its digits. */
function ownLetters(text: string): string {
  const letters = /^\P{N}*/u.exec(text)?.[0] ?? '';
  return letters.length < text.length && /\p{L}/u.test(letters) ? letters : '';
}

/** What follows a short number in its sentence, as long as no other number or caption does. */
function textAfter(span: Span, index: DocumentIndex): string {
  const limit = Math.min(phraseAt(span, index)?.to ?? span.to, span.to + maxWordsSeen);
  const stop = span.row.words.findIndex(({ text }, at) => at >= span.to && at < limit && /\p{L}[.;!?]$/u.test(text));
  const end = stop < 0 ? limit : stop + 1;
  const isAlone = !/[\d:]/.test(textOf({ ...span, from: span.to, to: end }));
  return isAlone ? textOf({ ...span, from: span.to, to: Math.min(end, span.to + maxWordsAfter) }) : '';
}
const maxWordsSeen = 12;
const maxWordsAfter = 4;
const shortNumber = /^\d{1,4}(?:[.,]\d+)?\s?%?$/;

/** A heading stands over a value that its text begins with, or nearly: `Net 30`. */
const maxWordsBefore = 2;
