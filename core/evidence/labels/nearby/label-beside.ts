import type { Word } from '../../../contracts/document.js';
import { memoizeByObject, memoizeByPair } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import { closesUp } from '../../page/lines.js';
import { gapBetween, type Row, type Span } from '../../page/page-index.js';
import { isTableHeader } from '../../page/surroundings.js';
import { clingingLabel } from '../../print/affixes.js';
import { currencyCodeOf } from '../../print/currency.js';
import { letters, partAround } from '../../print/normalise.js';
import { type ConceptKind, conceptKind } from '../concepts/concept-kind.js';
import { isPaper, isTimeName, nameParts } from '../concepts/name-words.js';
import { type ColumnConcept, columnIn, type LabelMatch, labelIn, labelsIn, markIn, marksIn, type OwnLabels } from '../labels.js';
import { datePlace, isInColumnOfDates, isOfPeriod } from './date-label.js';

/** The labels of a value, or the column whose header stands over it. */
export interface LabelsBeside {
  readonly labels: readonly LabelMatch[];
  readonly column: ColumnConcept | undefined;
  /** Where the labels stand. */
  readonly side?: 'left' | 'above';
}

/**
 * The labels in the words left of a value, else those above it in its column; labels of another kind of value are skipped. The header of a
 * line table never labels a sum, it only names the column.
 */
export function labelsBeside(span: Span, index: DocumentIndex, { own, kind }: LabelQuery = {}): LabelsBeside {
  const fits = (match: LabelMatch): boolean => match.concept === 'own' || kind === undefined || conceptKind(match.concept) === kind;
  if (kind === 'date' && isOfPeriod(span, index)) return { labels: [period], column: undefined, side: 'left' };
  const left = labelsLeft(span, own).filter(fits);
  if (left.length > 0) return { labels: left, column: undefined, side: 'left' };
  if (kind === 'date' && isInColumnOfDates(span, index)) return { labels: [ofRow], column: undefined, side: 'above' };
  const above = headerAbove(span, index);
  const column = above && isTableHeader(above.row) ? columnIn(above.text) : undefined;
  const said = above && !endsInColon(span) ? labelsOver(above.text, lineOverHeader(span, index), own).filter(fits) : [];
  const over = column === undefined ? said : column === 'line_position' ? said.filter(isOwn) : [];
  const place = kind === 'date' && over.length === 0 ? datePlace(span, index) : undefined;
  return { labels: place ? [place] : over, column, side: 'above' };
}

/** `Polizza n.` heads no positions where the caller asks for the number of a policy. */
const isOwn = ({ concept }: LabelMatch): boolean => concept === 'own';

/** The labels in a header, with its upper line where one label stands in two: `Shipment` over `Date`. */
function labelsOver(text: string, over: string, own: OwnLabels | undefined): readonly LabelMatch[] {
  const joint = over.endsWith('-') ? over.slice(0, -1) : `${over} `;
  const joined = over === '' ? [] : labelsIn(`${joint}${text}`, own).filter(({ from, to }) => from < joint.length - 1 && to > joint.length);
  return joined.length > 0 ? joined : labelsIn(text, own).filter((match) => !isQualified(match, text));
}

/** Whether a header has words that nobody knows beside the bare name of days: `Data viaggio` is not the date of the document, `Datum Uhrzeit` may be. */
function isQualified({ concept, label, from }: LabelMatch, text: string): boolean {
  if (label.length >= text.length || concept === 'own' || conceptKind(concept) !== 'date') return false;
  const { atoms } = nameParts(label);
  return atoms.size === 1 && atoms.has('date') && nameParts(partAround(text, from, '/|()·,')).rest.some(isQualifier);
}

/** Words of documents, their pages and times tell no day from another. */
const isQualifier = (word: string): boolean =>
  word.length >= minLettersOfQualifier && !isPaper(word) && !isTimeName(word) && !pages.has(word);
const pages = new Set(['page', 'seite', 'pagina']);
const minLettersOfQualifier = 4;

/** A colon right before a value marks the words before it as its label, even if nobody knows them; no heading further away competes. */
const endsInColon = (span: Span): boolean => {
  const before = textLeft(span);
  const next = span.row.words[span.from - 1];
  const own = span.row.words[span.from];
  return isCaption(before) && next !== undefined && own !== undefined && gapBetween(next, own) <= wideGapHeights;
};

