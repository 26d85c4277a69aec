import type { Json } from '../../core/index.js';
import { box, candidate } from './evidence.js';
import { about, type BodyOf, closed, idOf, list, maybe, oneOf, score, text } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The `review` of an answer that is kept. */

const page = Type.Integer({ minimum: 1 });
/** Any value. */
export const json = Type.Unsafe<Json>({});

export const reviewRules = ['confidence', 'check', 'policy', 'amount', 'new_seller', 'sample', 'person', 'documents'] as const;

const reviewField = closed({
  path: about('The path of the value; `$` for the document as a whole', Type.String({ pattern: '^\\$' })),
  value: about('As it was read; null for nothing, and for the whole document', json),
  score: maybe('How sure it is; left out for the whole document', score),
  why: about('What speaks against it, as sentences', list(text)),
  page: maybe('Where it was found', page),
  boxes: maybe('Where a viewer shows it', list(box, { minItems: 1 })),
  candidates: maybe('What else was found on the page in its place', list(candidate, { minItems: 1 })),
  checks: about('The types of the checks that fail with it', list(text)),
});

export const review = closed({
  decision: about('`held`: a person is needed; `cleared`: none is', oneOf('held', 'cleared')),
  rules: about('The rules of the host by which it is held', list(oneOf(...reviewRules))),
  fields: about('What needs a person, the least sure first; empty where nothing does', list(reviewField)),
  reader: maybe('Who has read most of its values', text),
  run: maybe('The id of the run, for `/v1/runs`; left out in the result of a job, whose id it is', idOf('job')),
});

export type ReviewBody = BodyOf<typeof review>;
export type ReviewFieldBody = BodyOf<typeof reviewField>;
export type ReviewRule = (typeof reviewRules)[number];
