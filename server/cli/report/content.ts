import { isObject, type JsonObject } from '../../../core/index.js';
import { checkFormatter, valueFormatter } from '../output/amounts.js';
import { type AnswerTable, leaves, tables, type VouchedValue } from '../output/answer-parts.js';

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
  /** Formats the numbers of checks. */
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
  return { ...meta(object), values, tables: lists, all, formatAmount: checkFormatter(all) };
}

function meta({ _meta: given }: JsonObject): Pick<ReportContent, 'confidence' | 'issues'> {
  const { confidence_score: confidence, issues } = isObject(given) ? given : {};
  return {
    confidence: typeof confidence === 'number' ? confidence : undefined,
    issues: Array.isArray(issues) ? issues.map(String) : [],
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
