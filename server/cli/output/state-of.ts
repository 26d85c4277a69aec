import { isObject, type Json } from '../../../core/index.js';
import { type FileAnswer, failureOf } from './answer.js';

/** What a person has to do about an answer: nothing, look at it, or see why there is none. */
export type AnswerState = 'done' | 'doubtful' | 'failed';

export interface StateOfAnswer {
  readonly state: AnswerState;
  /** Why it is not done; '' where it is. */
  readonly why: string;
}

/** An answer is doubtful when one of its values is under the threshold, or a check of it has FAILED. */
export function stateOf(answer: FileAnswer, threshold: number): StateOfAnswer {
  const failure = failureOf(answer);
  if (failure !== undefined || answer.kind === 'refused') return { state: 'failed', why: failure ?? '' };
  const low = entriesOf(answer.body.object?.['_meta']).filter(({ score }) => score < threshold);
  const [least, ...others] = low.toSorted((a, b) => a.score - b.score);
  const doubts = [
    ...(answer.body.verification?.status === 'FAILED' ? ['verification FAILED'] : []),
    ...(least ? [`${least.field} ${least.score.toFixed(2)}${others.length > 0 ? ` and ${others.length} more` : ''}`] : []),
  ];
  return doubts.length > 0 ? { state: 'doubtful', why: doubts.join(', ') } : { state: 'done', why: '' };
}

/** The overall score of an answer; null where there is none. */
export function scoreOfAnswer(answer: FileAnswer): number | null {
  const meta = answer.kind === 'answered' ? answer.body.object?.['_meta'] : undefined;
  const score = isObject(meta) ? meta['confidence_score'] : undefined;
  return typeof score === 'number' ? score : null;
}

function entriesOf(meta: Json | undefined): readonly { readonly field: string; readonly score: number }[] {
  const list = isObject(meta) && Array.isArray(meta['field_confidence']) ? meta['field_confidence'].filter(isObject) : [];
  return list.map(({ field, score }) => ({ field: String(field).replace(/^\$\.?/, ''), score: Number(score ?? 0) }));
}
