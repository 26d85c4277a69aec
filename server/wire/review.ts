import type { Cap, Json } from '../../core/index.js';
import { box, candidate } from './evidence.js';
import { about, type BodyOf, closed, idOf, list, maybe, oneOf, orNull, score, text } from './schema-parts.js';
import { Type } from './typed-schema.js';

/** The `review` of an answer that is kept, and what its verdicts were about. */

const page = Type.Integer({ minimum: 1 });
/** Any value. */
export const json = Type.Unsafe<Json>({});

export const reviewRules = ['confidence', 'check', 'policy', 'amount', 'new_seller', 'blind', 'person', 'documents'] as const;

const reviewField = closed({
  path: about('The path of the value; `$` for the document as a whole', Type.String({ pattern: '^\\$' })),
  value: about('As it was read; null for nothing, and for the whole document', json),
  score: maybe('How sure it is; left out for the whole document, and where nobody is to know', score),
  why: about('What speaks against it, as sentences; empty where nobody is to know', list(text)),
  page: maybe('Where it was found', page),
  boxes: maybe('Where a viewer shows it', list(box, { minItems: 1 })),
  candidates: maybe('What else was found on the page in its place', list(candidate, { minItems: 1 })),
  printed: maybe('What the page prints that it may be instead, as it stands there', list(text, { minItems: 1 })),
  checks: about('The types of the checks that fail with it', list(text)),
});

export const review = closed({
  decision: about('`held`: a person is needed; `cleared`: none is', oneOf('held', 'cleared')),
  rules: about('The rules of the host by which it is held', list(oneOf(...reviewRules))),
  fields: about(
    'What needs a person, the least sure first, or in their order where nobody is to know; empty where nothing does',
    list(reviewField),
  ),
  reader: maybe('Who has read most of its values', text),
  run: maybe('The id of the run, for `/v1/runs`; left out in the result of a job, whose id it is', idOf('job')),
});

export const weighedValue = closed({
  path: Type.String({ pattern: '^\\$' }),
  document: about('`native` has text of its own, `scanned` was read from pictures', text),
  field: about('What sort of value it is: those of one sort go wrong in the same ways', text),
  reader: about('Null where none answered', orNull(text)),
  score: about('As it was first', score),
  caps: about(
    'What was found about it: names of findings, and how strong one is here where that is less',
    list(Type.Unsafe<Pick<Cap, 'name' | 'limitedTo'>>({})),
  ),
  empty: about('Whether it was null, or an empty list', Type.Boolean()),
  how: maybe('How it came to a person: it was doubted, or drawn from the others', oneOf('held', 'blind')),
  chance: maybe('How likely a value that nobody doubted was to be drawn; left out for a doubted one', score),
});

export type WeighedValueBody = BodyOf<typeof weighedValue>;
export type ReviewBody = BodyOf<typeof review>;
export type ReviewFieldBody = BodyOf<typeof reviewField>;
export type ReviewRule = (typeof reviewRules)[number];
