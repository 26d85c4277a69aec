import type { Box } from '../../../contracts/document.js';
import type { Field } from '../../../contracts/schema.js';
import { namedBy } from '../../labels/nearby/caption-words.js';
import { right, sharesColumn } from '../../page/boxes.js';
import type { DocumentIndex } from '../../page/document-index.js';
import type { PageLine } from '../../page/lines.js';
import { boxAround, type Span, textOf, wordsOf } from '../../page/page-index.js';
import type { ColumnPlaces } from './judge-row-absence.js';

/**
 * The fields whose whole columns a reader has exchanged, each with the header over its values. Both headers together name the fields better the other way
 * round: one alone does not tell, because it often names a neighbour as well, as `Price` and `Unit price` do.
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
  /** Whether most of its values are printed with decimals. */
  readonly hasDecimals: boolean;
}

interface HeadedColumn extends Column {
  /** The words over its values, joined by one space; '' where there are none. */
  readonly header: string;
}

/**
 * Whether the headers of two columns name the fields better the other way round. Neither field may be named worse so. Both must be named, or one where
 * both columns print their numbers alike: amounts and counts are not exchanged by a reader.
 */
function areExchanged(one: HeadedColumn, other: HeadedColumn): boolean {
  if ((one.field.type === 'string') !== (other.field.type === 'string')) return false;
  const straight = [namedIn(one.field, one), namedIn(other.field, other)] as const;
  if (sum(straight) > mostNamed) return false;
  const crossed = [namedIn(one.field, other), namedIn(other.field, one)] as const;
  const isBetter = crossed[0] >= straight[0] && crossed[1] >= straight[1] && sum(crossed) - sum(straight) >= minNamed;
  return isBetter && (Math.min(...crossed) >= minNamed || (Math.max(...crossed) >= minNamed && one.hasDecimals === other.hasDecimals));
}

const sum = ([one, other]: readonly [number, number]): number => one + other;
const namedIn = (field: Field, { header }: HeadedColumn): number => (header === '' ? 0 : namedBy(field, header).fit);
const minNamed = 0.6;
/** Columns whose headers name them better than this cannot be named so much better by those of each other. */
const mostNamed = 2 - minNamed;

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
    const withDecimals = own.filter((span) => decimals.test(textOf(span))).length;
    return own.length < minValues ? [] : [{ field, box: boxAround(own.flatMap(wordsOf)), hasDecimals: withDecimals * 2 > own.length }];
  });
  const headers = headersOver(first, columns, index);
  return columns.map((column) => ({ ...column, header: headers.flatMap((texts) => texts.get(column) ?? []).join(' ') }));
}
const minValues = 2;
const decimals = /\d[.,]\d{1,2}\b/;

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
    if (texts.size >= 2 && [...texts.values()].flat().every(canHead)) found.unshift(texts);
    else if (found.length > 0) break;
  }
  return found;
}
const maxRowsAbove = 5;
const maxHeaderRows = 2;

/** A word, or a year. */
const canHead = (text: string): boolean => /\p{L}/u.test(text) || /^\(?(?:19|20)\d{2}\)?$/.test(text);

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
