import { isAmountCheck } from '../../wire/checks.js';
import type { AmountCheckBody, CheckBody, StatedCheckBody } from '../../wire/extraction.js';
import { isObject } from '../schema/edit.js';
import { labelOf } from '../schema/names.js';
import type { AnswerValue } from '../service.js';
import { amountText } from './value.js';

/** A check in words, with the numbers of the answer: 'Subtotal 100.00 + Tax 20.00 = Total 120.00'. */
export interface CheckSentence {
  readonly text: string;
  /** The difference, or what is missing. */
  readonly more?: string;
}

export const sentenceOf = (check: CheckBody, object: AnswerValue): CheckSentence =>
  isAmountCheck(check) ? amountSentence(check, object) : statedSentence(check);

function statedSentence({ type, status, fields, expected, actual }: StatedCheckBody): CheckSentence {
  const names = fields.map(labelFor).join(', ') || labelFor(type);
  if (status === 'PASSED') return { text: `${names}: ${expected}` };
  if (status === 'FAILED') return { text: `${names} should be ${expected}`, more: `The document says ${actual ?? 'nothing'}.` };
  return { text: `${names}: cannot be checked`, more: 'A value is missing, or nobody could be asked.' };
}

function amountSentence(check: AmountCheckBody, object: AnswerValue): CheckSentence {
  const [result = 'Result', ...parts] = check.fields;
  const terms =
    check.type === 'VERTICAL_SUM'
      ? sumOf(parts[0] ?? 'lines', object)
      : parts.map((part) => named(part, numberAt(object, part))).join(' + ');
  const left = terms || labelFor(check.type);
  if (check.status === 'PASSED') return { text: `${left} = ${named(result, check.actual)}` };
  if (check.status === 'FAILED') return { text: `${left} ≠ ${named(result, check.actual)}`, more: difference(check) };
  return { text: `${left} = ${named(result, check.actual)}: cannot be checked`, more: missing(check, object) };
}

const difference = ({ delta, expected, actual }: AmountCheckBody): string =>
  `The difference is ${shown(delta)}: ${shown(expected)} was expected, ${shown(actual)} is printed.`;

function missing({ fields, expected, actual }: AmountCheckBody, object: AnswerValue): string {
  const [result = '', ...parts] = fields;
  const unread = [...(actual === null ? [result] : []), ...parts.filter((part) => isMissing(object, part))];
  const names = unread.length > 0 ? unread : expected === null ? parts : [result];
  return `Missing: ${names.map(labelFor).join(', ')} could not be read or not be reconciled, so there is nothing to compare.`;
}

/** True for a field that was asked for and is null. Nothing is known here about fields that were not asked for. */
const isMissing = (object: AnswerValue, field: string): boolean =>
  isObject(object) && field in object && numberAt(object, field) === null && !Array.isArray(object[field]);

function sumOf(field: string, object: AnswerValue): string {
  const rows = isObject(object) ? object[field] : undefined;
  return Array.isArray(rows) ? `Sum of ${rows.length} ${labelFor(field).toLowerCase()}` : `Sum of ${labelFor(field).toLowerCase()}`;
}

function numberAt(object: AnswerValue, field: string): number | null {
  const found = field
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce<unknown>((inner, step) => (inner as Readonly<Record<string, unknown>> | null | undefined)?.[step], object);
  return typeof found === 'number' ? found : null;
}

const labelFor = (field: string): string =>
  labelOf(field.replace(/\[(\d+)\]/g, (_, index) => ` ${Number(index) + 1}`).replaceAll('.', ' '));
const named = (field: string, value: number | null): string =>
  value === null ? labelFor(field) : `${labelFor(field)} ${amountText(value)}`;
const shown = (value: number | null): string => (value === null ? 'nothing' : amountText(value));