/** Whether a text ends with words and a colon. Not one expression, which would be tried at each of their letters. */
function isCaption(text: string): boolean {
  const said = text.trimEnd();
  return said.endsWith(':') && /\p{L}/u.test(said.slice(said.lastIndexOf(':', said.length - 2) + 1));
}

/** If no label stands left of the document number, the title labels it. */
function labelsLeft(span: Span, own: OwnLabels | undefined): readonly LabelMatch[] {
  const text = textLeft(span);
  const labels = labelsIn(text, own);
  const title = labels.length === 0 && own?.concept === 'invoice_number' ? titleLabel(text) : undefined;
  return title ? [title] : labels;
}

/** The title as the label of the document number, `Receipt 1828964`, if it is the only word before it but for a number sign. */
function titleLabel(text: string): LabelMatch | undefined {
  const title = marksIn(text).find(({ name }) => name !== 'carry-over');
  if (!title || /\p{L}/u.test(text.slice(0, title.from))) return undefined;
  const rest = text
    .slice(title.to)
    .replace(/\(\d+\)/, '')
    .trim();
  if (/\p{L}/u.test(rest) && !isNumberSign(rest)) return undefined;
  return { concept: 'invoice_number', label: title.phrase, from: title.from, to: title.to };
}

const period: LabelMatch = { concept: 'other_date', label: 'a period', from: 0, to: 0 };
const ofRow: LabelMatch = { ...period, label: 'a column of dates' };

/** What a label is searched for: the caller's own labels, and the kind of value. */
export interface LabelQuery {
  readonly own?: OwnLabels;
  readonly kind?: ConceptKind;
}

/** A label is searched in at most this many rows above its value. */
export const maxRowsAbove = 5;
/** A header may stand this far beside a value's column, in points. */
const headerSlackPoints = 15;

/**
 * The text left of a value, with a label that clings to it, up to a wide gap or another number once it has letters; '' if it never has. Memoized because every field asks
 * it of every value.
 */
export const textLeft = memoizeByObject(({ row, from }: Span): string => {
  if (isUnitBefore(row, from)) return '';
  const clinging = clingingLabel(row.words[from]?.text ?? '');
  const words: string[] = clinging === '' ? [] : [clinging];
  let lettered = hasLabelLetter(clinging);
  for (let index = from - 1; index >= 0; index -= 1) {
    const word = row.words[index];
    const next = row.words[index + 1];
    if (!word || !next || (lettered && (gapBetween(word, next) > wideGapHeights || isNumeric(word.text)))) break;
    words.push(word.text);
    lettered ||= hasLabelLetter(word.text);
  }
  return lettered ? words.reverse().join(' ') : '';
});

/** In line heights: a wider gap separates two texts. */
const wideGapHeights = 2.5;

/** Whether the word before a value is the unit of a number in another column: `800 kWh   0.098`. */
function isUnitBefore({ words }: Row, from: number): boolean {
  const [number, unit, value] = words.slice(Math.max(0, from - 2), from + 1);
  if (from < 2 || !number || !unit || !value || !isNumeric(number.text) || !isUnit(unit.text)) return false;
  return gapBetween(number, unit) <= unitGapHeights && gapBetween(unit, value) > unitGapHeights;
}
/** In line heights: a wider gap parts a number from the next text of its row. */
export const unitGapHeights = 1;
const isUnit = (text: string): boolean => /^\p{L}{1,6}[.²³]?$/u.test(text) && labelIn(text) === undefined;

/** The header of a value's column. Memoized because every field asks it of every value. */
export const headerAbove = memoizeByPair((span: Span, index: DocumentIndex) => textAbove(span, index, 3));

/** The words of its column in the line over the header; '' where none is near. Memoized for the same reason. */
const lineOverHeader = memoizeByPair((span: Span, index: DocumentIndex): string => {
  const { row } = headerAbove(span, index) ?? {};
  const upper = row && index.rows[index.rows.indexOf(row) - 1];
  return row && upper?.page === row.page && row.box.y - upper.box.y - upper.box.height < row.box.height ? textOverSpan(upper, span) : '';
});

/** The nearest text above a value in its column with at least this many letters, within some rows: the overlapping words and those joined to them. */
export function textAbove(span: Span, index: DocumentIndex, minLetters: number, maxRows = maxRowsAbove): HeaderText | undefined {
  for (let order = span.order - 1; order >= Math.max(0, span.order - maxRows); order -= 1) {
    const row = index.rows[order];
    if (!row || row.page !== span.row.page) return undefined;
    const text = textOverSpan(row, span);
    if (letters(text) >= minLetters) return { row, text };
  }
  return undefined;
}

