import { type Json, type JsonObject, rows } from '../../../../core/index.js';
import type { ExtractionBody } from '../../../../server/wire/extraction.js';
import { type AnswerRow, agreement, alignRows, type TruthRow } from '../../../kit/agrees.js';
import { type HeaderField, headerFields, type LineField, lineFields, type Stated, type TruthFile } from '../../../kit/truth-file.js';

/** A stated value compared with the answer. */
export interface EvalLeaf {
  readonly field: HeaderField | LineField;
  /** Its path in the answer; null for a value of a row that the answer lacks. */
  readonly path: string | null;
  readonly verdict: 'right' | 'wrong' | 'null';
  /** Whether it is right only because one of both descriptions holds the other. */
  readonly held: boolean;
  /** Null for a value of a row that the document does not have. */
  readonly truth: Stated['value'] | null;
  readonly value: Json;
  /** Row index in the truth; null for header fields and for rows that the document does not have. */
  readonly row: number | null;
  /** 0..1; 0 where the answer has no entry for it. */
  readonly score: number;
  /** The reason for the score; empty when the answer has none. */
  readonly reason: string;
  /** The printed words in the answer; empty when it has none. */
  readonly words: string;
}

/** The answer at one path. */
type LeafAnswer = Pick<EvalLeaf, 'path' | 'value' | 'score' | 'reason' | 'words'>;

export interface JudgedAnswer {
  /** Stated header fields; invisible ones only where they were answered. */
  readonly header: readonly EvalLeaf[];
  readonly cells: readonly EvalLeaf[];
  /** Counts of true rows, answered rows, and pairs in which every stated cell agrees. All 0 where the truth states no rows. */
  readonly rows: { readonly stated: number; readonly found: number; readonly right: number };
}

/** Compares an answer with the truth. A failed extraction counts as null everywhere. */
export function judge(truth: TruthFile, answer: ExtractionBody | null): JudgedAnswer {
  const object = answer?.object ?? {};
  const entryOf = entries(object);
  const at = (path: string, value: Json | undefined): LeafAnswer => ({ path, value: value ?? null, ...entryOf(path) });
  const header = headerFields.flatMap((field) => leaf({ field, row: null }, truth.fields[field], at(`$.${field}`, object[field])));
  return { header, ...judgeRows(truth.line_items ?? null, rows(object['line_items']), at) };
}

function leaf({ field, row }: Pick<EvalLeaf, 'field' | 'row'>, stated: Stated | undefined, said: LeafAnswer): readonly EvalLeaf[] {
  if (!stated || (said.value === null && stated.visible === false)) return [];
  const agreed = agreement(field, stated, said.value);
  const verdict = said.value === null ? 'null' : agreed === 'none' ? 'wrong' : 'right';
  return [{ field, row, verdict, held: agreed === 'held', truth: stated.value, ...said }];
}

function judgeRows(
  truth: readonly TruthRow[] | null,
  answer: readonly AnswerRow[],
  said: (path: string, value: Json | undefined) => LeafAnswer,
): Omit<JudgedAnswer, 'header'> {
  if (!truth) return { cells: [], rows: { stated: 0, found: 0, right: 0 } };
  const stated = lineFields.filter((field) => truth.some((row) => row[field]));
  const judged = alignRows(truth, answer).map((pair) => {
    const at = (field: LineField): LeafAnswer =>
      pair.answer === null
        ? { path: null, value: null, ...noEntry }
        : said(`$.line_items[${pair.answer}].${field}`, answer[pair.answer]?.[field]);
    const row = pair.truth;
    if (row === null) return { cells: stated.flatMap((field) => invented(field, at(field))), right: false };
    const cells = lineFields.flatMap((field) => leaf({ field, row }, truth[row]?.[field], at(field)));
    return { cells, right: pair.answer !== null && cells.every(({ verdict }) => verdict === 'right') };
  });
  return {
    cells: judged.flatMap(({ cells }) => cells),
    rows: { stated: truth.length, found: answer.length, right: judged.filter(({ right }) => right).length },
  };
}

/** In a row that the document does not have, each value is wrong if the true rows state its column. */
const invented = (field: LineField, said: LeafAnswer): readonly EvalLeaf[] =>
  said.value === null ? [] : [{ field, row: null, verdict: 'wrong', held: false, truth: null, ...said }];

export type LeafEntry = Pick<EvalLeaf, 'score' | 'reason' | 'words'>;

export const noEntry: LeafEntry = { score: 0, reason: '', words: '' };

/** The `_meta` entry of a path. */
export function entries(object: JsonObject): (path: string) => LeafEntry {
  const meta = object['_meta'];
  const list = rows(typeof meta === 'object' && meta !== null && 'field_confidence' in meta ? meta['field_confidence'] : null);
  const byPath = new Map(list.map((entry) => [entry['field'], entry]));
  return (path) => {
    const { score, reason, text } = byPath.get(path) ?? {};
    return { score: typeof score === 'number' ? score : 0, reason: String(reason ?? ''), words: String(text ?? '') };
  };
}
