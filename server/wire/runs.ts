import type { Json, JsonObject } from '../../core/index.js';
import { type ReviewState, reviewStates } from '../state/job-store.js';
import { verdictKinds } from '../state/run-store.js';
import type { ExtractionBody } from './extraction.js';
import { json, review, weighedValue } from './review.js';
import { about, type BodyOf, closed, count, idOf, list, maybe, nextPage, oneOf, orNull, string, text, time } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The bodies of `/v1/runs`. */

const weighed = about('Null where there was none', Type.Unsafe<WeighedBody | null>({ type: ['object', 'null'] }));
const changes = closed({
  fields: about('Values, and scores, that are others now', list(closed({ path: text, before: weighed, after: weighed }))),
  checks: about(
    'Checks that have another status now',
    list(closed({ type: text, fields: list(text), before: orNull(string), after: orNull(string) })),
  ),
});

export const verdict = closed({
  version: about('Counted from 1: the version of the run that it made', count),
  path: Type.String({ pattern: '^\\$' }),
  verdict: oneOf(...verdictKinds),
  reviewer: text,
  at: time,
  before: about('The value that was judged', json),
  after: about('The value since', json),
  reasons: about('Why the document was rejected or put off; empty for nothing', list(text)),
  changed: changes,
});

const runMembers = {
  id: idOf('job'),
  state: about('Null where nobody needs to look at it', Type.Unsafe<ReviewState | null>({ enum: [...reviewStates, null] })),
  version: about('How many verdicts were given: send it with the next', count),
  file: about('The name of the file; null where it is sealed for a former secret of the key', orNull(string)),
  metadata: Type.Unsafe<JsonObject | null>({ type: ['object', 'null'] }),
  reviewer: about('Who has claimed it, or gave the last verdict; null for nobody', orNull(string)),
  claimed_until: about('Until when nobody else may judge it; null where anybody may', orNull(time)),
  created_at: time,
  kept_until: orNull(time),
};

export const run = closed(runMembers);
export const runs = closed({ runs: list(run), next: nextPage });
export const wholeRun = closed({
  ...runMembers,
  review: about('What is left for a person', review),
  schema: about('The JSON Schema that it was read by, as text', text),
  result: about('The answer as it is now', Type.Unsafe<ExtractionBody>({})),
  first: maybe('The answer as it was first read, where a verdict has changed it', Type.Unsafe<ExtractionBody>({})),
  verdicts: about('All that were given, oldest first', list(verdict)),
  weighed: maybe('Once it is confirmed: its values as they were first weighed, and how they came to a person', list(weighedValue)),
});
export const judgedRun = closed({ ...runMembers, review: review, result: Type.Unsafe<ExtractionBody>({}), changed: changes });

/** A value with its score. */
export interface WeighedBody {
  readonly value: Json;
  readonly score: number;
}
export type ChangesBody = BodyOf<typeof changes>;
export type VerdictBody = BodyOf<typeof verdict>;
export type RunBody = BodyOf<typeof run>;
export type RunsBody = BodyOf<typeof runs>;
export type WholeRunBody = BodyOf<typeof wholeRun>;
export type JudgedRunBody = BodyOf<typeof judgedRun>;
