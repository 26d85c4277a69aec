import { RE2JS } from 're2js';
import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { memoizeByObject } from '../../values/memoize.js';
import { cap } from '../scoring/caps.js';

/** Doubts a text that the pattern of its field does not match, with and without its spaces. */
export function judgePattern(printed: string, field: Field): readonly Cap[] {
  return matchesPattern(printed, field) === false
    ? [cap('format.checksumFailed', "Check failed: it does not match the schema's pattern")]
    : [];
}

/** Whether a text matches the pattern of its field; undefined where it has none that can be tried. */
export function matchesPattern(text: string, field: Field): boolean | undefined {
  const pattern = compiled(field);
  return pattern && (pattern.test(text) || pattern.test(text.replace(/\s+/g, '')));
}

/**
 * Compiled in the syntax of RE2, whose time grows with the length of the text only, because a pattern comes from whoever calls. One that RE2 does
 * not have, with a lookahead or a backreference, is not tried.
 */
const compiled = memoizeByObject(({ pattern }: Field): RE2JS | undefined => {
  if (pattern === undefined || pattern.length > maxLength) return undefined;
  try {
    return RE2JS.compile(RE2JS.translateRegExp(pattern));
  } catch {
    return undefined;
  }
});

const maxLength = 500;
