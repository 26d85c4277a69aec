import type { Json, JsonObject } from '../../core/index.js';
import { child } from '../../core/schema/path.js';
import { isObject } from '../../core/values/json.js';
import type { FieldEvidence, PageBox } from '../client/index.js';

/** A value with its number in the report, which links the table and the marks on the pages. */
export interface ReportValue extends VouchedValue {
  readonly number: number;
  /** The formatted value; undefined when there is none. */
  readonly print: string | undefined;
}

export interface ReportTable extends Omit<AnswerTable, 'rows'> {
  readonly rows: readonly (readonly ReportValue[])[];
}

/** The content of a report: all values of an answer, numbered consecutively. */
export interface ReportContent {
  readonly confidence: number | undefined;
  readonly issues: readonly string[];
  readonly values: readonly ReportValue[];
  readonly tables: readonly ReportTable[];
  /** The values and the cells of the tables. */
  readonly all: readonly ReportValue[];
  readonly formatAmount: (value: number | null) => string;
}

export function reportContent(object: JsonObject): ReportContent {
  let number = 0;
  const numbered = (column: readonly VouchedValue[], one: VouchedValue): ReportValue => {
    number += 1;
    return { ...one, number, print: one.value === null ? undefined : valueFormatter(column)(one.value) };
  };
  const values = leaves(object).map((leaf) => numbered([leaf], leaf));
  const lists = tables(object).map((table) => ({
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, index) =>
        numbered(
          table.rows.flatMap((other) => other[index] ?? []),
          cell,
        ),
      ),
    ),
  }));
  const all = [...values, ...lists.flatMap(({ rows }) => rows.flat())];
  const { confidence, issues } = metaOf(object);
  return { confidence, issues, values, tables: lists, all, formatAmount: checkFormatter(all) };
}

/** What `_meta` says of an answer, as far as it has the form that it should have. */
export interface AnswerMeta {
  readonly confidence: number | undefined;
  readonly issues: readonly string[];
  /** Those of `field_confidence`. */
  readonly entries: readonly JsonObject[];
}

export function metaOf(object: JsonObject | null | undefined): AnswerMeta {
  const meta = object?.['_meta'];
  const { confidence_score: confidence, issues, field_confidence: entries } = isObject(meta) ? meta : {};
  return {
    confidence: typeof confidence === 'number' ? confidence : undefined,
    issues: Array.isArray(issues) ? issues.map(String) : [],
    entries: Array.isArray(entries) ? entries.filter(isObject) : [],
  };
}

/** The title of a field for people: `invoice_number` → Invoice number, `line_items[0].unit_price` → Line items 1: Unit price. */
export function fieldTitle(name: string): string {
  const words = name
    .replace(/^\$\.?/, '')
    .replaceAll(/\['((?:[^'\\]|\\.)*)'\]/g, '.$1')
    .replaceAll(/\[(\d+)\]\.?/g, (_, index: string) => ` ${Number(index) + 1}: `)
    .replaceAll(/[._]+/g, ' ')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .trim()
    .replace(/:$/, '');
  return words.replaceAll(/(^|: )(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase()) || name;
}

/** One value of an answer with its evidence. */
export interface VouchedValue {
  readonly name: string;
  readonly value: Json;
  readonly score?: number;
  readonly reason?: string;
  readonly page?: number;
  readonly text?: string;
  /** The path, `$.total`; absent when a row lacks a column that others have. */
  readonly path?: string;
  readonly boxes?: readonly PageBox[];
  readonly evidence?: FieldEvidence['evidence'];
}

export interface AnswerTable {
  readonly name: string;
  readonly header: readonly string[];
  readonly rows: readonly (readonly VouchedValue[])[];
}

/** The values of an answer in order, except those in lists of objects, which `tables` returns. An empty list is a value: that there are none. */
export function leaves(object: JsonObject): readonly VouchedValue[] {
  const evidence = evidenceOf(object);
  return nodes(object).flatMap(({ value, path, name }) => {
    if (isTable(value)) return [];
    if (Array.isArray(value) && value.length > 0)
      return value.map((item, index) => ({ ...evidence(`${path}[${index}]`), name: `${name}[${index}]`, value: item }));
    return [{ ...evidence(path), name, value }];
  });
}

/** The lists of objects in an answer as tables. A table has every column that one of its rows has. */
export function tables(object: JsonObject): readonly AnswerTable[] {
  const evidence = evidenceOf(object);
  return nodes(object).flatMap(({ value, path, name }) => {
    if (!isTable(value)) return [];
    const rows = value.map((row, index) =>
      flatten(row, `${path}[${index}]`).map((cell) => ({ ...evidence(cell.path), name: cell.name, value: cell.value })),
    );
    const header = [...new Set(rows.flatMap((row) => row.map((cell) => cell.name)))];
    return [
      {
        name,
        header,
        rows: rows.map((row) => header.map((column) => row.find((cell) => cell.name === column) ?? { name: column, value: null })),
      },
    ];
  });
}

interface AnswerNode {
  readonly path: string;
  /** The path without the leading `$.`. */
  readonly name: string;
  readonly value: Json;
}

