import { currencyCodeOf, type NumberStyle, type PrintedNumber, type RowToken } from '../../../../core/text.js';
import {
  bottom,
  boxOf,
  type DocumentLayout,
  type Label,
  type LabelConcept,
  letters,
  overlap,
  type PageLine,
  type Phrase,
  textOf,
  wordLetters,
} from '../page/layout.js';
import { amountsOn, type MoneyAmount } from './amounts.js';

/** An amount and a label that may announce it; the rank, 0..2, says how well the two fit. */
export interface LabelledAmount extends MoneyAmount {
  readonly concept: LabelConcept;
  readonly label: Label;
  /** The line of the label: the amount's own, or one above. */
  readonly labelLine: PageLine;
  readonly rank: number;
}

/** The amounts of a document that have a label, each with the one that is nearest: left of it in the row, else above it. */
export function labelledAmounts(layout: DocumentLayout, style: NumberStyle | undefined): readonly LabelledAmount[] {
  return layout.lines.flatMap((line) => {
    const amounts = layout.body.has(line.number) ? [] : amountsOn(line, style);
    return amounts.flatMap((amount, index) => labelFor(layout, amount, amounts.length - 1 - index) ?? []);
  });
}

/** @param behind how many amounts of the row follow: the sum itself is mostly the last */
export function labelFor(layout: DocumentLayout, amount: MoneyAmount, behind: number): LabelledAmount | undefined {
  const { line, token } = amount;
  const left = leftLabel(line, token.from);
  if (left) {
    const crossed = line.numbers.filter((other) => other.from >= left.label.to && other.to <= token.from && !other.value.percent).length;
    return {
      ...amount,
      concept: left.label.concept,
      label: left.label,
      labelLine: line,
      rank: 1 + shareOf(left.phrase, left.label) - 0.4 * crossed - 0.1 * behind,
    };
  }
  const above = labelAbove(layout, line, token);
  if (wordLetters(textOf(line, 0, token.from)) > 2 && !(above && isBand(above.line))) return undefined;
  return (
    above && {
      ...amount,
      concept: above.label.concept,
      label: above.label,
      labelLine: above.line,
      rank: 0.5 + shareOf(above.phrase, above.label),
    }
  );
}

/** Labels side by side, each over its value: then words before an amount belong to another of them. */
const isBand = ({ phrases }: PageLine): boolean =>
  phrases.length > 1 && phrases.every(({ text, labels }) => labels.length > 0 || letters(text) === 0);

/** The last label before a place in a row, in the nearest phrase that has letters. A preposition before a date is none: `USt. von 19 %`; nor is a currency. */
function leftLabel(line: PageLine, place: number): { phrase: Phrase; label: Label } | undefined {
  for (const phrase of line.phrases.filter(({ from }) => from < place).reverse()) {
    const label = phrase.labels.findLast(({ from, concept, text }) => from < place && !concept.endsWith('_date') && !currencyCodeOf(text));
    if (label) return { phrase, label: including(phrase, label) };
    if (currencyCodeOf(phrase.text)) continue;
    if (wordLetters(textOf(line, phrase.from, Math.min(phrase.to, place))) > 2) return undefined;
  }
  return undefined;
}

/** `Total sales inclusive of GST`: the total that opens a phrase, where words that OCR may have misread say that it includes the tax behind them. */
function including({ labels: [first], text }: Phrase, label: Label): Label {
  const includes = label.concept === 'tax' && first?.concept === 'total' && /\bin[ck]/i.test(text.slice(first.end, label.start));
  return includes ? first : label;
}

const maxRowsAbove = 6;

/** Rows of one table are at most this many heights apart. */
const maxGapHeights = 3;

/** The label in the nearest phrase above that has letters. */
function labelAbove(
  layout: DocumentLayout,
  line: PageLine,
  token: RowToken<PrintedNumber>,
): { line: PageLine; phrase: Phrase; label: Label } | undefined {
  let below = line;
  for (let rows = 1; rows <= maxRowsAbove; rows += 1) {
    const above = layout.lines[line.number - rows];
    if (
      !above ||
      above.page !== line.page ||
      layout.heads.has(above.number) ||
      below.box.y - bottom(above.box) > maxGapHeights * line.box.height
    )
      return undefined;
    below = above;
    const phrase = above.phrases.find((other) => overlap(other.box, token.box) > 0.15 && letters(other.text) > 2);
    if (!phrase) continue;
    const label = nearest(above, phrase, token);
    return label && { line: above, phrase, label };
  }
  return undefined;
}

function nearest(line: PageLine, phrase: Phrase, token: RowToken<PrintedNumber>): Label | undefined {
  const distance = ({ from, to }: Label) => {
    const box = boxOf(line, from, to);
    return Math.min(Math.abs(box.x - token.box.x), Math.abs(box.x + box.width - token.box.x - token.box.width));
  };
  return [...phrase.labels].sort((a, b) => distance(a) - distance(b))[0];
}

/** How much of the words of a phrase its labels are, 0..1: in a sentence about a total, the label is little. */
function shareOf(phrase: Phrase, label: Label): number {
  const all = wordLetters(phrase.text);
  const known = phrase.labels.reduce((sum, { text }) => sum + letters(text), 0);
  const last = phrase.text.slice(label.end);
  return Math.min(1, known / Math.max(all, 1)) - (letters(last) > 12 ? 0.3 : 0);
}
