import { type Decimal, memoizeByObject } from '../../../../core/index.js';
import {
  bottom,
  currencyCodeOf,
  type LabelConcept,
  letters,
  type NumberStyle,
  overlap,
  type PageLine,
  type Phrase,
  type PhraseLabel,
  type PrintedNumber,
  type RowToken,
  readingsIn,
} from '../../../../core/text.js';
import { captionsUnder } from '../label-places.js';
import { boxOf, type DocumentLayout, textOf, wordLetters } from '../layout.js';

/** An amount with a label that may announce it. The rank, 0..2, says how well the two fit. */
export interface LabelledAmount extends MoneyAmount {
  readonly concept: LabelConcept;
  readonly label: PhraseLabel;
  /** The line of the label: the amount's own line, or one above. */
  readonly labelLine: PageLine;
  readonly rank: number;
}

/** The amounts of a document that have a label, each with the nearest one: to its left in the row, else above it. */
export function labelledAmounts(layout: DocumentLayout, style: NumberStyle | undefined): readonly LabelledAmount[] {
  return layout.lines.flatMap((line) => {
    const amounts = layout.body.has(line.number) ? [] : amountsOn(line, style);
    return amounts.flatMap((amount, index) => labelFor(layout, amount, amounts.length - 1 - index) ?? []);
  });
}

/** @param behind how many amounts follow in the row; the total is usually the last one */
export function labelFor(layout: DocumentLayout, amount: MoneyAmount, behind: number): LabelledAmount | undefined {
  const { line, token } = amount;
  const left = hasLabels(line) ? leftLabel(line, token.from) : undefined;
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
  const captions = captionsUnder(layout, line);
  if (captions) return labelIn(captions, amount);
  const above = labelAbove(layout, line, token);
  if (hasWords(line) && wordLetters(textOf(line, 0, token.from)) > 2 && !(above && isBand(above.line))) return undefined;
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

/** Memoized, because each of the many numbers of a line would look through it. */
const hasLabels = memoizeByObject(({ phrases }: PageLine): boolean => phrases.some(({ labels }) => labels.length > 0));
const hasWords = memoizeByObject((line: PageLine): boolean => wordLetters(line.text) > 2);

/** The label of an amount that stands over its caption. Under a caption that nobody knows an amount has none. */
function labelIn(labelLine: PageLine, amount: MoneyAmount): LabelledAmount | undefined {
  const phrase = labelLine.phrases.find(({ box }) => overlap(box, amount.token.box) > 0.15);
  const label = phrase && nearest(labelLine, phrase, amount.token);
  return label && { ...amount, concept: label.concept, label, labelLine, rank: 0.5 + shareOf(phrase, label) };
}

/** Whether a row holds labels side by side, each above its value. Words before an amount below then belong to another label. */
const isBand = ({ phrases }: PageLine): boolean =>
  phrases.length > 1 && phrases.every(({ text, labels }) => labels.length > 0 || letters(text) === 0);

/**
 * The last label before a position in a row, in the nearest phrase with letters. Currencies do not count, nor do labels of dates, which the
 * `von` in `USt. von 19 %` would be.
 */
function leftLabel(line: PageLine, place: number): { phrase: Phrase; label: PhraseLabel } | undefined {
  const end = line.phrases.findLastIndex(({ from }) => from < place) + 1;
  for (const phrase of line.phrases.slice(Math.max(end - maxPhrasesLeft, 0), end).reverse()) {
    const labels = phrase.labels.filter(({ from, concept, text }) => from < place && !concept.endsWith('_date') && !currencyCodeOf(text));
    const label = labels.findLast(({ start }) => !isBracketed(phrase.text, start)) ?? labels.at(-1);
    if (label) return { phrase, label: including(phrase, label) };
    if (currencyCodeOf(phrase.text)) continue;
    if (wordLetters(textOf(line, phrase.from, Math.min(phrase.to, place))) > 2) return undefined;
  }
  return undefined;
}

/** Between a label and its amount stand a few numbers and signs at most. */
const maxPhrasesLeft = 20;

/** Whether a bracket is open at a place: `Total (incl. VAT)` is no tax. */
const isBracketed = (text: string, place: number): boolean => text.lastIndexOf('(', place) > text.lastIndexOf(')', place);

/**
 * `Total sales inclusive of GST`: takes the total that opens the phrase, where OCR may have misread the words that say it includes the tax.
 */
function including({ labels: [first], text }: Phrase, label: PhraseLabel): PhraseLabel {
  const includes = label.concept === 'tax' && first?.concept === 'total' && /\bin[ck]/i.test(text.slice(first.end, label.start));
  return includes ? first : label;
}

const maxRowsAbove = 6;

/** The largest gap between two rows of a table, in line heights. */
const maxGapHeights = 3;

/** The label in the nearest phrase above that has letters. */
function labelAbove(
  layout: DocumentLayout,
  line: PageLine,
  token: RowToken<PrintedNumber>,
): { line: PageLine; phrase: Phrase; label: PhraseLabel } | undefined {
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
    const phrase = worded(above).find((other) => overlap(other.box, token.box) > 0.15);
    if (!phrase) continue;
    const label = nearest(above, phrase, token);
    return label && { line: above, phrase, label };
  }
  return undefined;
}

