import type { JsonObject } from '../../../../core/index.js';
import { isObject } from '../../../../core/internal.js';
import { checkedLike, shownLike } from '../../output/amounts.js';
import { leaves, type Table, tables, type Vouched } from '../../output/answer-parts.js';

/** A value as it is shown, with its number in the report, by which the table and the pages name each other. */
export interface Shown extends Vouched {
  readonly number: number;
  /** As a person reads it; undefined where there is no value. */
  readonly print: string | undefined;
}

export interface ShownTable extends Omit<Table, 'rows'> {
  readonly rows: readonly (readonly Shown[])[];
}

/** All values of an answer, numbered through. */
export interface Exhibit {
  readonly confidence: number | undefined;
  readonly issues: readonly string[];
  readonly values: readonly Shown[];
  readonly tables: readonly ShownTable[];
  /** Values and cells of tables together. */
  readonly all: readonly Shown[];
  /** How the numbers of a check are shown. */
  readonly amount: (value: number | null) => string;
}

export function exhibit(object: JsonObject): Exhibit {
  let number = 0;
  const shown = (like: readonly Vouched[], one: Vouched): Shown => {
    number += 1;
    return { ...one, number, print: one.value === null ? undefined : shownLike(like)(one.value) };
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
  return { ...meta(object), values, tables: lists, all, amount: checkedLike(all) };
}

function meta({ _meta: given }: JsonObject): Pick<Exhibit, 'confidence' | 'issues'> {
  const { confidence_score: confidence, issues } = isObject(given) ? given : {};
  return {
    confidence: typeof confidence === 'number' ? confidence : undefined,
    issues: Array.isArray(issues) ? issues.map(String) : [],
  };
}
