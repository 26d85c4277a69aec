import { decimal, type Json, type JsonObject, rows } from '../../../../core/index.js';
import { squash } from '../../../../core/text.js';
import type { ExtractionBody } from '../../../../server/wire/extraction.js';
import { pairRows } from '../../../kit/agrees.js';
import type { FurtherValue, TruthFile } from '../../../kit/truth-file.js';
import { entries, type LeafEntry, noEntry } from '../scoring/judge.js';

/** A value of a schema of one's own, compared with what the page states. */
export interface FurtherLeaf {
  /** Its path in the schema: 'charges[].amount'. */
  readonly field: string;
  /** Its path in the answer, or in the truth where the answer lacks the row: '$.charges[2].amount'. */
  readonly path: string;
  /** 'null': the page states a value, the answer none. 'absent': neither does. */
  readonly verdict: 'right' | 'wrong' | 'null' | 'absent';
  readonly truth: Json;
  readonly value: Json;
  /** 0..1; 0 where the answer has no entry for it. */
  readonly score: number;
  readonly reason: string;
  /** How likely it was to be judged; null where it stands for no others. */
  readonly chance: number | null;
}

/** Compares an answer with the fields and tables that the truth states; other fields are not judged. A failed extraction is null everywhere. */
export function judgeFurther({ further = {}, tables = {} }: TruthFile, answer: ExtractionBody | null): readonly FurtherLeaf[] {
  const object = answer?.object ?? {};
  const entryOf = entries(object);
  return [
    ...Object.entries(further).map(([path, stated]) => leaf(path, stated, { value: at(object, path), entry: entryOf(`$.${path}`) })),
    ...Object.entries(tables).flatMap(([path, table]) => judgeTable(path, table, { answered: at(object, path), entryOf })),
  ];
}

interface Said {
  readonly value: Json;
  readonly entry: LeafEntry;
}

const leaf = (
  path: string,
  { value: truth, also = [], chance = 1 }: FurtherValue,
  { value, entry: { score, reason } }: Said,
): FurtherLeaf => ({
  field: path.replace(/\[\d+\]/g, '[]'),
  path: `$.${path}`,
  verdict: verdictOf([truth, ...also], value),
  truth,
  value,
  score,
  reason,
  chance,
});

function verdictOf(forms: readonly Json[], value: Json): FurtherLeaf['verdict'] {
  if (value === null) return forms.includes(null) ? 'absent' : 'null';
  return forms.some((form) => means(form, value)) ? 'right' : 'wrong';
}

/** Numbers as decimals, days as calendar days, other texts without case, space and punctuation, anything else exactly. */
function means(truth: Json, value: Json): boolean {
  if (typeof truth === 'number') return typeof value === 'number' && decimal(value).eq(decimal(truth));
  if (typeof truth !== 'string') return truth === value;
  if (typeof value !== 'string') return false;
  return /^\d{4}-\d{2}-\d{2}$/.test(truth) ? value.startsWith(truth) : squash(value) === squash(truth);
}

type FurtherRow = Readonly<Record<string, FurtherValue>>;

interface AnsweredTable {
  readonly answered: Json;
  readonly entryOf: (path: string) => LeafEntry;
}

/** Rows are paired in order. In a row that the document does not have each value is wrong; a missing row is null, at the score of an empty array. */
function judgeTable(path: string, truth: readonly FurtherRow[], { answered, entryOf }: AnsweredTable): readonly FurtherLeaf[] {
  const answer = rows(answered);
  const missing = answer.length === 0 ? entryOf(`$.${path}`) : noEntry;
  const columns = new Set(truth.flatMap((row) => Object.keys(row)));
  return pairRows(truth, answer, likeness).flatMap((pair) =>
    [...columns].flatMap((column) => {
      const stated = pair.truth === null ? { value: null } : truth[pair.truth]?.[column];
      const place = `${path}[${pair.answer ?? pair.truth}].${column}`;
      const value = pair.answer === null ? null : at(answer[pair.answer] ?? {}, column);
      if (!stated || (pair.truth === null && value === null)) return [];
      return [leaf(place, stated, { value, entry: pair.answer === null ? missing : entryOf(`$.${place}`) })];
    }),
  );
}

const likeness = (truth: FurtherRow = {}, answer: JsonObject = {}): number =>
  Object.entries(truth).filter(([name, stated]) => verdictOf([stated.value, ...(stated.also ?? [])], at(answer, name)) === 'right').length *
    10 +
  1;

/** The value at a path of an answer; null where there is none. */
const at = (object: JsonObject, path: string): Json =>
  path
    .split(/[.[\]]+/)
    .filter((name) => name !== '')
    .reduce<Json>((value, name) => (typeof value === 'object' && value !== null ? ((value as JsonObject)[name] ?? null) : null), object);
