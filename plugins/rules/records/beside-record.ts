import type { Checkable, Finding, StatedFinding } from '../../../core/index.js';
import { squash } from '../../../core/text.js';
import { firstOf } from './fields.js';
import type { LookupAnswer } from './host-lookup.js';
import type { MasterData } from './master-data.js';
import type { MasterRecord } from './sources.js';

/** A text of the document, and the column of the host's data that it should be in. */
export interface ColumnValue {
  readonly field: string;
  readonly value: string;
  readonly column: string;
}

/** The known texts of fields, each with its column: `{ seller_tax_id: 'VAT' }`. */
export const columnValues = (result: Checkable, columns: Readonly<Record<string, string>>): readonly ColumnValue[] =>
  Object.entries(columns).flatMap(([name, column]) => {
    const { field, value } = firstOf(result, name);
    return typeof value === 'string' ? [{ field, value, column }] : [];
  });

/**
 * The record that agrees with most of the values; of several, the one that states more of them, then the first. Undefined where none agrees with
 * any. Nobody is asked further once a record agrees with all.
 */
export async function findRecord(
  data: MasterData,
  values: readonly ColumnValue[],
  signal: AbortSignal,
): Promise<LookupAnswer<MasterRecord>> {
  const found: MasterRecord[] = [];
  for (const { value, column } of values) {
    const answer = await data(value, signal);
    if (!answer.known && found.length === 0) return answer;
    const records = answer.known ? (answer.value ?? []) : [];
    found.push(...records.filter((record) => isSame(value, record[column])));
    if (found.some((record) => agreeing(values, record) === values.length)) break;
  }
  const [closest] = found.toSorted(
    (one, other) => agreeing(values, other) - agreeing(values, one) || stating(values, other) - stating(values, one),
  );
  return { known: true, value: closest };
}

const agreeing = (values: readonly ColumnValue[], record: MasterRecord): number =>
  values.filter(({ value, column }) => isSame(value, record[column])).length;

const stating = (values: readonly ColumnValue[], record: MasterRecord): number => values.filter(({ column }) => record[column]).length;

/**
 * What a lookup says of the values: those that agree with their record speak for each other; one that differs from it, or a document of which
 * there is no record, is held and read again. What the record leaves empty says nothing.
 */
export function besideRecord(values: readonly ColumnValue[], answer: LookupAnswer<MasterRecord>, expected: string): readonly Finding[] {
  const all = { kind: 'known', fields: fieldsOf(values), expected, actual: values[0]?.value ?? null } as const;
  if (!answer.known) return [unanswered(all, answer)];
  const { value: record } = answer;
  if (!record) return [{ ...all, holds: false, policy: 'reread' }];
  const same = values.filter(({ value, column }) => isSame(value, record[column]));
  const others = values.filter(({ value, column }) => record[column] && !isSame(value, record[column]));
  return [
    { ...all, kind: same.length > 1 ? 'together' : 'known', fields: fieldsOf(same), holds: true, actual: same[0]?.value ?? null },
    ...others.map(({ field, value, column }): Finding => {
      const right = record[column] ?? '';
      const common = { expected: right, actual: value, candidate: { field, value: right } };
      return { kind: 'together', fields: [field], holds: false, policy: 'reread', ...common };
    }),
  ];
}

/** What a source that cannot answer leaves open, or has held where the host has chosen so. */
export const unanswered = <F extends Omit<StatedFinding, 'holds'>>(
  finding: F,
  { why, held }: { readonly why: string; readonly held?: boolean },
): Finding => ({ ...finding, note: why, ...(held ? { holds: false, policy: 'hold' } : { holds: null }) });

const fieldsOf = (values: readonly ColumnValue[]): readonly string[] => values.map(({ field }) => field);
const isSame = (one: string, other: string | undefined): boolean => squash(one) !== '' && squash(one) === squash(other ?? '');
