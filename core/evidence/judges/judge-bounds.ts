import type { Cap } from '../../contracts/cap.js';
import type { Field, Json, ValueBounds } from '../../contracts/schema.js';
import { decimal } from '../../values/money.js';
import { cap } from '../scoring/caps.js';
import { judgePattern } from './judge-pattern.js';

/**
 * Doubts a value that does not keep to what its field allows: it is what the page prints, and the schema, or the reading, is wrong. A text keeps to
 * it with its spaces or without them, as identifiers are printed in groups.
 */
export function judgeBounds(value: Json, field: Field): readonly Cap[] {
  if (!field.bounds && !field.format && field.pattern === undefined) return [];
  const unmatched = typeof value === 'string' ? judgePattern(value, field) : [];
  if (unmatched.length > 0) return unmatched;
  const broken =
    typeof value === 'number' ? brokenByNumber(value, field) : typeof value === 'string' ? brokenByText(value, field) : undefined;
  return broken === undefined ? [] : [cap('format.checksumFailed', `Check failed: ${broken}`)];
}

function brokenByNumber(value: number, { bounds = {} }: Field): string | undefined {
  const number = decimal(value);
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = bounds;
  if (minimum !== undefined && number.lt(minimum)) return `it is below the schema's minimum of ${minimum}`;
  if (maximum !== undefined && number.gt(maximum)) return `it is above the schema's maximum of ${maximum}`;
  if (exclusiveMinimum !== undefined && number.lte(exclusiveMinimum))
    return `it is not above the schema's exclusiveMinimum of ${exclusiveMinimum}`;
  if (exclusiveMaximum !== undefined && number.gte(exclusiveMaximum))
    return `it is not below the schema's exclusiveMaximum of ${exclusiveMaximum}`;
  if (multipleOf !== undefined && !number.mod(multipleOf).isZero()) return `it is no multiple of the schema's multipleOf, ${multipleOf}`;
  return undefined;
}

function brokenByText(value: string, field: Field): string | undefined {
  const { bounds = {}, format = '' } = field;
  const forms = [value, value.replace(/\s+/g, '')];
  if (!forms.some((form) => isLongEnough(form, bounds) && isShortEnough(form, bounds)))
    return isShortEnough(value, bounds)
      ? `it has fewer characters than the schema's minLength of ${bounds.minLength}`
      : `it has more characters than the schema's maxLength of ${bounds.maxLength}`;
  return forms.some((form) => formats.get(format)?.(form) ?? true) ? undefined : `it is not of the schema's format ${format}`;
}

/** JSON Schema counts code points. */
const isLongEnough = (text: string, { minLength = 0 }: ValueBounds): boolean => [...text].length >= minLength;
const isShortEnough = (text: string, { maxLength = Number.POSITIVE_INFINITY }: ValueBounds): boolean => [...text].length <= maxLength;

/**
 * The formats whose values are printed as JSON Schema has them, each tried in linear time. A page prints neither times with their zone nor web
 * addresses with their scheme. Source: JSON Schema Validation 2020-12, 7.3.
 */
const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['uuid', (text) => /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i.test(text)],
  ['email', isEmail],
  ['idn-email', isEmail],
  ['hostname', (text) => text.length <= 253 && text.split('.').every((label) => /^(?!-)[a-z\d-]{1,63}(?<!-)$/i.test(label))],
  ['ipv4', (text) => /^(?:\d{1,3}\.){3}\d{1,3}$/.test(text) && text.split('.').every((part) => Number(part) <= 255)],
  ['ipv6', (text) => /^[\da-f:.]{2,45}$/i.test(text) && URL.canParse(`http://[${text}]`)],
]);

function isEmail(text: string): boolean {
  const [name = '', host = '', ...more] = text.split('@');
  return more.length === 0 && /^[^\s<>(),;:]+$/.test(name) && /^[^\s<>(),;:.]+(?:\.[^\s<>(),;:.]+)+$/.test(host);
}
