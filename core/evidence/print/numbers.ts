import type { Decimal } from '../../contracts/amount.js';
import { memoize } from '../../values/memoize.js';
import { decimal, minorUnit } from '../../values/money.js';
import { type Affixed, takeApart } from './affixes.js';
import { currencyCodeOf } from './currency.js';

/** All values that a printed number can have, and what was printed with it. */
export interface PrintedNumber {
  readonly text: string;
  /** One, or two if a mark can be grouping or decimal ('1.234'): the grouped one first. Never empty. */
  readonly readings: readonly Decimal[];
  /** Digits after the decimal mark: 2 for '1.234,50', 0 for '1.234.567' and '12.-'; undefined if there are two readings. */
  readonly decimals: number | undefined;
  /** The full stop or comma that is or may be the decimal mark. */
  readonly mark: '.' | ',' | undefined;
  /** '19 %' has the reading 19. */
  readonly percent: boolean;
  /** The sign or code as printed: 'Rs.', '€'. Of two, the unambiguous one. */
  readonly currency: string | undefined;
}

/** Whether a number is printed as money is: with two decimals, or with a currency. */
export const isPrintedAsMoney = ({ decimals, currency }: PrintedNumber): boolean => decimals === 2 || currency !== undefined;

/** How a document prints its amounts. */
export type NumberStyle = { readonly decimal: '.' | ',' };

/**
 * Every number a printed text can mean, likeliest first: '1.234,56' → [1234.56]; '1,234' → [1234, 1.234]; no single number → []. Exact
 * decimals in major units; signs, brackets, CR, a currency and a percent sign are allowed. Never throws.
 */
export const numbersIn = (printed: string): readonly Decimal[] => readNumber(printed)?.readings ?? [];

/** The number in a text and what surrounds its digits; undefined if the text is not a single number. Never throws. */
export const readNumber = memoize((printed: string): PrintedNumber | undefined => {
  if (codePattern.test(printed)) return undefined;
  const parts = printed.length > maxNumberLength ? undefined : takeApart(printed);
  const digits = parts && digitsOf(parts);
  if (!digits) return undefined;
  return {
    text: printed,
    readings: digits.values.map((value) => (parts.negative && /[1-9]/.test(value) ? decimal(value).negated() : decimal(value))),
    decimals: parts.dashed ? 0 : digits.decimals,
    mark: parts.dashed ? undefined : digits.mark,
    percent: parts.percent,
    currency: parts.currency,
  };
});

/** Amounts of a currency without decimals have one reading: the mark of '¥132,000' can only group. */
function digitsOf({ digits, currency }: Affixed): Digits | undefined {
  const read = readDigits(digits);
  if (!read || read.values.length === 1 || currency === undefined || !isWhole(currency)) return read;
  return { values: read.values.slice(0, 1), decimals: 0, mark: undefined };
}

/** Whether amounts of a printed currency have no decimals, as yen do. */
const isWhole = (currency: string): boolean => minorUnit(currencyCodeOf(currency)?.code).eq(1);

/**
 * The decimal mark in a document's amounts with `decimals` digits; undefined if there are none or they disagree. One exception in more than
 * ten is ignored, as it may be a time or section number. With three decimals, the mark of '100.500' counts too.
 */
export function numberStyle(printed: Iterable<string>, decimals = 2): NumberStyle | undefined {
  const votes = { '.': 0, ',': 0 };
  for (const text of printed) {
    const number = readNumber(text);
    const votesFor = number?.decimals ?? (number?.readings.length === 2 ? 3 : 0);
    if (number?.mark && votesFor === decimals) votes[number.mark]++;
  }
  if (votes[','] > votes['.'] * 10) return { decimal: ',' };
  return votes['.'] > votes[','] * 10 ? { decimal: '.' } : undefined;
}

/** The readings that remain once the document's decimal mark is known. */
export function readingsIn(printed: string, style: NumberStyle | undefined): readonly Decimal[] {
  const number = readNumber(printed);
  if (!number || !style || number.readings.length < 2) return number?.readings ?? [];
  return number.mark === style.decimal ? number.readings.slice(1) : number.readings.slice(0, 1);
}

/** Printed numbers are never longer; the limit keeps hostile texts cheap. */
const maxNumberLength = 80;

/** Letters and digits joined by a hyphen are a code, even if the letters are a currency: `ZL-12626`. */
const codePattern = /^\s*\p{L}{2,}-\d/u;

/** The possible values of digits with grouping or decimal marks. */
interface Digits {
  /** Plain decimal numbers. If a mark can be either grouping or decimal, there are two, the grouped one first. */
  readonly values: readonly string[];
  /** Digits after the decimal mark; undefined if there are two values. */
  readonly decimals: number | undefined;
  /** The full stop or comma that is or may be the decimal mark. */
  readonly mark: '.' | ',' | undefined;
}

/** Reads '1.234,56', '12,34,567.00', "1'234", '.50', '20. 40'; undefined if the marks form no number. Expects folded text. */
function readDigits(printed: string): Digits | undefined {
  const text = printed.replace(/([.,]) (\d{2})$/, '$1$2');
  if (!/^[.,\u066B]?\d+(?:[.,' \u066B\u066C]\d+)*$/.test(text)) return undefined;
  const whole = grouped(text);
  const broken = withDecimals(text);
  if (broken === undefined) return whole === undefined ? undefined : { values: [whole], decimals: 0, mark: undefined };
  const mark = text.at(broken.at) === ',' ? ',' : text.at(broken.at) === '.' ? '.' : undefined;
  return whole === undefined
    ? { values: [broken.value], decimals: text.length - broken.at - 1, mark }
    : { values: [whole, broken.value], decimals: undefined, mark };
}

/** The value if every mark groups: one kind of mark, in groups of three or, with commas, the Indian way. U+066B never groups. */
function grouped(text: string): string | undefined {
  const [mark, ...others] = new Set(text.replace(/\d/g, ''));
  if (mark === undefined) return text;
  if (others.length > 0 || mark === '\u066B') return undefined;
  const [first = '', ...groups] = text.split(mark);
  if (!/^[1-9]\d{0,2}$/.test(first)) return undefined;
  const threes = groups.every((group) => group.length === 3);
  const indian =
    mark === ',' && first.length <= 2 && groups.at(-1)?.length === 3 && groups.slice(0, -1).every((group) => group.length === 2);
  return threes || indian ? first + groups.join('') : undefined;
}

/** The value if the last mark is decimal: it occurs once, and the others group. */
function withDecimals(text: string): { readonly value: string; readonly at: number } | undefined {
  const at = text.search(/[.,\u066B]\d+$/);
  if (at < 0) return undefined;
  const whole = text.slice(0, at);
  if (whole.includes(text.charAt(at))) return undefined;
  const digits = whole === '' ? '0' : grouped(whole);
  return digits === undefined ? undefined : { value: `${digits}.${text.slice(at + 1)}`, at };
}
