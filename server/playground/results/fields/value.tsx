import type { AnswerValue } from '../../api/result.js';
import type { FieldEntry } from './entries.js';

/** A value as plain text, so that it cannot inject markup. */
export const Value = ({ entry: { value, path, row } }: { readonly entry: FieldEntry }) => (
  <span class={`value ${value === null ? 'null' : ''} ${typeof value === 'number' ? 'number' : ''}`}>
    {valueText(value, row?.column ?? path)}
  </span>
);

const number = new Intl.NumberFormat('en', { maximumFractionDigits: 10 });

/** A value as text: numbers with group separators, amounts with at least two decimals, null as the word. */
export function valueText(value: AnswerValue, name = ''): string {
  if (value === null) return 'null';
  if (value === '') return '(empty text)';
  if (typeof value === 'number') return isAmount(name) ? amountText(value) : number.format(value);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

const isAmount = (name: string): boolean =>
  /total|tax$|amount|price|due$|tip|discount|paid|balance|shipping|charge/i.test(name) && !/tax_id|number|date/i.test(name);

export const amountText = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 10 });
