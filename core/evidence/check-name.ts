import { indexesIn } from '../schema/path.js';
import { memoize } from '../values/memoize.js';

/** How a check calls a field: its path as a person would write it, `line_items[0].amount`; shadow operands by their concept. */
export const checkName = memoize((path: string): string =>
  path
    .replace(/^\$(shadow)?/, '')
    .replace(/\['((?:[^'\\]|\\.)*)'\]/g, (_, name: string) => `.${unescaped(name)}`)
    .replace(/^\./, ''),
);

/** The array that a row's field belongs to, as a check calls it; undefined outside of arrays. */
export const arrayName = (path: string): string | undefined => {
  const [outermost] = indexesIn(path);
  return outermost && checkName(outermost.array);
};

const unescaped = (name: string): string => name.replaceAll('\\u005b', '[').replaceAll('\\u005d', ']').replace(/\\(.)/g, '$1');
