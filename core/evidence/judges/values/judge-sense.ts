import type { Cap } from '../../../contracts/cap.js';
import type { Field } from '../../../contracts/schema.js';
import { answersTo } from '../../labels/nearby/answers-near.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Span } from '../../page/page-index.js';
import { cap, reasonText } from '../../scoring/caps.js';
import type { Typed } from '../../type-value.js';

/**
 * Whether the page says the same as a yes-or-no value: the words that were quoted, else all of the document. A page that only names the
 * question says nothing against a yes, and does not prove a no; a denial beside it is the other way round.
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
  const unsaid = agreed ? undefined : here.find(({ denied }) => denied === typed.value);
  return unsaid ? [cap('evidence.unsaid', `${reasonText.header}: "${unsaid.text}" does not say ${typed.value ? 'yes' : 'no'}`)] : [];
}
