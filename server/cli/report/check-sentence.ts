import { decimal } from '../../../core/index.js';
import type { CheckBody } from '../../wire/schemas.js';
import type { ReportContent, ReportValue } from './content.js';
import { fieldTitle } from './content.js';

/** A check as a person would say it: what was added up, what it should be, and by how much it is off or what is missing. */
export function checkSentence(check: CheckBody, shown: ReportContent): string {
  const [result = check.type, ...parts] = check.fields;
  const { formatAmount: amount } = shown;
  const name = fieldTitle(result);
  if (check.status === 'CANNOT_VERIFY') return `${name} cannot be checked: ${missing(check.fields, shown)}.`;
  const sum =
    sumOf(parts, check, shown) ?? `${parts.map((part) => partOf(part, shown)).join(' + ') || check.type} ${amount(check.expected)}`;
  if (check.status === 'PASSED') return `${sum} = ${name} ${amount(check.actual)}`;
  const delta = check.delta ?? 0;
  const off = `${amount(Math.abs(delta))} too ${delta > 0 ? 'little' : 'much'}`;
  return `${sum} = ${amount(check.expected)}, but ${name} says ${amount(check.actual)}: ${off}.`;
}

const valueIn = (field: string, { all }: ReportContent): ReportValue | undefined =>
  all.find(({ name, path }) => name === field || path === `$.${field}`);

/** More parts have too many ways to be added up. */
const maxParts = 8;

/** `Subtotal 100.00 + Tax 20.00`, with a minus where only that gives the sum; undefined where these parts alone do not. */
function sumOf(parts: readonly string[], { expected }: CheckBody, shown: ReportContent): string | undefined {
  const numbers = parts.flatMap((part) => {
    const { value } = valueIn(part, shown) ?? {};
    return typeof value === 'number' ? [{ part, value }] : [];
  });
  if (expected === null || numbers.length !== parts.length || numbers.length < 2 || numbers.length > maxParts) return undefined;
  const signs = signCombinations(numbers.length).find((way) =>
    numbers.reduce((sum, { value }, at) => sum.plus(decimal(value).times(way[at] ?? 1)), decimal(0)).eq(expected),
  );
  const term = (at: number): string => (at === 0 ? '' : signs?.[at] === 1 ? ' + ' : ' − ');
  return signs && numbers.map(({ part, value }, at) => `${term(at)}${fieldTitle(part)} ${shown.formatAmount(value)}`).join('');
}

/** Every choice of plus and minus for what comes after the first part, all plus first. */
const signCombinations = (parts: number): readonly (readonly (1 | -1)[])[] =>
  Array.from({ length: 2 ** (parts - 1) }, (_, way) =>
    Array.from({ length: parts }, (_, at) => (at > 0 && (way >> (at - 1)) & 1 ? -1 : 1)),
  );

/** A list is named with its rows: `Sum of 3 Line items`. */
function partOf(part: string, { tables }: ReportContent): string {
  const table = tables.find(({ name }) => name === part);
  return table ? `Sum of ${table.rows.length} ${fieldTitle(part)}` : fieldTitle(part);
}

/** Which fields keep a check from being made, as far as the answer tells. */
function missing(fields: readonly string[], shown: ReportContent): string {
  const isRow = (field: string): boolean => shown.tables.some(({ name }) => field === name || field.startsWith(`${name}[`));
  const alone = fields.filter((field) => !isRow(field));
  const empty = alone.filter((field) => valueIn(field, shown)?.value === null);
  if (empty.length > 0) return `${named(empty)} missing`;
  const unasked = alone.filter((field) => valueIn(field, shown) === undefined);
  return unasked.length > 0 ? `${named(unasked)} not among the values` : 'its parts do not tell enough; the points above say why';
}

const named = (fields: readonly string[]): string => `${fields.map(fieldTitle).join(' and ')} ${fields.length === 1 ? 'is' : 'are'}`;
