import { type Cell, type Decimal, decimal, type StatedValue } from '../../../../core/index.js';
import { numbersIn } from '../../../../core/text.js';
import type { Subject } from '../../../kit/index.js';

/**
 * The tax rate and the tax of each line, which truth files do not have: the only percentage of the line's row, where all lines have one and a row
 * that speaks of tax prints it as well, and the only amount of the row that is this share of the line's.
 */
export function lineTaxesIn(subject: Subject): readonly Cell[] {
  const rows = subject.exhibit.sheet.lines.map(({ amount }) => amount?.place?.row);
  const rates = rows.map((row) => row && only(percentagesIn(row.words.map(({ text }) => text))));
  if (rates.length === 0 || !rates.every((rate) => rate !== undefined && isTaxRate(subject, rate))) return [];
  const cells = rows.flatMap((row, at) => {
    const [rate, net] = [rates[at], subject.exhibit.sheet.lines[at]?.amount?.value];
    if (!row || rate === undefined) return [];
    const { text: quote, page } = row;
    const tax = only(
      taxesIn(
        row.words.map(({ text }) => text).filter((text) => text !== net),
        numbersIn(net ?? '')[0],
        rate,
      ),
    );
    return [
      cellAt(at, 'tax_rate', { value: rate, quote, page }),
      ...(tax === undefined ? [] : [cellAt(at, 'tax', { value: tax, quote, page })]),
    ];
  });
  const taxes = cells.filter(({ path }) => path.endsWith('.tax')).length;
  // A column is read as a whole: the tax of some lines alone would be another document's column.
  return taxes === rows.length ? cells : cells.filter(({ path }) => path.endsWith('.tax_rate'));
}

const cellAt = (line: number, name: string, printed: StatedValue): Cell => ({
  path: `$.line_items[${line}].${name}`,
  ...printed,
  confidence: 'certain',
  reason: 'exact',
});

function only(texts: readonly string[]): string | undefined {
  const distinct = new Set(texts);
  return distinct.size === 1 ? texts[0] : undefined;
}

/** '19%' is one word, '19 %' two. */
const percentagesIn = (words: readonly string[]): readonly string[] =>
  words.flatMap((word, at) => {
    if (/^\d{1,2}(?:[.,]\d{1,2})?%$/.test(word)) return [word];
    return words[at + 1] === '%' && /^\d{1,2}(?:[.,]\d{1,2})?$/.test(word) ? [`${word} %`] : [];
  });

/** Whether a row that speaks of tax, and is none of the lines, prints the rate. */
const isTaxRate = ({ exhibit: { index, sheet } }: Subject, rate: string): boolean =>
  index.rows.some(
    (row) =>
      sheet.lines.every(({ amount }) => amount?.place?.row !== row) &&
      /\b(?:tax|vat|gst|hst|tva|tvq|ust|mwst|umsatzsteuer|mehrwertsteuer|iva|btw|moms|dph|kdv|pvm)\b/i.test(row.text) &&
      percentagesIn(row.words.map(({ text }) => text)).some((other) => numbersIn(other)[0]?.eq(numbersIn(rate)[0] ?? -1)),
  );

function taxesIn(words: readonly string[], amount: Decimal | undefined, rateText: string): readonly string[] {
  const [rate] = numbersIn(rateText);
  if (!rate || !amount || amount.isZero() || rate.isZero()) return [];
  const added = amount.times(rate).times(decimal('0.01'));
  const included = amount.times(rate.div(rate.plus(100)));
  const isTax = (number: Decimal): boolean => [added, included].some((tax) => number.minus(tax).abs().lte(decimal('0.01')));
  return words.filter((word) => /\d[.,]\d\d\b/.test(word) && numbersIn(word).some(isTax));
}
