import { template } from '../../../schema/path.js';
import { arrayName, columnName } from '../../check-name.js';
import type { Grounded } from '../../grounded.js';
import { currencyNamedBy } from '../../labels/concepts/field-currency.js';

/**
 * The values of one concept that a sum may use: those of fields in the document's currency, and in each array one column only, because a
 * net column in EUR and one in USD say the same rows twice.
 */
export function summable(cells: readonly Grounded[], currency: string | undefined): readonly Grounded[] {
  const named = cells.filter(({ field }) => currencyNamedBy(field) === currency && currency !== undefined);
  const arrays = new Set(named.map(({ path }) => arrayName(path)));
  const inCurrency = cells.filter((cell) => {
    const own = currencyNamedBy(cell.field);
    return own === undefined ? !arrays.has(arrayName(cell.path)) : currency === undefined || own === currency;
  });
  const columns = new Map(inCurrency.map(({ path }) => [arrayName(path), template(path)]).reverse() as [string | undefined, string][]);
  return inCurrency.filter(({ path }) => arrayName(path) === undefined || columns.get(arrayName(path)) === template(path));
}

/** The name of an array in a check, or of its column where other columns hold the same concept. */
export function rowsName(path: string, cells: readonly Grounded[]): string | undefined {
  const array = arrayName(path);
  const isShared = array !== undefined && cells.some((other) => arrayName(other.path) === array && template(other.path) !== template(path));
  return isShared ? columnName(path) : array;
}
