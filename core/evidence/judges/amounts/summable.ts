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

/** The name of a row's array in checks, or of its column where other columns of the array hold the same concept. */
export function rowNames(cells: readonly Grounded[]): (path: string) => string | undefined {
  const columns = new Map(
    [...Map.groupBy(cells, ({ path }) => arrayName(path))].map(([array, members]) => [
      array,
      new Set(members.map(({ path }) => template(path))),
    ]),
  );
  return (path) => {
    const array = arrayName(path);
    return array !== undefined && (columns.get(array)?.size ?? 0) > 1 ? columnName(path) : array;
  };
}
