import type { Decimal } from '../../contracts/amount.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { decimal } from '../../values/money.js';
import { currencyIn, spelt } from '../labels/concepts/name-words.js';
import { isMinorUnit, withoutMinorUnit } from '../print/affixes.js';
import type { DocumentIndex } from './document-index.js';
import type { Spot } from './page-index.js';

/** Where a price is printed in the other of a currency's two units: `24.67p` of 0.2467 pounds, `£0.2467` of a price that is asked for in pence. */
export function inOtherUnit(amount: Decimal, field: Field, index: DocumentIndex, page: number | undefined): readonly Spot<Decimal>[] {
  if (amount.isZero()) return [];
  return unitAsked(field) === 'minor'
    ? index.amountsAt(amount.div(hundred), page).filter(({ currency }) => currency !== undefined)
    : index.amountsAt(amount.mul(hundred), page).filter(isInMinorUnit);
}

/** Whether a number is printed in the unit that a field does not ask for: `24.67p` is not 24.67 pounds. */
export const isInOtherUnit = (spot: Spot<Decimal>, field: Field): boolean => unitAsked(field) === 'major' && isInMinorUnit(spot);

const hundred = decimal('100');

function isInMinorUnit({ row, from, to }: Spot<Decimal>): boolean {
  const clings = to - from === 1 && withoutMinorUnit(row.words[from]?.text ?? '') !== undefined;
  return clings || isMinorUnit(row.words[to]?.text ?? '');
}

/** The unit that a name gives: `unit_rate_pence`, `standing_charge_gbp`. */
const unitAsked = memoizeByObject(({ names }: Field): 'major' | 'minor' | undefined => {
  const words = spelt(names.at(-1) ?? '').split(' ');
  if (words.some(isMinorUnit)) return 'minor';
  return words.some((word) => currencyIn(word) !== undefined || majorUnits.test(word)) ? 'major' : undefined;
});
const majorUnits = /^(?:pounds?|dollars?|euros?|kron[ae]r?|francs?|franken)$/;
