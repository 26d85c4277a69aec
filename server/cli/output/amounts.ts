import type { Json } from '../../../core/index.js';
import type { VouchedValue } from './answer-parts.js';

/**
 * Makes the formatter for a field or a column of a table. Numbers are shown as amounts, `1,104.00`, if the evidence of every number prints two
 * decimals; numbers without evidence are not considered. An empty list is shown as `none`, everything else as it is.
 */
export function valueFormatter(values: readonly VouchedValue[]): (value: Json) => string {
  const numbers = values.flatMap(({ value, text }) => (typeof value === 'number' && text !== undefined ? [{ value, text }] : []));
  const amounts = numbers.length > 0 && numbers.every(({ value, text }) => isPrintedWithCents(value, text));
  return (value) => {
    if (Array.isArray(value) && value.length === 0) return 'none';
    return amounts && typeof value === 'number' ? withCents(value) : String(value);
  };
}

/** Makes the formatter for checks. Numbers are shown as amounts if the evidence of at least one value prints cents; some currencies have none. */
export function checkFormatter(values: readonly VouchedValue[]): (value: number | null) => string {
  const cents = values.some(({ value, text }) => typeof value === 'number' && text !== undefined && isPrintedWithCents(value, text));
  return (value) => (value === null ? 'unknown' : cents ? withCents(value) : String(value));
}

/** Formats `1,104.00`. A number with more than two decimals keeps them. */
const withCents = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 });

/** Whether a text holds the number with two decimals, with any grouping of digits: '1.104,00', '1,104.00', "1'104.00". */
function isPrintedWithCents(value: number, text: string): boolean {
  const [whole = '', cents] = Math.abs(value).toFixed(2).split('.');
  return /^\d+$/.test(whole) && new RegExp(`(?<!\\d[.,'’]?)${[...whole].join(`[.,'’\\s]?`)}[.,]${cents}(?!\\d)`).test(text);
}
