import { UsageError } from '../errors.js';

/**
 * A value as JSON. `name` is that of the option that it comes from.
 * @throws UsageError with the place of what JSON would change without a word: NaN into null, a Map into nothing. Nobody would see it in the answer.
 */
export function jsonText(name: string, value: unknown): string {
  const text = written(name, value);
  const [lost] = lostIn(value, '$');
  if (lost) throw new UsageError(`${name} has ${lost.what} at ${lost.path}, which JSON cannot say: give null for what is not there`);
  return text;
}

/** `JSON.stringify` fails for a bigint and for what contains itself. */
function written(name: string, value: unknown): string {
  try {
    return JSON.stringify(value);
  } catch (cause) {
    throw new UsageError(`${name} cannot be written as JSON: it has a bigint, or contains itself`, { cause });
  }
}

interface LostValue {
  readonly what: string;
  readonly path: string;
}

/** What would arrive as something else. A member that is undefined is absent, as everywhere; a list keeps its places. */
function lostIn(value: unknown, path: string): readonly LostValue[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [{ what: String(value), path }];
  if (typeof value === 'function' || typeof value === 'symbol') return [{ what: `a ${typeof value}`, path }];
  if (Array.isArray(value))
    return value.flatMap((item: unknown, index) =>
      item === undefined ? [{ what: 'undefined', path: `${path}[${index}]` }] : lostIn(item, `${path}[${index}]`),
    );
  if (typeof value !== 'object' || value === null) return [];
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? [{ what: 'a day that is none', path }] : [];
  if (value instanceof Map || value instanceof Set) return [{ what: `a ${value.constructor.name}`, path }];
  if ('toJSON' in value) return [];
  return Object.entries(value).flatMap(([name, member]) => lostIn(member, `${path}${step(name)}`));
}

const step = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, '\\$&')}']`);
