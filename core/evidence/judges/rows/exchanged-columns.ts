import type { Box } from '../../../contracts/document.js';
import type { Field } from '../../../contracts/schema.js';
import { namedBy } from '../../labels/nearby/caption-words.js';
import { right, sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { PageLine } from '../../page/lines.js';
import { boxAround, type Span, wordsOf } from '../../page/page-index.js';
import type { ColumnPlaces } from './judge-row-absence.js';

/**
 * The fields whose whole columns a reader has exchanged, each with the words over its values: they name the other field, and no words of the other's
 * column speak for it. One header alone does not tell, because it often names a neighbour as well: `Price` and `Unit price`.
 */
export function exchangedColumns(places: ColumnPlaces, index: DocumentIndex): ReadonlyMap<Field, string> {
  const columns = headedColumns(places, index);
  return new Map(
    columns.flatMap((one, at) =>
      columns
        .slice(at + 1)
        .filter((other) => areExchanged(one, other))
        .flatMap((other) => [one, other].map(({ field, header }) => [field, header] as const)),
    ),
  );
}

interface Column {
  readonly field: Field;
  /** Around its values on the page. */
  readonly box: Box;
}

interface HeadedColumn extends Column {
  /** The words over its values, joined by one space; '' where there are none. */
  readonly header: string;
}

/** Whether the headers of two columns name the fields better the other way round: each as well as its own, and one of them for certain. */
function areExchanged(one: HeadedColumn, other: HeadedColumn): boolean {
  if ((one.field.type === 'string') !== (other.field.type === 'string')) return false;
  const [own, crossed] = [namedIn(one.field, one), namedIn(one.field, other)];
  const [ownOfOther, crossedOfOther] = [namedIn(other.field, other), namedIn(other.field, one)];
  const isOneNamed = crossed >= minNamed || crossedOfOther >= minNamed;
  return isOneNamed && crossed >= own && crossedOfOther >= ownOfOther && crossed + crossedOfOther - own - ownOfOther >= minNamed;
}

const namedIn = (field: Field, { header }: HeadedColumn): number => (header === '' ? 0 : namedBy(field, header).fit);
const minNamed = 0.6;

/** The columns of the first page that has rows, under the words that head them. */
function headedColumns(places: ColumnPlaces, index: DocumentIndex): readonly HeadedColumn[] {
  const first = [...places.values()]
    .flat()
    .reduce<Span | undefined>((top, span) => (top && top.order <= span.order ? top : span), undefined);
  if (!first) return [];
  const onPage = [...places].map(([field, spans]) => ({ field, spans: spans.filter(({ row }) => row.page === first.row.page) }));
  const claims = Map.groupBy(
    onPage.flatMap(({ spans }) => spans),
    placeOf,
  );
  const columns = onPage.flatMap(({ field, spans }): readonly Column[] => {
    const own = spans.filter((span) => claims.get(placeOf(span))?.length === 1);
    return own.length >= minValues ? [{ field, box: boxAround(own.flatMap(wordsOf)) }] : [];
  });
  const headers = headersOver(first, columns, index);
  return columns.map((column) => ({ ...column, header: headers.flatMap((texts) => texts.get(column) ?? []).join(' ') }));
}
const minValues = 2;

/** Of equal values in one line it is not known which stands where. */
const placeOf = ({ order, from }: Span): string => `${order} ${from}`;

type TextsByColumn = ReadonlyMap<Column, readonly string[]>;

/** The rows that head columns, from the top: the nearest one above the first values that has words over two of them, and the one right above it. */
function headersOver({ order, row: { page } }: Span, columns: readonly Column[], { lines }: DocumentIndex): readonly TextsByColumn[] {
  const found: TextsByColumn[] = [];
  for (let above = order - 1; above >= order - maxRowsAbove && found.length < maxHeaderRows; above -= 1) {
    const line = lines[above];
    if (line?.page !== page) break;
    const texts = textsByColumn(line, columns);
    if (texts.size >= 2 && !/\d/.test(line.text)) found.unshift(texts);
    else if (found.length > 0) break;
  }
  return found;
}
const maxRowsAbove = 5;
const maxHeaderRows = 2;

/** The texts of a line by the column that each stands over. One that stands over several is parted, each word to the column that is nearest. */
function textsByColumn({ phrases }: PageLine, columns: readonly Column[]): TextsByColumn {
  const placed = phrases.flatMap((phrase): readonly (readonly [Column | undefined, string])[] => {
    const under = columns.filter(({ box }) => sharesColumn(box, phrase.box));
    return under.length < 2
      ? under.map((column) => [column, phrase.text])
      : wordsOf(phrase).map((word) => [nearest(word.box, under), word.text]);
  });
  return new Map(
    [...Map.groupBy(placed, ([column]) => column)].flatMap(([column, all]) => (column ? [[column, all.map(([, text]) => text)]] : [])),
  );
}

function nearest(word: Box, columns: readonly Column[]): Column | undefined {
  const gap = ({ box }: Column): number => Math.max(word.x - right(box), box.x - right(word));
  return columns.toSorted((one, other) => gap(one) - gap(other))[0];
}
