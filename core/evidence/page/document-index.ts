import type { Decimal } from '../../contracts/amount.js';
import type { Document } from '../../contracts/document.js';
import { firstWhere } from '../../values/first-where.js';
import { memoizeByObject } from '../../values/memoize.js';
import { minorUnit } from '../../values/money.js';
import { type DateOrder, dateOrder, dateStyleOf } from '../print/dates.js';
import { isCurrencyCode } from '../print/identifiers.js';
import { fold, squash } from '../print/normalise.js';
import { type NumberStyle, numberStyle, readingsIn } from '../print/numbers.js';
import { datesAmong, numbersAmong, type RowToken } from '../print/tokens.js';
import { daysWithoutYear } from './days-without-year.js';
import { lineOf, type PageLine, type Phrase } from './lines.js';
import { Locator, type Passage } from './locate.js';
import { indexPage, type PageIndex, type Row, type Spot } from './page-index.js';

/** The search index of a document: its rows, numbers, dates and quotes, and the conventions that they follow. */
export class DocumentIndex {
  readonly pages: readonly PageIndex[];
  readonly rows: readonly Row[];
  /** The decimal mark, if the document's own amounts agree on it. */
  readonly style: NumberStyle | undefined;
  readonly numbers: readonly Spot<Decimal>[];
  readonly dates: readonly Spot<string>[];
  readonly #printedDates: readonly string[];
  readonly #dateOrders = new Map<string | undefined, DateOrder | undefined>();
  #lines: readonly PageLine[] | undefined;
  #phrases: readonly Phrase[] | undefined;
  #locator: Locator | undefined;
  #amounts: SpotIndex<Decimal> | undefined;
  #rowNumbers: ReadonlyMap<number, readonly Spot<Decimal>[]> | undefined;
  #dayPlaces: SpotIndex<string> | undefined;
  #days: readonly Spot<string>[] | undefined;
  #rowDates: ReadonlyMap<number, readonly Spot<string>[]> | undefined;
  #hidden: readonly { readonly page: number; readonly text: string }[] | undefined;

  constructor(readonly document: Document) {
    this.pages = document.pages.map(indexPage);
    this.rows = this.pages.flatMap((page) => page.rows);
    const numbers = this.rows.map((row) => numbersAmong(row.words));
    const dates = this.rows.map((row) => datesAmong(row.words));
    this.style = numberStyle(
      numbers.flat().map((token) => token.text),
      minorDigits(this.rows),
    );
    this.#printedDates = dates.flat().map((token) => token.text);
    this.numbers = this.spots(numbers, ({ text, value }) => ({
      readings: readingsIn(text, this.style),
      percent: value.percent,
      currency: value.currency,
      decimals: value.decimals ?? 0,
    }));
    this.dates = this.spots(dates, ({ text, value }) => ({
      readings: this.possibleDays(value, text),
      percent: false,
      currency: undefined,
      decimals: 0,
    }));
  }

  /** The number of its first page: 1 unless it is a part of a file. */
  get firstPage(): number {
    return this.pages[0]?.page.number ?? 1;
  }

  /** In points; 0 for a page that it does not have. */
  heightOf(number: number): number {
    return this.pages[number - this.firstPage]?.page.height ?? 0;
  }

  /** Its rows with what is recognized in them. The reader reads by them, and the judges judge by them. */
  get lines(): readonly PageLine[] {
    this.#lines ??= this.rows.map(lineOf);
    return this.#lines;
  }

  /** All phrases of its lines, in document order. */
  get phrases(): readonly Phrase[] {
    this.#phrases ??= this.lines.flatMap(({ phrases }) => phrases);
    return this.#phrases;
  }

  /** True if no page has a visible word. */
  get silent(): boolean {
    return this.rows.length === 0;
  }

  /** Every visible place of a quote, in document order; on one page if one is given. */
  find(quote: string, page?: number): readonly Passage[] {
    this.#locator ??= new Locator(this);
    return this.#locator.find(quote, page);
  }

  /** Every place of an amount with this sign; on one page if one is given. */
  amountsAt(amount: Decimal, page?: number): readonly Spot<Decimal>[] {
    this.#amounts ??= new SpotIndex(this.numbers);
    return this.#amounts.at(amount.toString(), page);
  }

  /** Those of them in some rows, `to` exclusive: long tables print one amount thousands of times. */
  amountsWithin(amount: Decimal, from: number, to: number): readonly Spot<Decimal>[] {
    const all = this.amountsAt(amount);
    const [begin, end] = [from, to].map((row) => firstWhere(all, ({ order }) => order >= row));
    return all.slice(begin, end);
  }

