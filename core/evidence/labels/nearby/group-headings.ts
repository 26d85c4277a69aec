import type { Field } from '../../../contracts/schema.js';
import { memoizeByObject } from '../../../values/memoize.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { Phrase } from '../../page/lines.js';
import { rightOf, type Span } from '../../page/page-index.js';
import { namedBy } from './caption-words.js';

/**
 * Which of some fields stand under a heading that names their group, nearest to the value: `YEAR TO DATE` over `Total gross` for `ytd.gross`, where
 * `this_period.gross` has another one. None where no heading names a group of theirs.
 */
export function fieldsUnderHeading(fields: readonly Field[], span: Span, index: DocumentIndex): readonly Field[] {
  const under = fields.flatMap((field) => {
    const heading = headingOver(field, span, index);
    return heading ? [{ field, heading, fit: fitOf(field, heading) }] : [];
  });
  const [first, ...others] = under;
  const nearest = others.reduce((best, { heading }) => (best && isNearer(heading, best) ? heading : best), first?.heading);
  const named = under.filter(({ heading }) => heading === nearest);
  const best = Math.max(...named.map(({ fit }) => fit));
  return named.filter(({ fit }) => fit === best).map(({ field }) => field);
}

/** The nearest heading over a value, in its column or further left, that names the group of a field. */
function headingOver(field: Field, span: Span, index: DocumentIndex): Phrase | undefined {
  const group = groupOf(field);
  const over = group && headingsOf(group, index).filter((heading) => isOver(heading, span));
  return over?.reduce<Phrase | undefined>((best, one) => (!best || isNearer(one, best) ? one : best), undefined);
}

const isOver = ({ row, order, box }: Phrase, span: Span): boolean =>
  row.page === span.row.page && order < span.order && order >= span.order - maxRowsAbove && box.x <= rightOf(span);
const maxRowsAbove = 25;

/** Of headings in one row the one further right is nearer: all begin left of the value, or over it. */
const isNearer = (one: Phrase, other: Phrase): boolean => one.order > other.order || (one.order === other.order && one.box.x > other.box.x);

/** The object of a field as a field, so that its name can be compared with a heading. */
const groupOf = memoizeByObject((field: Field): Field | undefined =>
  field.names.length < 2
    ? undefined
    : { ...field, path: field.path.slice(0, field.path.lastIndexOf('.')), names: field.names.slice(0, -1), description: '' },
);

const fitOf = (field: Field, { text }: Phrase): number => namedBy(groupOf(field) ?? field, text).fit;

/** The texts without a value that name a group. Worked out once for all fields of the group. */
function headingsOf(group: Field, index: DocumentIndex): readonly Phrase[] {
  const known = knownHeadings(index);
  const key = group.names.join('\n');
  const found = known.get(key) ?? headings(index).filter(({ text }) => namedBy(group, text).fit >= minFit);
  known.set(key, found);
  return found;
}
const knownHeadings = memoizeByObject((_: DocumentIndex) => new Map<string, readonly Phrase[]>());
const minFit = 0.65;

/** None of a document that has more of them than some ten full pages: each is compared with the name of each group. */
const headings = memoizeByObject(({ phrases }: DocumentIndex): readonly Phrase[] => {
  const found = phrases.filter(({ text, from, to }) => to - from <= maxHeadingWords && /\p{L}{2}/u.test(text) && !/[\d:]/.test(text));
  return found.length > mostHeadings ? [] : found;
});
const maxHeadingWords = 5;
const mostHeadings = 1000;
