import type { Json } from '../../../core/index.js';
import type { VouchedValue } from './answer-parts.js';

/**
 * How the values of a field, or of one column of a table, are shown: as amounts, `1,104.00`, when each number among them is printed with two
 * decimals in its evidence. A number without evidence has no say. Anything else is shown as it is.
 */
export function valueFormatter(values: readonly VouchedValue[]): (value: Json) => string {
  const numbers = values.flatMap(({ value, text }) => (typeof value === 'number' && text !== undefined ? [{ value, text }] : []));
  const amounts = numbers.length > 0 && numbers.every(({ value, text }) => isPrintedWithCents(value, text));
  return (value) => (amounts && typeof value === 'number' ? withCents(value) : String(value));
}

/** How the numbers of a check are shown: as amounts when one value of the answer is printed as such; a currency need not have cents. */
export function checkFormatter(values: readonly VouchedValue[]): (value: number | null) => string {
  const cents = values.some(({ value, text }) => typeof value === 'number' && text !== undefined && isPrintedWithCents(value, text));
  return (value) => (value === null ? 'unknown' : cents ? withCents(value) : String(value));
}

/** `1,104.00`; a number with more decimals than two keeps them. */
const withCents = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 });

/** Whether a text has the number with two decimals, however its digits are grouped: '1.104,00', '1,104.00', "1'104.00". */
function isPrintedWithCents(value: number, text: string): boolean {
  const [whole = '', cents] = Math.abs(value).toFixed(2).split('.');
  return /^\d+$/.test(whole) && new RegExp(`(?<!\\d[.,'’]?)${[...whole].join(`[.,'’\\s]?`)}[.,]${cents}(?!\\d)`).test(text);
}
