import type { Cap } from '../../contracts/cap.js';
import type { Field } from '../../contracts/schema.js';
import { identifierKind } from '../labels/concepts/concept-kind.js';
import { type Span, wordsOf } from '../page/page-index.js';
import { datesIn } from '../print/dates.js';
import { cap } from '../scoring/caps.js';
import { asksForNumber } from './possible.js';

/** Refuses the number of a document that ends within a printed word, wherever it stands: `HM/4471902` of `HM/4471902/03`. A day behind it is none of it. */
export function judgePart(printed: string, field: Field, places: readonly Span[]): readonly Cap[] {
  if (!asksForNumber(field) || identifierKind(field) !== undefined) return [];
  const [end = ''] = printed.trim().split(/\s+/).slice(-1);
  const [first] = places;
  return first && places.every((place) => goesOnBehind(end, lastOf(place)))
    ? [cap('format.wrongShape', `Check failed: it is only a part of "${lastOf(first)}"`)]
    : [];
}

const lastOf = (place: Span): string => wordsOf(place).at(-1)?.text ?? '';

function goesOnBehind(end: string, word: string): boolean {
  const at = word.indexOf(end);
  const rest = at < 0 ? '' : word.slice(at + end.length);
  return /^[-/._–‑][\p{Lu}\d]/u.test(rest) && datesIn(rest.slice(1)).length === 0;
}