  /** The numbers of one row, by its index in the document. */
  numbersIn(order: number): readonly Spot<Decimal>[] {
    this.#rowNumbers ??= Map.groupBy(this.numbers, (spot) => spot.order);
    return this.#rowNumbers.get(order) ?? [];
  }

  /** The dates of one row. */
  datesIn(order: number): readonly Spot<string>[] {
    this.#rowDates ??= Map.groupBy(this.dates, (spot) => spot.order);
    return this.#rowDates.get(order) ?? [];
  }

  /** Every place of an ISO day, with its year or without; on one page if one is given. */
  daysAt(day: string, page?: number): readonly Spot<string>[] {
    this.#dayPlaces ??= new SpotIndex(this.days);
    return this.#dayPlaces.at(day, page);
  }

  /** All days, with their years and without, in document order. */
  get days(): readonly Spot<string>[] {
    const { rows, dates } = this;
    const withoutYear = (): readonly Spot<string>[] => daysWithoutYear({ rows, dates, order: dateOrder(this.#printedDates) });
    this.#days ??= [...dates, ...withoutYear()].toSorted((a, b) => a.order - b.order || a.from - b.from);
    return this.#days;
  }

  /** The pages that hide a text as a whole, counted from 1. */
  hiddenOn(text: string): readonly number[] {
    const wanted = squash(text);
    this.#hidden ??= this.pages.map(({ page, hiddenRows }) => ({
      page: page.number,
      text: squash(hiddenRows.map((row) => row.text).join(' ')),
    }));
    return wanted === '' ? [] : this.#hidden.filter((hidden) => hidden.text.includes(wanted)).map(({ page }) => page);
  }

  /** The order of day and month in a numeric date, if other dates of the same style in the document prove it. */
  dateOrder(printed: string): DateOrder | undefined {
    const style = dateStyleOf(printed);
    const key = style && `${style.separator}${style.yearDigits}`;
    if (!this.#dateOrders.has(key)) this.#dateOrders.set(key, style && dateOrder(this.#printedDates, style));
    return this.#dateOrders.get(key);
  }

  /** The days a date can mean in this document; one day if the document's convention is known. */
  private possibleDays(readings: readonly string[], printed: string): readonly string[] {
    const order = readings.length > 1 ? this.dateOrder(printed) : undefined;
    return order ? readings.slice(...(order === 'day-first' ? [0, 1] : [1])) : readings;
  }

  private spots<T, V>(
    rows: readonly (readonly RowToken<T>[])[],
    meaning: (token: RowToken<T>) => Pick<Spot<V>, 'readings' | 'percent' | 'currency' | 'decimals'>,
  ): readonly Spot<V>[] {
    return this.rows.flatMap((row, order) =>
      (rows[order] ?? []).map((token) => {
        const { text, from, to } = token;
        return { row, order, from, to, text, duration: timeUnits.test(fold(row.words[to]?.text ?? '')), ...meaning(token) };
      }),
    );
  }
}

/** The index of a document, which is made once: all readers and judges of the document share it. */
export const indexDocument = memoizeByObject((document: Document): DocumentIndex => new DocumentIndex(document));

const timeUnits = /^(?:days?|tagen?|jours?|dias?|giorni|dagen|weeks?|wochen?|semaines?|months?|monaten?|mois|hours?|stunden?|heures?)\b/;

/** The number of decimals of amounts: that of the currencies whose codes are printed, or two if there are none or they differ. */
function minorDigits(rows: readonly Row[]): number {
  const codes = rows.flatMap((row) => row.words.map((word) => word.text)).filter(isCurrencyCode);
  const [digits = 2, ...others] = new Set(codes.map((code) => minorUnit(code).decimalPlaces()));
  return others.length === 0 && digits > 2 ? digits : 2;
}

/** Printed values by what they can mean, for documents that print one value thousands of times. */
export class SpotIndex<V extends { toString(): string }> {
  readonly #everywhere = new Map<string, Spot<V>[]>();
  readonly #onPage = new Map<string, Spot<V>[]>();

  constructor(spots: readonly Spot<V>[]) {
    for (const spot of spots) {
      for (const value of new Set(spot.readings.map(String))) {
        append(this.#everywhere, value, spot);
        append(this.#onPage, `${spot.row.page} ${value}`, spot);
      }
    }
  }

  /** In document order. */
  at(value: string, page?: number): readonly Spot<V>[] {
    return (page === undefined ? this.#everywhere.get(value) : this.#onPage.get(`${page} ${value}`)) ?? [];
  }
}

function append<T>(lists: Map<string, T[]>, key: string, item: T): void {
  const list = lists.get(key);
  if (list) list.push(item);
  else lists.set(key, [item]);
}
