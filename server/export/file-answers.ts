import { metaOf } from '../report/content.js';
import { scoreText } from '../report/html.js';
import type { ExtractionBody } from '../wire/extraction.js';

/** The result for one file: an answer, or a sentence that says why the file was refused. */
export type FileAnswer =
  | {
      readonly kind: 'answered';
      readonly file: string;
      readonly body: ExtractionBody /** The file that holds it, where it holds others. */;
      readonly source?: string;
      /** SHA-256 of the document and of all that was asked of it; unknown where the answer was kept without. */
      readonly digest?: string;
    }
  | { readonly kind: 'refused'; readonly file: string; readonly detail: string };

/** The answer for each document of a file: of several, each is named with its pages. A file is held with all that it holds. */
export function documentsIn(answer: FileAnswer): readonly FileAnswer[] {
  if (answer.kind === 'refused' || !answer.body.documents) return [answer];
  const { file: source, body: whole } = answer;
  const held = whole.review && { review: whole.review };
  return (whole.documents ?? []).map(({ pages, ...body }) => ({
    kind: 'answered',
    file: `${source} ${pagesText(pages)}`,
    source,
    body: { ...body, ...held },
  }));
}

/** `p3`, `p3-5`: the pages of a document follow each other. */
export const pagesText = (pages: readonly number[]): string => `p${[...new Set([pages[0], pages.at(-1)])].join('-')}`;

/** Says why a file has no data; undefined when it has data, or when there is no answer. */
export function failureOf(answer: FileAnswer | undefined): string | undefined {
  if (answer?.kind !== 'answered') return answer?.detail;
  const { error, documents = [] } = answer.body;
  const failed = documents.filter((document) => document.error);
  const [first] = failed;
  if (first?.error)
    return `${failed.length} of ${documents.length} documents failed, ${pagesText(first.pages)}: ${first.error.code}: ${first.error.message}`;
  return error && `${error.code}: ${error.message}`;
}

/** What a person has to do about an answer: nothing, look at it because it is held or doubtful, or see why there is none. */
export type AnswerState = 'done' | 'held' | 'doubtful' | 'failed';

interface StateOfAnswer {
  readonly state: AnswerState;
  /** Why it is not done; '' where it is. */
  readonly why: string;
}

/** Why a person must look at an answer as a whole; undefined where none must. */
export function holdOf({ review }: ExtractionBody): string | undefined {
  if (review?.decision !== 'held') return undefined;
  return review.fields.flatMap(({ path, why }) => (path === '$' ? why : [])).join(', ') || review.rules.join(', ');
}

/** An answer is held where a person must look at it, and doubtful when one of its values is under the threshold, or a check of it has FAILED. */
export function stateOf(answer: FileAnswer, threshold: number): StateOfAnswer {
  const failure = failureOf(answer);
  if (failure !== undefined || answer.kind === 'refused') return { state: 'failed', why: failure ?? '' };
  const low = metaOf(answer.body.object).entries.flatMap(({ field, score }) =>
    typeof score === 'number' && score < threshold ? [{ field: nameOf(String(field)), score }] : [],
  );
  const [least, ...others] = low.toSorted((a, b) => a.score - b.score);
  const hold = holdOf(answer.body);
  const doubts = [
    ...(hold === undefined ? [] : [hold]),
    ...(answer.body.verification?.status === 'FAILED' ? ['verification FAILED'] : []),
    ...(least ? [`${least.field} ${heldScore(least.score)}${others.length > 0 ? ` and ${others.length} more` : ''}`] : []),
  ];
  const doubted = hold === undefined ? 'doubtful' : 'held';
  return doubts.length > 0 ? { state: doubted, why: doubts.join(', ') } : { state: 'done', why: '' };
}

/** A score is exact where it is under a threshold: that may lie above 0.99. */
const heldScore = (score: number): string => (score > 0.99 ? String(score) : scoreText(score));

/** `line_items[0].amount` of `$.line_items[0].amount`. */
export const nameOf = (path: string): string => path.replace(/^\$\.?/, '');