/** A row above a value, and its words in the column of the value. */
interface HeaderText {
  readonly row: Row;
  readonly text: string;
}

function textOverSpan(row: Row, span: Span): string {
  const first = span.row.words[span.from];
  const last = span.row.words[span.to - 1];
  return first && last ? textOver(row.words, first.box.x - headerSlackPoints, last.box.x + last.box.width + headerSlackPoints) : '';
}

function textOver(words: readonly Word[], left: number, right: number): string {
  const over = ({ box }: Word): boolean => box.x < right && box.x + box.width > left;
  let from = words.findIndex(over);
  let to = words.findLastIndex(over);
  if (from < 0) return '';
  while (from > 0 && closesUp(words[from - 1], words[from])) from -= 1;
  while (to < words.length - 1 && closesUp(words[to], words[to + 1])) to += 1;
  return nearest(words.slice(from, to + 1), left + headerSlackPoints, right - headerSlackPoints)
    .map((word) => word.text)
    .join(' ');
}

/**
 * Of headers with wide gaps between them that a wide value itself reaches under: the one whose left or right edge, or middle, is nearest to the
 * value's. A narrow value may stand beside its header, so all count.
 */
function nearest(words: readonly Word[], left: number, right: number): readonly Word[] {
  const starts = words.flatMap((word, at) => {
    const before = words[at - 1];
    return !before || gapBetween(before, word) > wideGapHeights ? [at] : [];
  });
  const aside = (part: readonly Word[]): number => {
    const from = part[0]?.box.x ?? 0;
    const to = (part.at(-1)?.box.x ?? 0) + (part.at(-1)?.box.width ?? 0);
    return Math.min(Math.abs(from - left), Math.abs(to - right), Math.abs((from + to - left - right) / 2));
  };
  const parts = starts.map((from, at) => words.slice(from, starts[at + 1]));
  const under = parts.filter((part) => part.some(({ box }) => box.x < right && box.x + box.width > left));
  if (under.length < 2) return words;
  return under.toSorted((a, b) => aside(a) - aside(b))[0] ?? words;
}

/** A currency code between label and amount is not a label. */
const hasLabelLetter = (text: string): boolean => /\p{L}/u.test(text) && currencyCodeOf(text) === undefined;
/** Whether a word is a number, which ends a label. A rate belongs to the label. */
const isNumeric = (text: string): boolean => /\d/.test(text) && !/[\p{L}%]/u.test(text);

/** A title stands at most this many rows above its number. */
const maxRowsBelowTitle = 3;

/**
 * The bare number sign before a value, if the title of the document stands in its row or right above: it numbers the document. `Order` or
 * any other word beside the sign names something else.
 */
export function numberSignNearTitle(span: Span, index: DocumentIndex): string | undefined {
  const before = textLeft(span).trim() || (span.row.words[span.from - 1]?.text ?? '');
  if (!isNumberSign(before)) return undefined;
  const rows = index.rows.slice(Math.max(0, span.order - maxRowsBelowTitle), span.order + 1);
  return rows.some((row) => row.page === span.row.page && isTitle(row)) ? before : undefined;
}

const maxTitleWords = 6;
const isTitle = ({ text, words }: Row): boolean => words.length <= maxTitleWords && markIn(text) === 'title';

/** Whether letters that cling to the front of an identifier are a label of it: `Number` of `NumberSPC-5519`, `INV#` of `INV#40172`. */
export const isClingingLabel = (text: string): boolean =>
  /^\p{L}+[#.:º°]*$/u.test(text) && (labelIn(text) !== undefined || markIn(text) !== undefined || isNumberSign(text));

/** Whether a text is nothing but a number sign. */
export const isNumberSign = (text: string): boolean =>
  !/\d|\s\S+\s/.test(text) &&
  numberWords.test(
    text
      .normalize('NFKD')
      .toLowerCase()
      .replace(/[^\p{L}#№]/gu, ''),
  );

/** `No`, `Nr.`, `Nº`, `#` and `Number` alone, in the languages of the lexicon: a label of whatever is named nearby. */
const numberWords = /^(?:[#№]|n|no|nr|nro|num|numero|number|nummer|nombor|numer|numar|cislo|broj|stevilka|st|c|id|αριθμος|αρ|номер)$/;
