import { UsageError } from '../errors.js';

/**
 * A value as JSON. `name` is that of the option that it comes from.
 * @throws UsageError with the place of what JSON would change without a word: NaN into null, a Map into nothing. Nobody would see it in the answer.
 */
export function jsonText(name: string, value: unknown): string {
  const { text, lost } = written(name, value);
  if (lost) throw new UsageError(`${name} has ${lost.what} at ${lost.path}, which JSON cannot say: give null for what is not there`);
  return text;
}

interface WrittenValue {
  readonly text: string;
  readonly lost: LostValue | undefined;
}

/** `JSON.stringify` fails for a bigint and for what contains itself; where it is nested too deeply, the stack ends. */
function written(name: string, value: unknown): WrittenValue {
  try {
    const text = JSON.stringify(value);
    return { text, lost: lostIn(value, '$')[0] };
  } catch (cause) {
    const why = cause instanceof RangeError ? 'it is nested too deeply' : 'it has a bigint, or contains itself';
    throw new UsageError(`${name} cannot be written as JSON: ${why}`, { cause });
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
  if ('toJSON' in value) return [];
  // That of a class of one's own is Object; a Map, a Promise, bytes and what else is built in have their own, and members that say nothing of them.
  const kind = Object.prototype.toString.call(value).slice('[object '.length, -1);
  if (kind !== 'Object') return [{ what: `${/^[AEI]/.test(kind) ? 'an' : 'a'} ${kind}`, path }];
  return Object.entries(value).flatMap(([name, member]) => lostIn(member, `${path}${step(name)}`));
}

const step = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$-]*$/u.test(name) ? `.${name}` : `['${name.replace(/['\\]/g, '\\$&')}']`);
