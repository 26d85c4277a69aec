import type { Field } from '../../schema/schema.js';
import { conceptOf } from './concepts.js';
import { type OwnLabels, ownWords } from './labels.js';

const known = new WeakMap<Field, OwnLabels>();

/** The labels that name one field of the caller's, made once: its concept's, and the words of its own name and description. */
export function ownLabels(field: Field): OwnLabels {
  const made = known.get(field);
  if (made) return made;
  const concept = conceptOf(field);
  const own = { ...(concept && { concept }), words: ownWords(field) };
  known.set(field, own);
  return own;
}
