import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { isCurrencyCode } from '../../print/identifiers.js';
import { currencyIn, spelt } from './name-words.js';

/**
 * The currency that a number field names, as a code of ISO 4217: `total_usd` and `{ "usd": { "total": … } }` → USD, "the net amount in EUR"
 * → EUR. Undefined where it names none or several, and for rates and counts.
 */
export const currencyNamedBy = memoizeByObject((field: Field): string | undefined => {
  if (field.type !== 'number' && field.type !== 'integer') return undefined;
  const words = field.names.flatMap((name) => spelt(name).split(' '));
  if (words.some((word) => notMoney.has(word))) return undefined;
  const named = words.flatMap((word) => currencyIn(word) ?? []);
  const described = [...field.description.matchAll(/\bin ([A-Z]{3})\b/g)].flatMap(([, code = '']) => (isCurrencyCode(code) ? code : []));
  const [only, ...others] = new Set(named.length > 0 ? named : described);
  return others.length === 0 ? only : undefined;
});

const notMoney = new Set(['rate', 'rates', 'exchange', 'percent', 'quantity', 'count', 'kurs', 'wechselkurs', 'fx']);
