import { type Inclusion, inclusions } from '../../wire/wire.js';
import { badRequest } from '../refusal.js';

/** A number from 0 to 1; undefined when nothing was sent, which an empty field is, too. @throws Refusal 400 */
export function numberField(name: string, text = ''): number | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(trimmed) ? Number(trimmed) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw badRequest(`${name} must be a number from 0.0 to 1.0`);
}

/** undefined when nothing was sent, which an empty field is, too. @throws Refusal 400 */
export function booleanField(name: string, text = ''): boolean | undefined {
  switch (text.trim().toLowerCase()) {
    case '':
      return undefined;
    case 'true':
    case '1':
      return true;
    case 'false':
    case '0':
      return false;
    default:
      throw badRequest(`${name} must be true or false (1 and 0 are understood)`);
  }
}

/** What the answer shall carry beyond the specification; nothing when nothing was sent, which an empty field is, too. @throws Refusal 400 */
export function includeField(name: string, text = ''): readonly Inclusion[] {
  const asked = text.split(',').map((word) => word.trim());
  if (asked.every((word) => word === '')) return [];
  const known = inclusions.filter((word) => asked.includes(word));
  if (asked.every((word) => known.some((one) => one === word))) return known;
  throw badRequest(`${name} must be ${inclusions.join(', ')}, or several of them with commas`);
}
