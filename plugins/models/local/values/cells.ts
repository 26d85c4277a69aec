import type { Field } from '../../../../core/index.js';
import {
  isFormWording,
  isOverValue,
  isPrintedAsMoney,
  letters,
  overlap,
  type PageLine,
  type Phrase,
  right,
  valuesUnderCaptions,
} from '../../../../core/text.js';
import type { WordRange } from '../find.js';
import { boxOf, type DocumentLayout, linesBelow, phraseAt, textOf } from '../layout.js';

/** Words of a line. */
interface Words extends WordRange {
  readonly line: PageLine;
}

/** A value, and the label whose it may be. */
interface LabelledWords {
  readonly value: Words;
  readonly label: Words;
}

/**
 * Whether a value is all that stands in the one cell of its label, and the label all of its own: behind a colon, `Contract no.: C-4711`; under a caption
 * in a row of captions; or beside it in a list of captions and their values. Elsewhere a label may go on, and so may a value.
 */
export function isWholeCell(layout: DocumentLayout, field: Field, { value, label }: LabelledWords): boolean {
  const [cell, caption] = [phraseAt(value.line, value.to - 1), phraseAt(label.line, label.from)];
  if (!cell || !caption || letters(textOf(label.line, caption.from, label.from)) > 0) return false;
  if (!isWhole(field, value, cell)) return false;
  if (value.line !== label.line) return letters(textOf(label.line, label.to, caption.to)) === 0 && isUnder(layout, caption, value);
  const between = textOf(value.line, label.from, value.from);
  if (/[\p{L}\p{N}]/u.test(textOf(value.line, label.to, value.from))) return false;
  const isTold = between.includes(':') && (cell === caption || !isHeading(layout, label));
  if (isTold || (cell !== caption && isInList(layout, caption, cell))) return true;
  return isTelling(field, value, cell) && !isCounted(field, value) && !isOverValue(caption, layout.index);
}

/** Whether a value ends its text and is no sentence; a number may have its unit behind it. */
function isWhole(field: Field, { line, from, to }: Words, cell: Phrase): boolean {
  const [text, after] = [withoutLabel(textOf(line, from, to)), textOf(line, to, cell.to)];
  if (field.type !== 'string') return /^[^\p{L}\p{N}]*(?:\p{L}{1,3}[\d²³]?[^\p{L}\p{N}]*)?$/u.test(after);
  const isShort = text.split(' ').length <= maxTextWords && !/[.;!?]\s|:/.test(text.replace(initials, ''));
  if (/[\p{L}\p{N}]/u.test(after) || saysMore.test(text)) return false;
  return isShort || field.enum !== undefined || field.format !== undefined;
}
/** `Salvia Seguros, póliza 77-10934`, `0372-118845 / Cash account`, `Mateo Luján (dependent)`. */
const saysMore = /,\s\p{Ll}|\s\/\s|\s\(\p{Ll}[^()]*\)$/u;

/** The first word without the label that clings to it: `Docket:DK-4711`. */
const withoutLabel = (text: string): string => text.replace(/^\p{L}[^\s:]*:(?=\S)/u, '');
const initials = /(?<!\p{L})\p{Lu}\.\s/gu;
const maxTextWords = 5;

/** Whether a value has a form that no caption has, and no unit behind it: a number, a day, a choice, or a code with digits. */
function isTelling({ type, enum: choices, format }: Field, { line, from, to }: Words, cell: Phrase): boolean {
  const text = withoutLabel(textOf(line, from, to));
  if (type !== 'string') return letters(textOf(line, to, cell.to)) === 0;
  return choices !== undefined || format !== undefined || (/^\S*\d\S*$/u.test(text) && text.length >= minCodeLength);
}
const minCodeLength = 4;

/** Whether an amount follows a count in its line, which may be what the count comes to: `Travel  255 km × 0.24  61.20`. */
function isCounted({ type }: Field, { line: { numbers }, from, to }: Words): boolean {
  return (
    type !== 'string' &&
    !numbers.some((one) => one.from === from && isPrintedAsMoney(one.value)) &&
    numbers.some((one) => one.from >= to && isPrintedAsMoney(one.value))
  );
}

/** Whether a value stands alone under a caption in a row of captions. */
function isUnder({ index }: DocumentLayout, caption: Phrase, { line, from, to }: Words): boolean {
  const own = valuesUnderCaptions(index).get(caption);
  return own !== undefined && own.order === line.number && own.from <= from && to <= own.to;
}

/** Whether words stand right under a label that may be its value: then the label need not be that of the words beside it. */
function isHeading(layout: DocumentLayout, { line, from, to }: Words): boolean {
  const box = boxOf(line, from, to);
  return linesBelow(layout, line, box, maxHeightsToValue).some(({ phrases }) =>
    phrases.some((other) => overlap(other.box, box) > 0 && !other.text.includes(':')),
  );
}
const maxHeightsToValue = 1;

/**
 * Whether a label and its value are a line of a list: lines above or below have a label and a value in the same places, each right over the other or under
 * it, and behind them at most such pairs of a list beside this one. The lines of two addresses side by side have digits on both sides.
 */
function isInList(layout: DocumentLayout, label: Phrase, value: Phrase): boolean {
  const own = layout.lines[label.order];
  if (!own || isFormWording(value.text) || !isOfPairs(own, label)) return false;
  const around = [-1, 1].flatMap((step) => listedFrom(layout, { label, value }, step));
  return around.length > 0 && [label, ...around].every(canBeCaption);
}

const canBeCaption = ({ text }: Phrase): boolean => /\p{L}/u.test(text) && !/\d/.test(text.replace(rate, ''));
const rate = /\d[\d.,]*\s?%/g;

/** Whether captions and values stand in turn from a caption to the end of its line. An address may stand before it. */
function isOfPairs({ phrases }: PageLine, own: Phrase | undefined): boolean {
  const listed = own ? phrases.slice(phrases.indexOf(own)) : [];
  return (
    own !== undefined &&
    listed.length % 2 === 0 &&
    listed.length <= mostListsAside * 2 &&
    listed.every((phrase, at) => at % 2 === 1 || phrase === own || canBeCaption(phrase))
  );
}
const mostListsAside = 3;

/** The labels of the lines that go on with a list, upwards or downwards. */
function listedFrom({ lines }: DocumentLayout, { label, value }: ListLine, step: number): readonly Phrase[] {
  const found: Phrase[] = [];
  let last = label;
  for (let at = label.order + step; found.length < maxListed; at += step) {
    const line = lines[at];
    const caption = line?.phrases.find((phrase) => isAligned(phrase, label));
    if (!line || !caption || line.page !== lines[label.order]?.page || !isOfPairs(line, caption)) break;
    const cell = line.phrases[line.phrases.indexOf(caption) + 1];
    const isNear = Math.abs(caption.box.y - last.box.y) <= maxLineHeights * label.box.height;
    if (!cell || !isNear || !(isAligned(cell, value) || isAlignedRight(cell, value))) break;
    found.push(caption);
    last = caption;
  }
  return found;
}
const maxListed = 8;
const maxLineHeights = 2.5;

interface ListLine {
  readonly label: Phrase;
  readonly value: Phrase;
}

const isAligned = ({ box: a }: Phrase, { box: b }: Phrase): boolean => Math.abs(a.x - b.x) <= a.height / 2;
const isAlignedRight = ({ box: a }: Phrase, { box: b }: Phrase): boolean => Math.abs(right(a) - right(b)) <= a.height / 2;