const nodes = (object: JsonObject): readonly AnswerNode[] =>
  flatten(Object.fromEntries(Object.entries(object).filter(([name]) => name !== '_meta')), '$');

/** All values under an object that are not objects themselves. */
function flatten(object: JsonObject, path: string, prefix = ''): readonly AnswerNode[] {
  return Object.entries(object).flatMap(([name, value]) =>
    isObject(value) ? flatten(value, child(path, name), `${prefix}${name}.`) : [{ path: child(path, name), name: prefix + name, value }],
  );
}

/** Finds what `_meta` says of a value by its path. */
export function evidenceOf(object: JsonObject): (path: string) => Omit<VouchedValue, 'name' | 'value'> {
  const byPath = new Map(metaOf(object).entries.map((entry) => [entry['field'], entry]));
  return (path) => {
    const { score, reason, page, text, boxes, evidence } = byPath.get(path) ?? {};
    return {
      path,
      ...(typeof score === 'number' && { score }),
      ...(typeof reason === 'string' && { reason }),
      ...(typeof page === 'number' && { page }),
      ...(typeof text === 'string' && { text }),
      ...(isBoxes(boxes) && { boxes }),
      ...(isEvidence(evidence) && { evidence }),
    };
  };
}

const isTable = (value: Json): value is readonly JsonObject[] => Array.isArray(value) && value.length > 0 && value.every(isObject);

export const isBoxes = (value: Json | undefined): value is readonly (PageBox & JsonObject)[] =>
  Array.isArray(value) &&
  value.every((box) => isObject(box) && ['page', 'x', 'y', 'w', 'h'].every((name) => typeof box[name] === 'number'));

const isNumberIfAny = (value: Json | undefined): boolean => value === undefined || typeof value === 'number';

/** Whether a JSON value has the form of the findings of an entry. */
export const isEvidence = (value: Json | undefined): value is JsonObject & NonNullable<FieldEvidence['evidence']> =>
  value !== undefined &&
  isObject(value) &&
  isNumberIfAny(value['prior']) &&
  Array.isArray(value['findings']) &&
  value['findings'].every(isFinding);

const isFinding = (value: Json): boolean =>
  isObject(value) &&
  typeof value['name'] === 'string' &&
  typeof value['says'] === 'string' &&
  isNumberIfAny(value['weight']) &&
  isNumberIfAny(value['at_most']);

/**
 * Makes the formatter for a field or a column of a table. Numbers are shown as amounts, `1,104.00`, if the evidence of every number prints two
 * decimals; numbers without evidence are not considered. An empty list is shown as `none`, everything else as it is.
 */
export function valueFormatter(values: readonly VouchedValue[]): (value: Json) => string {
  const numbers = values.flatMap(({ value, text }) => (typeof value === 'number' && text !== undefined ? [{ value, text }] : []));
  const amounts = numbers.length > 0 && numbers.every(({ value, text }) => isPrintedWithCents(value, text));
  return (value) => {
    if (Array.isArray(value) && value.length === 0) return 'none';
    return amounts && typeof value === 'number' ? withCents(value) : String(value);
  };
}

/** Makes the formatter for checks. Numbers are shown as amounts if the evidence of at least one value prints cents; some currencies have none. */
export function checkFormatter(values: readonly VouchedValue[]): (value: number | null) => string {
  const cents = values.some(({ value, text }) => typeof value === 'number' && text !== undefined && isPrintedWithCents(value, text));
  return (value) => (value === null ? 'unknown' : cents ? withCents(value) : String(value));
}

/** Formats `1,104.00`. A number with more than two decimals keeps them. */
const withCents = (value: number): string => value.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 12 });

/** Whether a text holds the number with two decimals, with any grouping of digits: '1.104,00', '1,104.00', "1'104.00". */
export function isPrintedWithCents(value: number, text: string): boolean {
  const [whole = '', cents] = Math.abs(value).toFixed(2).split('.');
  return /^\d+$/.test(whole) && new RegExp(`(?<!\\d[.,'’]?)${[...whole].join(`[.,'’\\s]?`)}[.,]${cents}(?!\\d)`).test(text);
}

/** Combines issues that say the same of several fields: '$.line_items[0].amount and 19 more: Check failed'. The order is that of the first ones. */
export function groupIssues(issues: readonly string[]): readonly string[] {
  const byText = Map.groupBy(issues.map(splitIssue), ({ text }) => text);
  return [...byText].map(([text, fields]) => {
    const [first] = fields;
    if (first?.path === undefined) return text;
    return `${first.path}${fields.length > 1 ? ` and ${fields.length - 1} more` : ''}: ${text}`;
  });
}

/** Splits off the path with which an issue about a field begins: `$.total: …`, `$['net: EUR']: …`. */
function splitIssue(issue: string): { readonly path?: string; readonly text: string } {
  const [, path, text] = /^(\$(?:\['(?:\\.|[^'\\])*'\]|[^:\s'])*): (.*)$/s.exec(issue) ?? [];
  return path === undefined || text === undefined ? { text: issue } : { path, text };
}
