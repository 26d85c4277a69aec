import type { Json } from '../../../core/index.js';
import { currencyIn } from './currencies.js';
import { dayIn } from './days.js';
import { printsLoosely, printsText } from './letters.js';
import { numberIn } from './numbers.js';

/**
 * How a text carries a value: it prints it, as the piece `printed`; it prints it roughly; or the value is one that can only be concluded from
 * a text, such as true, and this text does not print it.
 */
export type Saying = { readonly how: 'printed'; readonly printed: string } | { readonly how: 'roughly' | 'concluded' };

/** What a text says of a value; undefined where it does not carry it. */
export function says(text: string, value: Json): Saying | undefined {
  if (typeof value === 'number') return printed(numberIn(text, value));
  if (typeof value === 'boolean') return truth(text, value) ? { how: 'printed', printed: String(value) } : { how: 'concluded' };
  if (typeof value !== 'string') return undefined;
  const piece = printsText(text, value)
    ? value
    : (daysOf(value)
        .map((day) => dayIn(text, day))
        .find(Boolean) ?? currency(text, value));
  if (piece !== undefined) return printed(piece);
  return printsLoosely(text, value) ? { how: 'roughly' } : /^[A-Z]{3}$/.test(value) ? { how: 'concluded' } : undefined;
}

const printed = (piece: string | undefined): Saying | undefined => (piece === undefined ? undefined : { how: 'printed', printed: piece });
const currency = (text: string, value: string): string | undefined => (/^[A-Z]{3}$/.test(value) ? currencyIn(text, value) : undefined);

/** The days that a value can be, in the forms that a schema can ask for. */
function daysOf(value: string): readonly string[] {
  const iso = /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(value)?.[0];
  const [, first = '', second = '', year = ''] = /^(\d{2})[./](\d{2})[./](\d{4})$/.exec(value) ?? [];
  if (iso !== undefined) return [iso];
  return year === '' ? [] : [`${year}-${second}-${first}`, `${year}-${first}-${second}`];
}

const words = { true: /^(?:true|yes|y|ja|oui|s[ií]|sim|x)$|[☒☑✓✔]/iu, false: /^(?:false|no|n|nein|non|nee|n[aã]o)$|☐/iu } as const;
const truth = (text: string, value: boolean): boolean => text.split(/[\s:,.;]+/).some((word) => words[`${value}`].test(word));
