import { decimal, type Json } from '../../../index.js';
import { squash } from '../../../text.js';
import type { HeaderField, LineField, Stated } from './truth-file.js';

export type Family = 'number' | 'date' | 'name' | 'id';

const families = {
  invoice_number: 'id',
  issue_date: 'date',
  due_date: 'date',
  currency: 'id',
  seller_name: 'name',
  buyer_name: 'name',
  subtotal: 'number',
  tax: 'number',
  total: 'number',
  amount_due: 'number',
  description: 'name',
  quantity: 'number',
  unit_price: 'number',
  amount: 'number',
} as const satisfies Record<HeaderField | LineField, Family>;

/** How values of a field are compared. */
export const familyOf = (field: HeaderField | LineField): Family => families[field];

/**
 * Whether an answered value is the true one. Compares numbers as decimals, dates as calendar days, names without case, space and
 * punctuation, ids exactly.
 */
export const agrees = (field: HeaderField | LineField, truth: string | number, value: Json): boolean =>
  equal[families[field]](truth, value);

/**
 * How an answered value agrees with one of the forms that are right: `equal`, or `held` when one description holds the other, because how
 * far such a text goes is a matter of taste.
 */
export function agreement(field: HeaderField | LineField, { value, also = [] }: Stated, said: Json): 'equal' | 'held' | 'none' {
  const forms = [value, ...also];
  if (forms.some((form) => agrees(field, form, said))) return 'equal';
  const isHeld = field === 'description' && typeof said === 'string' && forms.some((form) => holdsOther(String(form), said));
  return isHeld ? 'held' : 'none';
}

/** Fewer letters than these stand in many texts. */
const fewestLetters = 3;

/** Whether one text holds the other, without case, space and punctuation. */
export function holdsOther(one: string, other: string): boolean {
  const [short = '', long = ''] = [squash(one), squash(other)].sort((a, b) => a.length - b.length);
  return short.length >= fewestLetters && long.includes(short);
}

const equal: Readonly<Record<Family, (truth: string | number, value: Json) => boolean>> = {
  number: (truth, value) => typeof value === 'number' && decimal(value).eq(decimal(truth)),
  date: (truth, value) => typeof value === 'string' && day(value) !== undefined && day(value) === day(String(truth)),
  name: (truth, value) => typeof value === 'string' && squash(value) === squash(String(truth)),
  id: (truth, value) => typeof value === 'string' && value.trim() === String(truth).trim(),
};

/** The calendar day of an ISO date, with a time or without. */
const day = (text: string): string | undefined => /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text.trim())?.[0];
