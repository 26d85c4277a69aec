import {
  type Cell,
  concrete,
  type Document,
  eventLoopYielder,
  type Field,
  indexesIn,
  type ReadTask,
  template,
} from '../../../core/index.js';
import { indexPage } from '../../../core/text.js';
import { isLiteral, quoteField, quoteRows } from './quotes.js';
import { certainly, doubtIn, type ReadRow, readRow, type Uncertainty } from './read-row.js';
import type { AnsweredField, CompactAnswer, CompactTable } from './reply.js';

/** The cells that an answer means, and a note where it contradicts itself. */
export interface AnsweredCells {
  readonly cells: readonly Cell[];
  readonly notes: readonly string[];
}

/**
 * Turns an answer into cells, with the quotes that its words and the document's give. A field that only the checks need may be left out, which
 * means that it is not stated.
 */
export function cellsOf(answer: CompactAnswer, wanted: readonly Field[], document: Document): AnsweredCells {
  const setting = settingOf(wanted, document);
  return allCells(answer, answer.tables.map(tableReader(setting)), setting);
}

/** The same for an answer about many pages: other requests run between two of its tables. @throws as `yieldToEventLoop` does */
export async function cellsInTurns(
  answer: CompactAnswer,
  { fields, document, signal }: Pick<ReadTask, 'fields' | 'document' | 'signal'>,
): Promise<AnsweredCells> {
  const setting = settingOf(fields, document);
  const read = tableReader(setting);
  const yieldToEventLoop = eventLoopYielder(signal);
  const found: TableCells[] = [];
  for (const table of answer.tables) {
    found.push(read(table));
    await yieldToEventLoop();
  }
  return allCells(answer, found, setting);
}

const settingOf = (wanted: readonly Field[], document: Document): TableSetting => ({
  fields: new Map(wanted.map((field) => [field.path, field])),
  document,
});

function allCells({ fields }: CompactAnswer, found: readonly TableCells[], setting: TableSetting): AnsweredCells {
  const wanted = [...setting.fields.values()];
  const single = fields.map((field) => fieldCell(field, setting));
  const cells = found.flatMap((table) => table.cells);
  const misfits = found.flatMap((table) => table.misfits);
  const answered = new Set(single.map(({ path }) => path));
  const unstated = wanted.filter(({ path, shadow }) => shadow && !path.includes('[]') && !answered.has(path));
  return {
    cells: [
      ...single,
      ...cells,
      ...(single.length > 0 ? unstated : []).map(({ path }) => ({ path, value: null, page: null, quote: null, ...certainly })),
    ],
    notes: misfits.length === 0 ? [] : [noteOn(misfits)],
  };
}

const maxShown = 3;

