import { decimal } from '../../../../core/index.js';
import type { NumberStyle } from '../../../../core/text.js';
import { quoteOf } from '../find.js';
import { type DocumentLayout, type LabelConcept, letters, type PageLine, textOf } from '../page/layout.js';
import { amountsOn, type MoneyAmount } from './amounts.js';
import type { SumPart, SumParts, SumTriple } from './sum-parts.js';

/**
 * The sums of a document as one row of a tax table, net, tax and gross: `20 %  27 946,00  5 589,20  33 535,20`.
 * The row with the largest gross counts if its gross is also printed elsewhere, or if the other rows, one for each rate, add up to it.
 */
export function summaryRow(layout: DocumentLayout, style: NumberStyle | undefined, parts: SumParts): SumTriple | undefined {
  const rows = layout.lines.flatMap((line) => (announced(layout, line) ? (tripleOn(line, amountsOn(line, style)) ?? []) : []));
  const [first, ...others] = rows.toSorted((a, b) => b.total.value.abs().comparedTo(a.total.value.abs()));
  if (!first) return undefined;
  const known = [...parts('total'), ...parts('amount_due')].some(({ value }) => value.equals(first.total.value));
  return known || isSumOf(first, others) || others.every(({ total }) => total.value.equals(first.total.value)) ? first : undefined;
}

/** Whether each column of a row is the sum of that column in the others. */
const isSumOf = (whole: SumTriple, parts: readonly SumTriple[]): boolean =>
  parts.length > 1 &&
  (['subtotal', 'tax', 'total'] as const).every((column) =>
    parts.reduce((sum, part) => sum.plus(part[column]?.value ?? 0), decimal(0)).equals(whole[column]?.value ?? 0),
  );

const about: readonly LabelConcept[] = ['tax', 'tax_rate', 'total', 'subtotal'];
const maxRowsAbove = 3;

/**
 * Whether a row is announced as sums: it mentions tax or a total, or has no words and stands under rows that do. Items begin with other
 * words.
 */
function announced(layout: DocumentLayout, line: PageLine): boolean {
  if (line.numbers.length < 3) return false;
  const first = line.numbers[0]?.from ?? 0;
  const opening = line.phrases.flatMap(({ labels }) => labels).find(({ from }) => from <= first);
  if (opening && about.includes(opening.concept)) return true;
  if (letters(textOf(line, 0, first)) > 0) return false;
  return Array.from({ length: maxRowsAbove }, (_, rows) => layout.lines[line.number - 1 - rows]).some((above) =>
    above?.phrases.some(({ labels }) => labels.some(({ concept }) => concept === 'tax' || concept === 'tax_rate')),
  );
}

/** The last three neighbouring amounts of a row of which two add up to the third. */
function tripleOn(line: PageLine, amounts: readonly MoneyAmount[]): SumTriple | undefined {
  for (let at = amounts.length - 3; at >= 0; at -= 1) {
    const [tax, subtotal, total] = amounts.slice(at, at + 3).toSorted((a, b) => a.value.abs().comparedTo(b.value.abs()));
    if (!tax || !subtotal || !total || total.value.isZero() || tax.value.isZero()) continue;
    if (!subtotal.value.plus(tax.value).equals(total.value) || tax.value.abs().greaterThan(total.value.abs().times('0.3'))) continue;
    return { subtotal: partOf(line, subtotal), tax: partOf(line, tax), total: partOf(line, total), score: 0 };
  }
  return undefined;
}

const partOf = (line: PageLine, amount: MoneyAmount): SumPart => ({
  ...amount,
  rank: 0,
  quote: quoteOf(line, { from: 0, to: amount.token.to }),
});
