import { decimal, type Json } from '../../../../core/index.js';
import { squash } from '../../../../core/internal.js';
import type { HeaderField, LineField } from '../corpus/truth-file.js';

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

const equal: Readonly<Record<Family, (truth: string | number, value: Json) => boolean>> = {
  number: (truth, value) => typeof value === 'number' && decimal(value).eq(decimal(truth)),
  date: (truth, value) => typeof value === 'string' && day(value) !== undefined && day(value) === day(String(truth)),
  name: (truth, value) => typeof value === 'string' && squash(value) === squash(String(truth)),
  id: (truth, value) => typeof value === 'string' && value.trim() === String(truth).trim(),
};

/** The calendar day of an ISO date, with a time or without. */
const day = (text: string): string | undefined => /^\d{4}-\d{2}-\d{2}(?=$|T)/.exec(text.trim())?.[0];
