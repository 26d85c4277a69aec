import { type Json, type JsonObject, rows } from '../../core/index.js';
import type { ExtractionBody } from '../../server/wire-schemas.js';
import { agrees } from './agrees.js';
import { type AnswerRow, alignRows, type TruthRow } from './align-rows.js';
import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from './truth-file.js';

/** One stated value against the answer. */
export interface Leaf {
  readonly field: HeaderField | LineField;
  /** Where the answer has it; null for a value of a row that the answer lacks. */
  readonly path: string | null;
  readonly verdict: 'right' | 'wrong' | 'null';
  /** 0..1; 0 where the answer has no entry for it. */
  readonly score: number;
}

/** What an answer says in one place. */
interface Said extends Pick<Leaf, 'path' | 'score'> {
  readonly value: Json;
}

export interface Judged {
  /** Stated header fields; those that nobody can read on the page only where they were answered. */
  readonly header: readonly Leaf[];
  readonly cells: readonly Leaf[];
  /** True rows, answered rows, and the pairs of which every stated cell agrees. All 0 where the truth states no rows. */
  readonly rows: { readonly stated: number; readonly found: number; readonly right: number };
}

/** Holds an answer against the truth. An extraction that failed answers null everywhere. */
export function judge(truth: TruthFile, answer: ExtractionBody | null): Judged {
  const object = answer?.object ?? {};
  const scoreOf = scores(object);
  const at = (path: string, value: Json | undefined): Said => ({ path, value: value ?? null, score: scoreOf(path) });
  const header = headerFields.flatMap((field) => leaf(field, truth.fields[field], at(`$.${field}`, object[field])));
  return { header, ...judgeRows(truth.line_items ?? null, rows(object['line_items']), at) };
}

function leaf(field: HeaderField | LineField, stated: Stated | undefined, { value, ...said }: Said): readonly Leaf[] {
  if (!stated || (value === null && stated.visible === false)) return [];
  const verdict = value === null ? 'null' : agrees(field, stated.value, value) ? 'right' : 'wrong';
  return [{ field, verdict, ...said }];
}

function judgeRows(
  truth: readonly TruthRow[] | null,
  answer: readonly AnswerRow[],
  said: (path: string, value: Json | undefined) => Said,
): Omit<Judged, 'header'> {
  if (!truth) return { cells: [], rows: { stated: 0, found: 0, right: 0 } };
  const stated = lineFields.filter((field) => truth.some((row) => row[field]));
  const judged = alignRows(truth, answer).map((pair) => {
    const at = (field: LineField): Said =>
      pair.answer === null
        ? { path: null, value: null, score: 0 }
        : said(`$.line_items[${pair.answer}].${field}`, answer[pair.answer]?.[field]);
    if (pair.truth === null) return { cells: stated.flatMap((field) => invented(field, at(field))), right: false };
    const row = truth[pair.truth] ?? {};
    const cells = lineFields.flatMap((field) => leaf(field, row[field], at(field)));
    return { cells, right: pair.answer !== null && cells.every(({ verdict }) => verdict === 'right') };
  });
  return {
    cells: judged.flatMap(({ cells }) => cells),
    rows: { stated: truth.length, found: answer.length, right: judged.filter(({ right }) => right).length },
  };
}

/** A row that the document does not have: each value in a column that its true rows state is wrong. */
const invented = (field: LineField, { value, ...said }: Said): readonly Leaf[] =>
  value === null ? [] : [{ field, verdict: 'wrong', ...said }];

/** The score that stands in `_meta` for a path. */
function scores(object: JsonObject): (path: string) => number {
  const meta = object['_meta'];
  const entries = rows(typeof meta === 'object' && meta !== null && 'field_confidence' in meta ? meta['field_confidence'] : null);
  const byPath = new Map(entries.map(({ field, score }) => [field, score]));
  return (path) => {
    const score = byPath.get(path);
    return typeof score === 'number' ? score : 0;
  };
}
