import { type NumberStyle, readingsIn } from '../../../../../core/text.js';
import { quoteOf } from '../../find.js';
import { type DocumentLayout, letters, type PageLine, type Phrase } from '../../page/layout.js';
import { type ItemName, namesBeside } from '../descriptions/names-beside.js';
import type { ItemCell, TableItem } from '../item.js';
import { type AmountFactor, type Factors, factorsAlone, factorsOf } from './factors.js';
import type { SoldRow } from './sold-rows.js';

/** A row and the numbers that make its amount. */
interface CountedRow {
  readonly row: SoldRow;
  readonly factors: Factors | undefined;
  /** The quantity, where the row begins with it and prints no price. */
  readonly count: AmountFactor | undefined;
}

/**
 * The items of rows without a header. Two numbers that make the amount are its quantity and price, in the row or the line beside it. The
 * name stands in the row itself, or in lines above or below every row.
 */
export function headerlessItems(rows: readonly SoldRow[], layout: DocumentLayout, style: NumberStyle | undefined): readonly TableItem[] {
  const taken = new Set<number>();
  const ahead = countsAhead(rows, style);
  const counted = rows.map((row, at): CountedRow => {
    const own = factorsOf(row.line, { to: row.token.from, product: row.value }, style);
    const factors = own ?? factorsBeside(row, { layout, taken }, style);
    if (factors && !own) taken.add(factors.quantity.line.number);
    return { row, factors, count: factors ? undefined : ahead[at] };
  });
  const own = counted.map(wordsBeforeAmount);
  const free = layout.lines.filter(({ number }) => !taken.has(number) && !layout.heads.has(number));
  const beside = namesBeside(
    rows.map(({ line }, at) => ({ line, named: own[at] !== undefined && isName(own[at]) })),
    free,
  );
  return counted.map((item, at) => itemOf(item, beside[at] ?? own[at]));
}

interface FactorSearch {
  readonly layout: DocumentLayout;
  /** Lines whose factors already belong to an item. */
  readonly taken: ReadonlySet<number>;
}

/** Quantity and price in a line of their own, below the row or above it. */
function factorsBeside({ line, value }: SoldRow, { layout, taken }: FactorSearch, style: NumberStyle | undefined): Factors | undefined {
  const beside = [line.number + 1, line.number - 1].flatMap((at) => layout.lines[at] ?? []);
  return beside
    .filter(({ number, page }) => page === line.page && !taken.has(number))
    .flatMap((other) => factorsAlone(other, value, style) ?? [])[0];
}

function itemOf({ row, factors, count }: CountedRow, name: ItemName | undefined): TableItem {
  const { line, token, value } = row;
  const quantity = factors?.quantity ?? count;
  const cells = {
    line_amount: cellOf({ line, token, value }, token.to),
    ...(name && letters(name.text) > 1 && { line_description: { value: name.text, number: undefined, line: name.line, quote: name.text } }),
    ...(quantity && { line_quantity: cellOf(quantity, quantity.line === line ? token.to : undefined) }),
    ...(factors && { line_unit_price: cellOf(factors.price, factors.price.line === line ? token.to : undefined) }),
  };
  return { amount: value, line, columns: [], cells };
}

const cellOf = ({ token, value, line }: AmountFactor, to = line.words.length): ItemCell => ({
  value: token.text,
  number: value,
  line,
  quote: quoteOf(line, { from: 0, to }),
});

/**
 * The small whole number at the start of each row, where at least half of the rows have one: the quantity in `2 Coffee 7.00`.
 * The numbers one, two, three and so on are list positions instead.
 */
function countsAhead(rows: readonly SoldRow[], style: NumberStyle | undefined): readonly (AmountFactor | undefined)[] {
  const found = rows.map((row) => firstCount(row, style));
  const counts = found.filter((count) => count !== undefined);
  const places = counts.length > 2 && counts.every(({ value }, at) => value.equals(at + 1));
  return counts.length * 2 >= rows.length && !places ? found : rows.map(() => undefined);
}

/** A larger number at the start of a row is not a quantity. */
const maxCount = 99;

function firstCount({ line, token }: SoldRow, style: NumberStyle | undefined): AmountFactor | undefined {
  const first = line.numbers[0];
  const value = first?.from === 0 && first !== token && !first.value.percent ? readingsIn(first.text, style)[0] : undefined;
  const counts = value?.isInteger() && value.greaterThan(0) && value.lessThanOrEqualTo(maxCount) && first?.value.decimals === 0;
  return first && value && counts && /\p{L}/u.test(line.words[first.to]?.text ?? '') ? { token: first, value, line } : undefined;
}

/** The words of a row before its amount, without a leading date, quantity, price, multiplication signs and article code. */
function wordsBeforeAmount({ row, factors, count }: CountedRow): ItemName {
  const { line, token } = row;
  const numbers = [factors?.quantity, factors?.price, count].flatMap((factor) => (factor?.line === line ? [factor.token] : []));
  const dates = line.dates.filter(({ from }) => from === 0);
  const text = line.words
    .slice(0, token.from)
    .filter((_, at) => ![...numbers, ...dates, ...figuresAfterName(line)].some(({ from, to }) => from <= at && at < to))
    .map((word) => word.text)
    .join(' ')
    .replace(ahead, '')
    .replace(behind, '');
  return { text, line };
}

/** The cells of figures behind the name: `Assembly    7    21%    2,851.66`. */
function figuresAfterName({ phrases }: PageLine): readonly Phrase[] {
  const name = phrases.findIndex(({ text }) => letters(text) > 1);
  return name < 0 ? [] : phrases.slice(name + 1).filter(({ text }) => letters(text) === 0);
}

/** Article codes and multiplication signs at the start. */
const ahead = /^(?:\S*\d{5,}\S*\s+(?=.*\p{L}{2})|[x×@*]\s+)+/iu;
/** A multiplication sign, the unit of a price or a marked tax code at the end. */
const behind = /(?:(?:^|\s+)(?:[x×@*]|\/\s?\p{L}{1,3}|\*\p{L}))+$/iu;

/** Whether words are more than units of a product: `BANANAS`, not `lb @ /lb`. */
const isName = ({ text }: ItemName): boolean =>
  text
    .replace(measures, '')
    .split(/\s+/)
    .some((word) => letters(word) > 2 && !unitName.test(word));

const measures = /\d[\d.,]*\s?\p{L}{1,3}(?!\p{L})/gu;
const unitName = /^(?:stk|stck|stück|pcs|pce|each|unit|units|lbs|qty|kgs|art)\.?$/i;
