import { type Decimal, decimal } from '../../../../core/index.js';
import { type LabelConcept, letters, type NumberStyle, type PageLine, readingsIn, type TaxPart } from '../../../../core/text.js';
import { doubtful, type Find, findOn, quoteOf, type WordRange } from '../find.js';
import { type DocumentLayout, hasLabel, textOf } from '../layout.js';
import { amountsOn } from './labelled-amounts.js';
import type { DocumentTotals } from './totals.js';

/** What a document says about its tax at one rate. */
export type RateTax = Readonly<Partial<Record<TaxPart, Find>>>;

/**
 * The taxes of a document, one for each rate: rows that mention tax, or stand under headers that do, and print a rate.
 * A base counts where rate times base makes the tax. Doubtful where the taxes do not add up to the printed one.
 */
export function findTaxes(layout: DocumentLayout, style: NumberStyle | undefined, { finds, taxes }: DocumentTotals): readonly RateTax[] {
  const rows = layout.lines.filter(({ number }) => !layout.body.has(number)).flatMap((line) => rowOn(layout, line, style) ?? []);
  const byRate = [...Map.groupBy(rows, ({ rate }) => String(rate.value)).values()].map(fullest);
  const sum = byRate.reduce((total, { tax }) => total.plus(tax.value), decimal(0));
  const agrees = taxes.some((tax) => tax.equals(sum)) || taxes.every((tax) => byRate.some((row) => row.tax.value.equals(tax)));
  const [only, ...others] = byRate;
  if (!only) return finds.tax ? [{ tax: finds.tax }] : [];
  const whole = others.length === 0 ? withSums(only, finds, style) : {};
  return byRate.map((row) => ({ ...whole, ...findsIn(row, agrees) }));
}

interface TaxNumber extends WordRange {
  readonly text: string;
  readonly value: Decimal;
}
interface RateRow {
  readonly line: PageLine;
  /** Word at which the label of the row begins. */
  readonly from: number;
  readonly rate: TaxNumber;
  readonly tax: TaxNumber;
  readonly base?: TaxNumber;
  readonly gross?: TaxNumber;
  /** Set where rate and base can be exchanged: 13 % of 22.35 is 22.35 % of 13. */
  readonly ambiguous?: true;
}

const aboutTax: ReadonlySet<LabelConcept> = new Set(['tax', 'tax_rate']);

function rowOn(layout: DocumentLayout, line: PageLine, style: NumberStyle | undefined): RateRow | undefined {
  const label = line.phrases.flatMap(({ labels }) => labels).find(({ concept }) => aboutTax.has(concept));
  const from = label ? label.from : isUnderTaxes(layout, line) ? 0 : undefined;
  if (from === undefined) return undefined;
  const printed = line.numbers.filter((token) => token.from >= from).flatMap((token) => meantBy(token, style));
  const amounts = amountsOn(line, style).flatMap(({ token, value }) => (token.from >= from ? [{ ...token, value }] : []));
  const percents = printed.filter(({ percent }) => percent);
  const rates = percents.length > 0 || label ? percents : printed.filter(mayBeRate);
  const ways = rates.flatMap((rate) => workedOut(rate, amounts)[0] ?? []);
  const worked = ways.find(({ gross }) => gross) ?? ways[0];
  if (worked) return { line, from, ...worked, ...(worked.gross || ways.length === 1 ? {} : { ambiguous: true }) };
  const [rate, ...more] = percents;
  const [tax, ...rest] = amounts;
  return rate && tax && more.length + rest.length === 0 ? { line, from, rate, tax } : undefined;
}

/** No sales tax is higher, in per cent. */
const maxRatePercent = 50;
/** Line-by-line rounding may change the tax by this much. */
const maxRoundingError = decimal('0.05');

const meantBy = (token: PageLine['numbers'][number], style: NumberStyle | undefined): readonly PrintedTaxNumber[] =>
  readingsIn(token.text, style)
    .slice(0, 1)
    .map((value) => ({ ...token, value, percent: token.value.percent, money: token.value.currency !== undefined }));

