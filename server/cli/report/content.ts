import type { JsonObject } from '../../../core/index.js';
import { isObject } from '../../../core/internal.js';
import { checkFormatter, valueFormatter } from '../output/amounts.js';
import { type AnswerTable, leaves, tables, type VouchedValue } from '../output/answer-parts.js';

/** A value as it is shown, with its number in the report, by which the table and the pages name each other. */
export interface ReportValue extends VouchedValue {
  readonly number: number;
  /** As a person reads it; undefined where there is no value. */
  readonly print: string | undefined;
}

export interface ReportTable extends Omit<AnswerTable, 'rows'> {
  readonly rows: readonly (readonly ReportValue[])[];
}

/** All values of an answer, numbered through. */
export interface ReportContent {
  readonly confidence: number | undefined;
  readonly issues: readonly string[];
  readonly values: readonly ReportValue[];
  readonly tables: readonly ReportTable[];
  /** Values and cells of tables together. */
  readonly all: readonly ReportValue[];
  /** How the numbers of a check are shown. */
  readonly formatAmount: (value: number | null) => string;
}

export function reportContent(object: JsonObject): ReportContent {
  let number = 0;
  const shown = (like: readonly VouchedValue[], one: VouchedValue): ReportValue => {
    number += 1;
    return { ...one, number, print: one.value === null ? undefined : valueFormatter(like)(one.value) };
  };
  const values = leaves(object).map((leaf) => shown([leaf], leaf));
  const lists = tables(object).map((table) => ({
    ...table,
    rows: table.rows.map((row) =>
      row.map((cell, column) =>
        shown(
          table.rows.flatMap((other) => other[column] ?? []),
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

/** How a person calls a field: `invoice_number` → Invoice number, `line_items[0].unit_price` → Line items 1: Unit price. */
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