const noteOn = (rows: readonly string[]): string => {
  const shown = rows.slice(0, maxShown).map((path) => path.replace(/[^\p{L}\p{N}_$.[\]'-]/gu, '').slice(0, 60));
  const more = rows.length > maxShown ? ` and ${rows.length - maxShown} more` : '';
  return `The model wrote rows with more or fewer values than columns; taken for unread: ${shown.join(', ')}${more}`;
};

/** The cell of `[path, value, page, words, doubt]`. A path alone says that the document does not state the field. */
function fieldCell(
  [path, value, ...rest]: AnsweredField,
  { fields, document }: { readonly fields: ReadonlyMap<string, Field>; readonly document: Document },
): Cell {
  const place = rooted(String(path ?? ''));
  const printed = String(value ?? '');
  const { page, words, doubt } = placed(rest);
  if (printed.trim() === '') return { path: place, value: null, page: null, quote: null, ...doubt };
  const shown = document.pages.find(({ number }) => number === page);
  const quote = quoteField({ value: printed, words, field: fields.get(place) }, shown && indexPage(shown));
  return { path: place, value: printed, page, quote, ...doubt };
}

const rooted = (path: string): string => (path.trim().startsWith('$') ? path.trim() : `$.${path.trim()}`);

interface Placed {
  readonly page: number | null;
  readonly words: string;
  readonly doubt: Uncertainty;
}

/** Reads what follows a value. Readers leave out the page or the words; neither looks like the other, nor like a doubt. */
function placed(rest: AnsweredField): Placed {
  const texts = rest.map((text) => String(text ?? '').trim());
  const page = /^\d{1,6}$/.test(texts[0] ?? '') ? Number(texts[0]) : null;
  const others = page === null && texts[0] !== '' ? texts : texts.slice(1);
  const last = doubtIn(others.at(-1) ?? '');
  const isDoubt = last !== undefined && (others.length > 1 || last.confidence !== certainly.confidence);
  return { page, words: isDoubt ? others.slice(0, -1).join(' ').trim() : (others[0] ?? ''), doubt: isDoubt ? last : certainly };
}

interface TableCells {
  readonly cells: readonly Cell[];
  readonly misfits: readonly string[];
}

interface TableSetting {
  readonly fields: ReadonlyMap<string, Field>;
  readonly document: Document;
}

/** Turns one table after the other into cells. The rows of a table are numbered across its entries. */
function tableReader(setting: TableSetting): (table: CompactTable) => TableCells {
  const counts = new Map<string, number>();
  return (table) => {
    const array = arrayOf(table.name);
    const first = counts.get(array) ?? 0;
    counts.set(array, first + table.rows.length);
    return cellsOfTable(table, { array, first }, setting);
  };
}

interface NumberedTable {
  readonly array: string;
  readonly first: number;
}

function cellsOfTable(
  { columns, rows, page }: CompactTable,
  { array, first }: NumberedTable,
  { fields, document }: TableSetting,
): TableCells {
  const read = rows.map((texts) => readRow(texts, columns));
  const pathsOf = (row: number) =>
    columns.slice(0, Math.max(1, read[row]?.values.length ?? 0)).map((column) => pathOf(column, `${array}[${first + row}]`));
  const literal = columns.map((column) => {
    const field = fields.get(template(pathOf(column, `${array}[0]`)));
    return field !== undefined && isLiteral(field);
  });
  const shown = document.pages.find(({ number }) => number === page);
  const quotes = quoteRows(
    read.map(({ values }) => ({ values: values.map((value) => value ?? undefined), literal })),
    shown && indexPage(shown),
  );
  return {
    cells: read.flatMap((row, at) => rowCells(row, { paths: pathsOf(at), quotes: quotes[at] ?? [], page })),
    misfits: read.flatMap(({ fits }, at) => (fits ? [] : [`${array}[${first + at}]`])),
  };
}

interface PlacedRow {
  readonly paths: readonly string[];
  readonly quotes: readonly (string | null)[];
  readonly page: number;
}

const rowCells = ({ values, doubts }: ReadRow, { paths, quotes, page }: PlacedRow): readonly Cell[] =>
  values.map((value, column) => ({
    path: paths[column] ?? '$',
    value,
    page: value === null ? null : page,
    quote: quotes[column] ?? null,
    ...(doubts[column] ?? certainly),
  }));

/** `line_items` and `$.line_items[]` → `$.line_items`. */
function arrayOf(name: string): string {
  const bare = name.trim().replace(/\[\]$/, '');
  return bare.startsWith('$') ? bare : `$.${bare}`;
}

/**
 * The path of a column's value in a row: `$.line_items[2].amount`; of plain values `$.tags[2]`. A column that is a whole path keeps it, with
 * the indexes of the row.
 */
function pathOf(column: string, row: string): string {
  const name = column.trim();
  const indexes = indexesIn(row).map(({ index }) => index);
  if (name.includes('[]')) return concrete(name.startsWith('$') ? name : `$.${name}`, indexes);
  return name === '' || name.startsWith('[') ? `${row}${name}` : `${row}.${name}`;
}
