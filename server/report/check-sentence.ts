import { decimal } from '../../core/values/money.js';
import { isAmountCheck } from '../wire/checks.js';
import type { AmountCheckBody, CheckBody, StatedCheckBody } from '../wire/extraction.js';
import { fieldTitle, type ReportContent, type ReportValue } from './content.js';

/**
 * Describes a check in a sentence: what was added up, what should be, and the difference or what is missing. `issuesAt` names the place of the
 * issues for the reader of the sentence.
 */
export const checkSentence = (check: CheckBody, content: ReportContent, issuesAt = 'the points above'): string =>
  isAmountCheck(check) ? amountSentence(check, { ...content, issuesAt }) : statedSentence(check, { ...content, issuesAt });

function statedSentence({ type, status, fields, expected, actual }: StatedCheckBody, content: SentenceContent): string {
  const names = fields.map(fieldTitle).join(' and ') || type;
  if (status === 'CANNOT_VERIFY') return `${names} cannot be checked: ${missing(fields, content)}.`;
  return status === 'PASSED' ? `${names}: ${expected}` : `${names} should be ${expected}, not ${actual ?? 'unknown'}.`;
}

type SentenceContent = ReportContent & { readonly issuesAt: string };

function amountSentence(check: AmountCheckBody, content: SentenceContent): string {
  const [result = check.type, ...parts] = check.fields;
  const { formatAmount: amount } = content;
  const name = fieldTitle(result);
  if (check.status === 'CANNOT_VERIFY') return `${name} cannot be checked: ${missing(check.fields, content)}.`;
  const sum =
    sumOf(parts, check, content) ?? `${parts.map((part) => partOf(part, content)).join(' + ') || check.type} ${amount(check.expected)}`;
  if (check.status === 'PASSED') return `${sum} = ${name} ${amount(check.actual)}`;
  const delta = check.delta ?? 0;
  const off = `${amount(Math.abs(delta))} too ${delta > 0 ? 'little' : 'much'}`;
  return `${sum} = ${amount(check.expected)}, but ${name} says ${amount(check.actual)}: ${off}.`;
}

const valueIn = (field: string, { all }: ReportContent): ReportValue | undefined =>
  all.find(({ name, path }) => name === field || path === `$.${field}`);

/** The number of sign combinations doubles with each part. */
const maxParts = 8;

/** `Subtotal 100.00 + Tax 20.00`, with minus signs if only they give the expected sum; undefined if no signs do. */
function sumOf(parts: readonly string[], { expected }: AmountCheckBody, content: ReportContent): string | undefined {
  const numbers = parts.flatMap((part) => {
    const { value } = valueIn(part, content) ?? {};
    return typeof value === 'number' ? [{ part, value }] : [];
  });
  if (expected === null || numbers.length !== parts.length || numbers.length < 2 || numbers.length > maxParts) return undefined;
  const signs = signCombinations(numbers.length).find((combination) =>
    numbers.reduce((sum, { value }, at) => sum.plus(decimal(value).times(combination[at] ?? 1)), decimal(0)).eq(expected),
  );
  const term = (at: number): string => (at === 0 ? '' : signs?.[at] === 1 ? ' + ' : ' − ');
  return signs && numbers.map(({ part, value }, at) => `${term(at)}${fieldTitle(part)} ${content.formatAmount(value)}`).join('');
}

/** Every combination of signs for the parts after the first, beginning with all plus. */
const signCombinations = (parts: number): readonly (readonly (1 | -1)[])[] =>
  Array.from({ length: 2 ** (parts - 1) }, (_, way) =>
    Array.from({ length: parts }, (_, at) => (at > 0 && (way >> (at - 1)) & 1 ? -1 : 1)),
  );

/** Names a part of a sum. A list is named with the number of its rows: `Sum of 3 Line items`. */
function partOf(part: string, { tables }: ReportContent): string {
  const table = tables.find(({ name }) => name === part);
  return table ? `Sum of ${table.rows.length} ${fieldTitle(part)}` : fieldTitle(part);
}

/** Says which fields prevent the check, as far as the answer tells. */
function missing(fields: readonly string[], content: SentenceContent): string {
  const isRow = (field: string): boolean => content.tables.some(({ name }) => field === name || field.startsWith(`${name}[`));
  const alone = fields.filter((field) => !isRow(field));
  const empty = alone.filter((field) => valueIn(field, content)?.value === null);
  if (empty.length > 0) return `${named(empty)} missing`;
  const unasked = alone.filter((field) => valueIn(field, content) === undefined);
  return unasked.length > 0 ? `${named(unasked)} not among the values` : `its parts do not tell enough; ${content.issuesAt} say why`;
}

const named = (fields: readonly string[]): string => `${fields.map(fieldTitle).join(' and ')} ${fields.length === 1 ? 'is' : 'are'}`;
