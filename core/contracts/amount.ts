import type { Decimal as DecimalClass } from 'decimal.js';

/** An exact decimal number. Sums and tolerances never pass through a binary float. */
export type Decimal = DecimalClass;

/** A number that nobody knows. It is not zero, and every result calculated from it is unknown as well. */
export const unknown = Symbol('unknown');
export type Unknown = typeof unknown;
