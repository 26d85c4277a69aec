import { ownLabels } from '../../../evidence/labels/concepts/own-labels.js';
import { labelsBeside } from '../../../evidence/labels/nearby/label-beside.js';
import { labelQuery } from '../../../evidence/labels/nearby/values-under.js';
import type { DocumentIndex } from '../../../evidence/page/document-index.js';
import type { Passage } from '../../../evidence/page/locate.js';
import { looselyPrinted } from '../../../evidence/page/loose-text.js';
import type { Span } from '../../../evidence/page/span.js';
import { decimal, type Field } from '../../../index.js';
import { currencyCodeOf, squash } from '../../../text.js';
import type { Family } from '../truth/agrees.js';
import type { Stated } from '../truth/truth-file.js';
import { familyOf } from './families.js';
import { fieldAt } from './schema-for.js';
import type { FaultLeaf, FaultMark } from './sheet.js';

/** Every place where a stated value is printed, in document order, as a careful reader would note it. */
export function marksOf(leaf: Pick<FaultLeaf, 'path' | 'name'>, { value, printed }: Stated, index: DocumentIndex): readonly FaultMark[] {
  const marks = leaf.name === 'currency' ? currencyMarks(String(value), index) : typedMarks(leaf, value, index);
  if (!printed) return marks;
  const there = marks.filter((mark) => isThere(mark, printed));
  if (there.length === 0) return [{ value: printed.text, quote: printed.row, page: printed.page }];
  return there.map((mark) => (mark.quote?.includes(printed.text) ? { ...mark, value: printed.text } : mark));
}

/** Whether a mark is at the place that the generator states. Its rows are single lines of type; a row of the index may hold two columns. */
function isThere({ page, place }: FaultMark, printed: NonNullable<Stated['printed']>): boolean {
  const [ours, theirs] = [squash(place?.row.text ?? ''), squash(printed.row)];
  return page === printed.page && (ours.includes(theirs) || theirs.includes(ours));
}

const typedMarks = ({ name }: Pick<FaultLeaf, 'name'>, value: string | number, index: DocumentIndex): readonly FaultMark[] =>
  finders[familyOf(name)](value, index);

const finders: Readonly<Record<Family, (value: string | number, index: DocumentIndex) => readonly FaultMark[]>> = {
  number: (value, index) => spotted(index.amountsAt(decimal(value)).filter((spot) => !spot.percent && !spot.duration)),
  date: (value, index) => spotted(index.daysAt(String(value).slice(0, 10))),
  name: (value, index) => texts(String(value), index),
  id: (value, index) => texts(String(value), index),
};

const spotted = (spots: readonly (Span & { readonly text: string })[]): readonly FaultMark[] =>
  spots.map((spot) => ({ value: spot.text, quote: spot.row.text, page: spot.row.page, place: spot }));

/** Quotes a text within one row by its whole row, and a text that wraps by its own words. */
function texts(value: string, index: DocumentIndex): readonly FaultMark[] {
  const exact = index.find(value);
  const loose = exact.length > 0 ? undefined : looselyPrinted(value, index);
  const passages = loose ? [loose.passage] : exact;
  return passages.flatMap((passage) => {
    const [place] = passage.spans;
    return place ? [{ value, quote: quoteOf(passage), page: passage.page, place }] : [];
  });
}

const quoteOf = ({ spans }: Passage): string =>
  spans.length === 1 ? spans.map((span) => span.row.text).join() : spans.map(wordsIn).join(' ');

export const wordsIn = ({ row, from, to }: Span): string =>
  row.words
    .slice(from, to)
    .map((word) => word.text)
    .join(' ');

/** A currency beside an amount, as sign or code, else its code alone. */
function currencyMarks(code: string, index: DocumentIndex): readonly FaultMark[] {
  const beside = index.numbers.flatMap((spot) => {
    const printed = spot.currency;
    if (printed === undefined || currencyCodeOf(printed)?.code !== code) return [];
    return [{ value: printed, quote: spot.row.text, page: spot.row.page, place: spot }];
  });
  return [...beside, ...texts(code, index)];
}

const sums: readonly string[] = ['subtotal', 'tax', 'total', 'amount_due', 'currency'];

/** The place that the label of the field names. Among equals, sums take the last and all other fields the first. */
export function bestMark(
  { path, name }: Pick<FaultLeaf, 'path' | 'name'>,
  marks: readonly FaultMark[],
  index: DocumentIndex,
): FaultMark | undefined {
  const ordered = sums.includes(name) ? marks.toReversed() : marks;
  const ranked = ordered.map((mark) => ({ mark, rank: rankOf(mark, fieldAt(path), index) }));
  return ranked.reduce<(typeof ranked)[number] | undefined>((best, one) => (best && best.rank >= one.rank ? best : one), undefined)?.mark;
}

/** 2 when the longest label is that of the field, 1 when another label is, else 0; plus 0.5 for an amount with decimals. */
function rankOf({ place, value }: FaultMark, field: Field, index: DocumentIndex): number {
  const { concept } = ownLabels(field);
  const labels = place ? labelsBeside(place, index, labelQuery(field)).labels : [];
  const [longest] = [...labels].sort((a, b) => b.to - b.from - (a.to - a.from));
  const exact = /[.,]\d{2}\D*$/.test(value ?? '') ? 0.5 : 0;
  if (longest && longest.concept === (concept ?? 'own')) return 2 + exact;
  return (labels.some((label) => label.concept === (concept ?? 'own')) ? 1 : 0) + exact;
}
