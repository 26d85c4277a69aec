import { type Decimal, decimal } from '../../../../core/index.js';
import { letters, type NumberStyle, type PageLine, type Phrase, readingsIn, right } from '../../../../core/text.js';
import type { MoneyAmount } from '../amounts/labelled-amounts.js';
import { quoteOf } from '../find.js';
import { type DocumentLayout } from '../layout.js';
import type { ItemCell, TableItem } from './body.js';
import { type ItemName, namesBeside } from './names-beside.js';
import { type AmountFactor, type Factors, factorsAlone, factorsOf, soldRows } from './sold-rows.js';
import { firstSum, firstTax } from './sum-rows.js';
import type { ItemTable, TableFacts } from './table.js';

/**
 * Item rows without a header, as on receipts: lines that end with an amount in one column, above the sums.
 * A run of most rows that adds up to a sum is likely. Where none does but a sum closes the rows, all of them are unsure.
 */
export function headerlessTable(layout: DocumentLayout, known: TableFacts): ItemTable | undefined {
  const { rows, sums } = soldRows(layout, known.style);
  const all = { ...known, sums: [...known.sums, ...sums] };
  const columns = columnsOf(rows).map((column) => upToSum(column, all));
  const run = longest(columns.map((column) => runOf(column, all.sums)));
  if (run.length > 1) return tableOf(run, layout, known, 'likely');
  const closed = sums.length > 0 ? longest(columns.map((column) => closedBySum(column, all.sums))) : [];
  return closed.length > 0 ? tableOf(closed, layout, known, 'unsure') : undefined;
}

/** The rows above the first one that says it is their sum or their tax. */
function upToSum(rows: readonly MoneyAmount[], known: TableFacts): readonly MoneyAmount[] {
  const items = rows.map(({ line, value }): TableItem => ({ line, amount: value, cells: {}, columns: [] }));
  const ends = [firstSum(items, known.style), firstTax(items, known)];
  return rows.slice(0, Math.min(...ends.map((end) => end ?? rows.length)));
}

/** More lines between two rows separate the items from other lines that end with an amount, such as opening hours. */
const maxLinesApart = 6;

/** The longest group of close rows, without a last row that equals the sum of those above: whatever its name, it is their sum. */
function closedBySum(rows: readonly MoneyAmount[], sums: readonly Decimal[]): readonly MoneyAmount[] {
  const close = longest(groupsOf(rows).toReversed());
  const [above, last] = [close.slice(0, -1), close.at(-1)];
  const sum = above.reduce((total, { value }) => total.plus(value), decimal(0));
  const isSum = above.length > 0 && last?.value.equals(sum) && (above.length > 1 || sums.some((other) => other.equals(sum)));
  return isSum ? above : close;
}

function groupsOf(rows: readonly MoneyAmount[]): readonly (readonly MoneyAmount[])[] {
  const starts = rows.flatMap(({ line }, at) => (at === 0 || line.number - (rows[at - 1]?.line.number ?? 0) > maxLinesApart ? [at] : []));
  return starts.map((from, index) => rows.slice(from, starts[index + 1]));
}

const tableOf = (
  rows: readonly MoneyAmount[],
  layout: DocumentLayout,
  { style }: TableFacts,
  confidence: ItemTable['confidence'],
): ItemTable => ({
  headers: [],
  items: headerlessItems(rows, layout, style),
  confidence,
});

const longest = (some: readonly (readonly MoneyAmount[])[]): readonly MoneyAmount[] =>
  some.reduce<readonly MoneyAmount[]>((best, other) => (other.length > best.length ? other : best), []);

/** The most that right edges in one column may differ, in heights. A tax code may be attached to one of the amounts. */
const maxShiftHeights = 1.5;

/** Groups the rows whose amounts end below one another. On a skewed page each row may be shifted a little against the one above. */
function columnsOf(rows: readonly MoneyAmount[]): readonly (readonly MoneyAmount[])[] {
  const columns: MoneyAmount[][] = [];
  for (const first of rows) {
    if (columns.some((column) => column.includes(first))) continue;
    const column = [first];
    for (const row of rows.slice(rows.indexOf(first) + 1)) if (isBelow(row, column.at(-1) ?? first)) column.push(row);
    columns.push(column);
  }
  return columns;
}

const isBelow = ({ token }: MoneyAmount, last: MoneyAmount): boolean =>
  Math.abs(right(token.box) - right(last.token.box)) <= maxShiftHeights * Math.min(token.box.height, last.token.box.height);

/**
 * The longest run of neighbouring rows, at least half of all, that adds up to a sum. One amount alone proves nothing: it may be the sum
 * itself.
 */
function runOf(rows: readonly MoneyAmount[], sums: readonly Decimal[]): readonly MoneyAmount[] {
  let best: readonly MoneyAmount[] = [];
  for (let from = 0; from < rows.length; from += 1) {
    let sum = decimal(0);
    for (let to = from; to < rows.length; to += 1) {
      sum = sum.plus(rows[to]?.value ?? 0);
      const length = to - from + 1;
      if (length * 2 < rows.length || length <= best.length || !sums.some((other) => other.equals(sum))) continue;
      const run = rows.slice(from, to + 1);
      if (run.filter(({ value }) => !value.isZero()).length > 1) best = run;
    }
  }
  return best;
}

/** A row and the numbers that make its amount. */
interface CountedRow {
  readonly row: MoneyAmount;
  readonly factors: Factors | undefined;
  /** The quantity, where the row begins with it and prints no price. */
  readonly count: AmountFactor | undefined;
}

/**
 * The items of rows without a header. Two numbers that make the amount are its quantity and price, in the row or the line beside it. The
 * name stands in the row itself, or in lines above or below every row.
 */
export function headerlessItems(
  rows: readonly MoneyAmount[],
  layout: DocumentLayout,
  style: NumberStyle | undefined,
): readonly TableItem[] {
  const ahead = countsAhead(rows, style);
  const counted = rows.map((row, at): CountedRow => {
    const factors = factorsOf(row.line, { to: row.token.from, product: row.value }, style) ?? factorsBeside(row, layout, style);
    return { row, factors, count: factors ? undefined : ahead[at] };
  });
  const own = counted.map(wordsBeforeAmount);
  const beside = namesBeside(
    rows.map(({ line }, at) => ({ line, named: own[at] !== undefined && isName(own[at]) })),
    layout.lines,
  );
  return counted.map((item, at) => itemOf(item, beside[at] ?? own[at]));
}

/** Quantity and price in a line of their own, below the row or above it. */
function factorsBeside({ line, value }: MoneyAmount, { lines }: DocumentLayout, style: NumberStyle | undefined): Factors | undefined {
  const beside = [line.number + 1, line.number - 1].flatMap((at) => lines[at] ?? []);
  return beside.filter(({ page }) => page === line.page).flatMap((other) => factorsAlone(other, value, style) ?? [])[0];
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
function countsAhead(rows: readonly MoneyAmount[], style: NumberStyle | undefined): readonly (AmountFactor | undefined)[] {
  const found = rows.map((row) => firstCount(row, style));
  const counts = found.filter((count) => count !== undefined);
  const places = counts.length > 2 && counts.every(({ value }, at) => value.equals(at + 1));
  return counts.length * 2 >= rows.length && !places ? found : rows.map(() => undefined);
}

/** A larger number at the start of a row is not a quantity. */
const maxCount = 99;

function firstCount({ line, token }: MoneyAmount, style: NumberStyle | undefined): AmountFactor | undefined {
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
