/** A decimal as a whole number of 10^-8. Rules calculate with these, because a child loads no more than it needs. */
export type Exact = bigint;

const places = 8;
const one: Exact = 10n ** BigInt(places);

/** '-1.5' → -150000000n; undefined for what is no decimal of at most 20 digits before and 8 after the point. */
export function exact(text: string): Exact | undefined {
  const [, sign, whole, fraction = ''] = /^([+-]?)(\d{1,20})(?:\.(\d{0,8}))?$/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  const value = BigInt(whole + fraction.padEnd(places, '0'));
  return sign === '-' ? -value : value;
}

export const sumOf = (values: readonly Exact[]): Exact => values.reduce((sum, value) => sum + value, 0n);

export const percentOf = (value: Exact, rate: Exact): Exact => (value * rate) / (100n * one);

/** Whether two values differ by less than `limit`, a whole number. */
export const isWithin = (a: Exact, b: Exact, limit: string): boolean => (a < b ? b - a : a - b) < BigInt(limit) * one;