const worded = memoizeByObject(({ phrases }: PageLine): readonly Phrase[] => phrases.filter(({ text }) => letters(text) > 2));

function nearest(line: PageLine, phrase: Phrase, token: RowToken<PrintedNumber>): PhraseLabel | undefined {
  const distance = ({ from, to }: PhraseLabel) => {
    const box = boxOf(line, from, to);
    return Math.min(Math.abs(box.x - token.box.x), Math.abs(box.x + box.width - token.box.x - token.box.width));
  };
  return [...phrase.labels].sort((a, b) => distance(a) - distance(b))[0];
}

/** How much of a phrase its labels take up, 0..1. In a sentence about a total the label is only a small part. */
function shareOf(phrase: Phrase, label: PhraseLabel): number {
  const all = wordLetters(phrase.text);
  const known = phrase.labels.reduce((sum, { text }) => sum + letters(text), 0);
  const last = phrase.text.slice(label.end);
  return Math.min(1, known / Math.max(all, 1)) - (letters(last) > 12 ? 0.3 : 0);
}

export interface MoneyAmount {
  readonly line: PageLine;
  readonly token: RowToken<PrintedNumber>;
  readonly value: Decimal;
}

/** The amounts of a line: numbers with two decimals or a currency that are not percentages. */
export const amountsOn = (line: PageLine, style: NumberStyle | undefined): readonly MoneyAmount[] => amountsIn(style)(line);

/** Memoized, because most finders look at the amounts of every line. */
const amountsIn = memoizeByStyle((style) =>
  memoizeByObject((line: PageLine): readonly MoneyAmount[] =>
    line.numbers.flatMap((token) => {
      const { percent, decimals, currency } = token.value;
      const [value] = readingsIn(token.text, style);
      if (percent || value === undefined || (decimals !== 2 && currency === undefined)) return [];
      return [{ line, token, value }];
    }),
  ),
);

/** There are as many styles as decimal marks. */
function memoizeByStyle<Value>(compute: (style: NumberStyle | undefined) => Value): (style: NumberStyle | undefined) => Value {
  const known = new Map<NumberStyle['decimal'] | undefined, Value>();
  return (style) => {
    const value = known.get(style?.decimal) ?? compute(style);
    known.set(style?.decimal, value);
    return value;
  };
}

/** The whole numbers of a line. Beside the label of a sum these are money too, unless a unit of time or the like follows. */
export function roundAmountsOn(line: PageLine, style: NumberStyle | undefined): readonly MoneyAmount[] {
  return line.numbers.flatMap((token) => {
    const [value] = readingsIn(token.text, style);
    return value === undefined || token.value.percent || token.value.decimals === 2 || isDuration(line, token)
      ? []
      : [{ line, token, value }];
  });
}

/** Whether a number is a duration, by the words right after it: `30 days`, `14-day`. */
function isDuration(line: PageLine, { to }: { readonly to: number }): boolean {
  const [next = '', after = ''] = line.words.slice(to, to + 2).map(({ text }) => text.replace(/^[(-]+|[).,:;!]+$/g, ''));
  return timeUnit.test(next) || (unitQualifier.test(next) && timeUnit.test(after));
}

/** Units of time, singular and plural, in the languages of the lexicon. */
const timeUnit =
  /^(?:days?|weeks?|months?|years?|hours?|hrs?|minutes?|mins?|tagen?|tage|woche|wochen|monaten?|monate|jahren?|jahre|stunden?|minuten?|jours?|semaines?|mois|ans?|années?|heures?|días?|semanas?|mes|meses|años?|horas?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|or[ae]|dag|dagen|weken|maand|maanden|jaar|uur|uren|dias?|mês|anos?|dagar|dygn|veckor|månader|dni|dzień|tygodni|miesięcy|dana|tjedana|mjeseci)$/iu;

/** Words that may stand between a number and its unit: `30 calendar days`, `14 business days`. */
const unitQualifier = /^(?:calendar|business|working|banking|net|kalender|werk|bank)$/i;
