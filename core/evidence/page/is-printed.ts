import type { Decimal } from '../../contracts/amount.js';
import { squash } from '../print/normalise.js';
import type { DocumentIndex } from './document-index.js';

/** Whether a page prints an amount with either sign, a day (`2026-01-31`) or the letters and digits of a text in one row; undefined where no page has words. */
export function isPrinted(value: Decimal | string, index: DocumentIndex): boolean | undefined {
  if (index.silent) return undefined;
  if (typeof value !== 'string') return [value, value.neg()].some((amount) => index.amountsAt(amount).length > 0);
  if (index.daysAt(value).length > 0) return true;
  const wanted = squash(value);
  return index.rows.some(({ words }) => squash(words.map(({ text }) => text).join(' ')).includes(wanted));
}