type PrintedTaxNumber = TaxNumber & { readonly percent: boolean; readonly money: boolean };

/** Whether a number without a sign may be a rate: it is small, and no currency stands beside it. */
const mayBeRate = ({ value, money }: PrintedTaxNumber): boolean => !money && value.lessThanOrEqualTo(maxRatePercent);

/** The amounts of a row that the rate connects: base times rate is the tax. */
function workedOut(rate: TaxNumber, amounts: readonly TaxNumber[]): readonly Pick<RateRow, 'rate' | 'base' | 'tax' | 'gross'>[] {
  return amounts.flatMap((base) =>
    amounts.flatMap((tax) => {
      if (tax === base || [tax, base].some(({ from }) => from === rate.from) || !isTaxOf(tax.value, base.value, rate.value)) return [];
      const gross = amounts.find(({ value, from }) => value.equals(base.value.plus(tax.value)) && from !== base.from && from !== tax.from);
      return [{ rate, base, tax, ...(gross && { gross }) }];
    }),
  );
}

const isTaxOf = (tax: Decimal, base: Decimal, rate: Decimal): boolean =>
  base.times(rate).dividedBy(100).minus(tax).abs().lessThanOrEqualTo(maxRoundingError) && tax.abs().lessThan(base.abs());

const maxRowsAbove = 4;

/** Whether a row has only numbers and stands under one that mentions tax. */
function isUnderTaxes(layout: DocumentLayout, line: PageLine): boolean {
  const first = line.numbers[0];
  if (!first || letters(textOf(line, 0, first.from)) > maxCodeLetters) return false;
  const above = layout.lines.slice(Math.max(0, line.number - maxRowsAbove), line.number);
  return above.some((other) => other.page === line.page && hasLabel(other, aboutTax));
}
/** The most letters of a code for a rate, such as `A`. */
const maxCodeLetters = 2;

/** The most complete of several rows for one rate. */
const fullest = (rows: readonly RateRow[]): RateRow =>
  rows.reduce((best, row) => (Object.keys(row).length > Object.keys(best).length ? row : best));

function findsIn({ line, from, ambiguous, ...parts }: RateRow, agrees: boolean): RateTax {
  const to = Math.max(...Object.values(parts).map((part) => part.to));
  return Object.fromEntries(
    Object.entries(parts).map(([part, { text }]): [string, Find] => {
      const find = findOn(line, { value: text, from, to: Math.max(to, from + 1) }, { confidence: 'certain' });
      return [part, agrees && !ambiguous ? find : doubtful(find)];
    }),
  );
}

/** With a single rate, the subtotal is its base if the rate makes the tax of it, and the total its gross if both add up to that. */
function withSums({ rate, tax, base }: RateRow, { subtotal, total }: DocumentTotals['finds'], style: NumberStyle | undefined): RateTax {
  const [net] = subtotal ? readingsIn(subtotal.value, style) : [];
  const [gross] = total ? readingsIn(total.value, style) : [];
  if (!net || base || !isTaxOf(tax.value, net, rate.value)) return {};
  return { ...(subtotal && { base: subtotal }), ...(total && gross?.equals(net.plus(tax.value)) && { gross: total }) };
}

/** The tax rate: the percentage in a row that mentions tax; a guess where there are several. */
export function findRate(layout: DocumentLayout, style: NumberStyle | undefined): Find | undefined {
  const rates = layout.lines.flatMap((line) => {
    const label = line.phrases.flatMap(({ labels }) => labels).find(({ concept }) => aboutTax.has(concept));
    return label ? line.numbers.filter(({ value }) => value.percent).map((token) => ({ line, label, token })) : [];
  });
  const [first] = rates;
  if (!first) return undefined;
  const { line, label, token } = first;
  const find: Find = { value: token.text, page: line.page, quote: quoteOf(line, label, token), confidence: 'likely', reason: 'exact' };
  const isOne = new Set(rates.map((rate) => String(readingsIn(rate.token.text, style)[0]))).size === 1;
  return isOne ? find : { ...find, confidence: 'guess', reason: 'multiple' };
}
