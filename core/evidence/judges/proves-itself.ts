import type { Check } from '../../contracts/check.js';
import { arrayName } from '../check-name.js';
import { type Grounded, takesPart } from '../grounded.js';

/**
 * Whether a sum over rows is the rows themselves: its result is printed in their lines only, such as the one amount of the one row that was
 * read for the subtotal as well. Such a sum always holds, and proves nothing.
 */
export function provesItself(check: Check, cells: readonly Grounded[]): boolean {
  const parts = cells.filter((cell) => takesPart(cell, check));
  const lines = new Set(
    parts.filter((cell) => arrayName(cell.path) !== undefined).flatMap((cell) => cell.evidence?.spans.map(({ order }) => order) ?? []),
  );
  const results = parts.filter((cell) => arrayName(cell.path) === undefined && cell.occurrences.length > 0);
  return lines.size > 0 && results.length > 0 && results.every((cell) => cell.occurrences.every(({ order }) => lines.has(order)));
}
