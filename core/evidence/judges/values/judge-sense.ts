import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { answersTo, type PrintedAnswer } from '../../labels/nearby/answers-near.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/span.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { Typed } from '../../type-value.js';

/**
 * Whether the page says the same as a yes-or-no value: the words that were quoted, else all of the document. A page that only names the
 * question says nothing against a yes, and does not prove a no.
 */
export function judgeSense(typed: Typed, field: Field, spans: readonly Span[], index: DocumentIndex): readonly Cap[] {
  if (field.type !== 'boolean' || typed.kind !== 'literal') return [];
  const all = answersTo(field, index);
  const here = all.filter(({ order }) => spans.some((span) => span.order === order));
  const decisive = here.length > 0 ? here : all;
  const against = decisive.find(({ answer }) => answer !== undefined && answer !== typed.value);
  const agreed = decisive.some(({ answer }) => answer === typed.value);
  if (against && !agreed) return [cap('evidence.contrary', `Contradicted: "${against.text}" on page ${against.page}`)];
  const other = against ?? all.find(({ answer }) => answer !== undefined && answer !== typed.value);
  if (other) return [cap('uniqueness.several', `${reasonText.multiple}: yes and no are printed, "${other.text}" on page ${other.page}`)];
  return typed.value === false && decisive.length > 0 && !agreed ? [unsaid(decisive)] : [];
}

const unsaid = ([first]: readonly PrintedAnswer[]): Cap =>
  cap('evidence.unsaid', `${reasonText.header}: the page says no nowhere${first ? `, only "${first.text}"` : ''}`);
