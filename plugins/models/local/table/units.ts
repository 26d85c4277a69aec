import { columnIn } from '../../../../core/text.js';
import type { Row } from './body.js';
import { textAt } from './descriptions/description.js';
import type { Column } from './header.js';

/**
 * The unit of an item where no header names its column: the word after the quantity, `12 Stk`, or the one below a second header of
 * quantities, `Cantidad | Ud.`. Undefined where a header does, or none stands there.
 */
export function unitBeside(row: Row, columns: readonly Column[]): string | undefined {
  const quantity = columns.findIndex(({ concept }) => concept === 'line_quantity');
  if (quantity < 0 || columns.some(({ concept }) => concept === 'line_unit')) return undefined;
  const after = /^[\d.,']+ ?(\S+)$/.exec(textAt(row, quantity))?.[1] ?? '';
  if (isUnit(after)) return after;
  const next = columns[quantity + 1];
  const below = next && columnIn(next.text) === 'line_quantity' ? textAt(row, quantity + 1) : '';
  return isUnit(below) ? below : undefined;
}

const isUnit = (text: string): boolean => /^\p{L}[\p{L}.]{0,11}[²³]?$/u.test(text);
