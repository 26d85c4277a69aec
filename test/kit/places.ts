import { ownLabels } from '../../core/evidence/labels/concepts/own-labels.js';
import { labelsBeside } from '../../core/evidence/labels/nearby/label-beside.js';
import { labelQuery } from '../../core/evidence/labels/nearby/values-under.js';
import type { Passage } from '../../core/evidence/page/locate.js';
import { looselyPrinted } from '../../core/evidence/page/loose-text.js';
import type { Span } from '../../core/evidence/page/page-index.js';
import { decimal, type Field } from '../../core/index.js';
import { currencyCodeOf, type DocumentIndex, ibanHolds, squash } from '../../core/text.js';
import type { Family, TruthRow } from './agrees.js';
import { type FaultLeaf, type FaultLine, type FaultMark, familyOf, linePath } from './sheet.js';
import { fieldAt } from './sheet-schema.js';
import { type LineField, lineFields, type Stated } from './truth-file.js';

/** How strongly each cell marks a row as the row of an item. Amounts count most, because descriptions wrap and quantities repeat. */
const weights: Readonly<Record<LineField, number>> = { amount: 4, unit_price: 3, description: 3, quantity: 1 };

/** Every place where each cell of an item is printed, by column. */
type Candidates = Readonly<Partial<Record<LineField, readonly FaultMark[]>>>;

/**
 * The rows of a document as printed: a dynamic programme gives items, in order, the visual row that has most of their cells; missing cells
 * come from the nearest row before the next item. An item that is found nowhere is empty.
 */
export function placeLines(rows: readonly TruthRow[], index: DocumentIndex): readonly FaultLine[] {
  const candidates = rows.map((row, at) => candidatesOf(row, at, index));
  const anchors = assign(candidates, index.rows.length);
  return candidates.map((item, at) => {
    const anchor = anchors[at];
    if (anchor === undefined) return statedOnly(item);
    const after = anchors.slice(at + 1).find((next) => next !== undefined) ?? anchor + 12;
    const before = anchors.slice(0, at).findLast((last) => last !== undefined) ?? anchor - 4;
    return lineAt(item, { anchor, before, after });
  });
}

const candidatesOf = (row: TruthRow, at: number, index: DocumentIndex): Candidates =>
  Object.fromEntries(
    lineFields.flatMap((name) => {
      const stated = row[name];
      if (!stated || stated.visible === false) return [];
      return [[name, marksOf({ path: linePath(at, name), name }, stated, index)]];
    }),
  );

const orderOf = (mark: FaultMark): number | undefined => mark.place?.order;

/** The order of each item's row in the document, strictly rising; undefined where nothing of the item was found. */
function assign(items: readonly Candidates[], rows: number): readonly (number | undefined)[] {
  const worth = items.map((item) => worthOf(item));
  const best = table(worth, rows);
  const anchors: (number | undefined)[] = [];
  for (let item = 0, row = 0; item < items.length; ) {
    const here = worth[item]?.get(row);
    const value = at(best, item, row);
    if (here !== undefined && value === here + at(best, item + 1, row + 1)) {
      anchors.push(row);
      item += 1;
      row += 1;
    } else if (row < rows && value === at(best, item, row + 1)) row += 1;
    else {
      anchors.push(undefined);
      item += 1;
    }
  }
  return anchors;
}

/** best[i][r] is the highest worth of the items from i on in the rows from r on. */
function table(worth: readonly ReadonlyMap<number, number>[], rows: number): readonly Float64Array[] {
  const best = Array.from({ length: worth.length + 1 }, () => new Float64Array(rows + 1));
  for (let item = worth.length - 1; item >= 0; item -= 1) {
    const own = best[item];
    for (let row = rows - 1; own && row >= 0; row -= 1) {
      const here = worth[item]?.get(row);
      const taken = here === undefined ? 0 : here + at(best, item + 1, row + 1);
      own[row] = Math.max(at(best, item, row + 1), at(best, item + 1, row), taken);
    }
  }
  return best;
}

const at = (best: readonly Float64Array[], item: number, row: number): number => best[item]?.[row] ?? 0;

/** Row order → worth of that row for the item. A description that begins one or two rows off counts a little. */
function worthOf(item: Candidates): ReadonlyMap<number, number> {
  const worth = new Map<number, number>();
  for (const name of lineFields) {
    for (const order of new Set(item[name]?.flatMap((mark) => orderOf(mark) ?? []))) {
      worth.set(order, (worth.get(order) ?? 0) + weights[name]);
    }
  }
  for (const order of new Set(item.description?.flatMap((mark) => orderOf(mark) ?? []))) {
    for (const [near, bonus] of [
      [order - 1, 1],
      [order + 1, 1.5],
      [order + 2, 1],
    ] as const) {
      const there = worth.get(near);
      if (there !== undefined) worth.set(near, there + bonus);
    }
  }
  return worth;
}

interface RowBand {
  readonly anchor: number;
  /** The rows of the neighbouring items, exclusive bounds for this one. */
  readonly before: number;
  readonly after: number;
}

/** Cells whose place the truth states although no row of the page index holds them. */
const statedOnly = (item: Candidates): FaultLine =>
  Object.fromEntries(lineFields.flatMap((name) => (item[name] ?? []).filter((mark) => !mark.place).map((mark) => [name, mark])));

/** Fills columns from the right, where amounts stand; no printed number is used for two cells. */
function lineAt(item: Candidates, band: RowBand): FaultLine {
  const taken: FaultMark[] = [];
  const cells = (['amount', 'unit_price', 'quantity', 'description'] as const).flatMap((name) => {
    const near = (item[name] ?? []).filter((mark) => within(mark, band) && !taken.some((other) => overlap(mark, other)));
    const [mark] = near.sort((a, b) => distance(a, band) - distance(b, band) || side(name) * (leftOf(a) - leftOf(b)));
    if (!mark) return [];
    taken.push(mark);
    return [[name, mark] as const];
  });
  return Object.fromEntries(cells);
}

const within = (mark: FaultMark, { before, after }: RowBand): boolean => {
  const order = orderOf(mark);
  return order === undefined || (order > before && order < after);
};
const distance = (mark: FaultMark, { anchor }: RowBand): number => Math.abs((orderOf(mark) ?? anchor) - anchor - 0.1);
const leftOf = (mark: FaultMark): number => mark.place?.from ?? 0;
const side = (name: LineField): number => (name === 'amount' || name === 'unit_price' ? -1 : 1);
const overlap = ({ place: a }: FaultMark, { place: b }: FaultMark): boolean =>
  a !== undefined && b !== undefined && a.order === b.order && a.from < b.to && b.from < a.to;

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

/** The only IBAN of a document, recognized by its check digits; undefined when there is none or more than one. */
export function readIban(index: DocumentIndex): FaultMark | undefined {
  const found = index.rows.flatMap((row, order) =>
    row.words.flatMap((_, from) => {
      for (let to = Math.min(row.words.length, from + mostGroups); to > from; to -= 1) {
        const text = row.words
          .slice(from, to)
          .map((word) => word.text)
          .join(' ');
        if (/^[A-Z]{2}\d{2}[A-Z0-9 ]+$/.test(text) && ibanHolds(text)) {
          return [{ value: text, quote: row.text, page: row.page, place: { row, order, from, to } }];
        }
      }
      return [];
    }),
  );
  const distinct = new Map(found.map((mark) => [squash(mark.value), mark]));
  return distinct.size === 1 ? [...distinct.values()][0] : undefined;
}

/** An IBAN has up to 34 characters, printed in groups of four. */
const mostGroups = 9;
