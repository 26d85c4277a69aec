import type { Field } from '../../../schema/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import { type OwnLabels, ownWords } from '../labels.js';
import { conceptOf } from './concepts.js';

/** The labels that name one field of the caller's, made once: its concept's, and the words of its own name and description. */
export const ownLabels = memoizeByObject((field: Field): OwnLabels => {
  const concept = conceptOf(field);
  return { ...(concept && { concept }), words: ownWords(field) };
});
