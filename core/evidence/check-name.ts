import { indexesIn, template } from '../schema/path.js';
import { memoize } from '../values/memoize.js';

/** The name of a field in a check: its path as a person would write it, `line_items[0].amount`; a shadow field goes by its concept. */
export const checkName = memoize((path: string): string =>
  path
    .replace(/^\$(shadow)?/, '')
    .replace(/\['((?:[^'\\]|\\.)*)'\]/g, (_, name: string) => `.${unescaped(name)}`)
    .replace(/^\./, ''),
);

/** The array of a row's field, by its name in checks; undefined outside of arrays. */
export const arrayName = (path: string): string | undefined => {
  const [outermost] = indexesIn(path);
  return outermost && checkName(outermost.array);
};

/** A column of an array by its name in checks: `line_items[].net_eur`; only where the array alone would not say which. */
export const columnName = (path: string): string => checkName(template(path));

const unescaped = (name: string): string => name.replaceAll('\\u005b', '[').replaceAll('\\u005d', ']').replace(/\\(.)/g, '$1');
