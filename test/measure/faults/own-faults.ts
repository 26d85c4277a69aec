import { answersTo } from '../../../core/evidence/labels/nearby/answers-near.js';
import { DocumentIndex } from '../../../core/evidence/page/document-index.js';
import { isDate } from '../../../core/evidence/type-value.js';
import { type Cell, type Document, decimal, type Field, type Json, type Schema } from '../../../core/index.js';
import { template } from '../../../core/schema/path.js';
import { isAmount, swappedDigits } from '../../kit/plant-values.js';
import type { Random } from '../../kit/random.js';
import type { FurtherValue, TruthFile } from '../../kit/truth-file.js';
import { cell } from '../../kit/typed-document.js';

/** A reading with one mistake. */
export interface OwnPlanted {
  readonly cells: readonly Cell[];
  /** The paths that are wrong now. */
  readonly targets: readonly string[];
  /** The path of the array whose rows are concerned: any doubt about them is enough. */
  readonly table?: string;
}

/** A mistake that a reader may make in any schema, by the type of a value. Whether it is one is seen in the answer. */
export interface OwnFault {
  readonly name: string;
  plant(exhibit: OwnExhibit, random: Random): readonly OwnPlanted[];
}

/** A fault that says something else of one cell at a time; undefined where it cannot. */
const cellFault = (name: string, misread: (cell: Cell, field: Field, from: FaultSources) => Partial<Cell> | undefined): OwnFault => ({
  name,
  plant: (exhibit, random) =>
    exhibit.cells.flatMap((cell) => {
      const field = fieldOf(exhibit, cell.path);
      const wrong = field && misread(cell, field, { exhibit, random });
      if (!wrong) return [];
      const cells = exhibit.cells.map((one) => (one === cell ? { ...cell, ...wrong } : one));
      return [{ cells, targets: [cell.path] }];
    }),
});

interface FaultSources {
  readonly exhibit: OwnExhibit;
  readonly random: Random;
}

const digitSwapped = cellFault('a digit misread, in the quote, too', ({ value, quote }, { type }, { random }) => {
  if (value === null || type === 'boolean') return undefined;
  const wrong = swappedDigits(value, random, (text) => text !== value && (type === 'string' || isAmount(text)));
  return wrong === undefined ? undefined : { value: wrong, quote: quote?.replace(value, () => wrong) ?? null };
});

const anotherValue = cellFault('another value of the page', (cell, field, from) =>
  cell.value === null || field.type === 'boolean' || field.enum ? undefined : anotherOf(cell, field, from),
);

const opposite = cellFault('the opposite of a yes or a no', ({ value }, { type }) =>
  type === 'boolean' && value !== null ? { value: value === 'true' ? 'false' : 'true' } : undefined,
);

const anotherChoice = cellFault('another choice', ({ value }, { enum: choices = [] }, { random }) => {
  const choice = random.pick(choices.filter((one) => one !== null && String(one) !== value));
  return value === null || choice === undefined ? undefined : { value: String(choice) };
});

const ofNeighbour = cellFault('the value of a neighbouring field', (cell, field, { exhibit: { cells, ...exhibit } }) => {
  if (cell.value === null || field.type === 'boolean' || field.enum) return undefined;
  const row = cell.path.slice(0, cell.path.lastIndexOf('.'));
  const alike = cells.filter((one) => {
    const other = fieldOf(exhibit, one.path);
    return one.path.startsWith(row) && !one.path.slice(row.length).includes('[') && other && isAlike(field, other);
  });
  const at = alike.indexOf(cell);
  const other = [...alike.slice(at + 1), ...alike.slice(0, at).reverse()].find(({ value }) => value !== null && value !== cell.value);
  return other && { value: other.value, quote: other.quote, page: other.page };
});

const isAlike = (field: Field, other: Field): boolean => field.type === other.type && field.format === other.format && !other.enum;

const leftOut = cellFault('null for a value that is printed', ({ value }) =>
  value === null ? undefined : { value: null, quote: null, page: null },
);

const invented = cellFault('a value that the page does not state', (cell, field, from) =>
  cell.value !== null || field.type === 'boolean' || field.enum ? undefined : anotherOf(cell, field, from),
);

/** A value of the same type that stands elsewhere, with its row: a number, a day, or the text of another field. */
function anotherOf(cell: Cell, field: Field, { exhibit, random }: FaultSources): Partial<Cell> | undefined {
  const { index } = exhibit;
  const { type } = field;
  const dates = isDay(truthText(exhibit, cell.path)) || isDate(field);
  if (type === 'string' && !dates) {
    const other = random.pick(exhibit.cells.filter((one) => isText(exhibit, one) && one.value !== cell.value));
    return other && { value: other.value, quote: other.quote, page: other.page };
  }
  const spots: readonly PlacedText[] =
    type === 'string' ? index.dates : index.numbers.filter(({ percent, duration }) => !percent && !duration);
  const spot = random.pick(spots.filter(({ text }) => text !== cell.value));
  return spot && { value: spot.text, quote: spot.row.text, page: spot.row.page };
}

type PlacedText = { readonly text: string; readonly row: { readonly text: string; readonly page: number } };

const isText = (exhibit: OwnExhibit, { path, value }: Cell): boolean => {
  const field = fieldOf(exhibit, path);
  return value !== null && field?.type === 'string' && !field.enum && !isDay(truthText(exhibit, path)) && !path.includes('[');
};

const truthText = ({ truth }: OwnExhibit, path: string): string => String(truth.further?.[path.slice(2)]?.value ?? '');

const lastRow: OwnFault = {
  name: 'the last row of a table left out',
  plant: (exhibit) =>
    tablesOf(exhibit).flatMap(({ path, rows }) => {
      const prefix = `${path}[${rows - 1}]`;
      const cells = exhibit.cells.filter((cell) => !cell.path.startsWith(prefix));
      return rows < 2 ? [] : [{ cells, targets: exhibit.cells.flatMap((cell) => (cells.includes(cell) ? [] : cell.path)), table: path }];
    }),
};

const shifted: OwnFault = {
  name: 'a column shifted by one row',
  plant: (exhibit, random) =>
    tablesOf(exhibit).flatMap(({ path, rows }) => {
      const columns = exhibit.cells.flatMap((cell) => (cell.path.startsWith(`${path}[0].`) ? cell.path.slice(`${path}[0].`.length) : []));
      const column = random.pick(columns);
      if (rows < 3 || column === undefined) return [];
      const at = (row: number): string => `${path}[${row % rows}].${column}`;
      const valueAt = new Map(exhibit.cells.map((cell) => [cell.path, cell.value]));
      const targets = Array.from({ length: rows }, (_, row) => at(row));
      const cells = exhibit.cells.map((cell) => {
        const row = targets.indexOf(cell.path);
        return row < 0 ? cell : { ...cell, value: valueAt.get(at(row + 1)) ?? null };
      });
      return [{ cells, targets, table: path }];
    }),
};

interface ReadTable {
  readonly path: string;
  readonly rows: number;
}

/** The arrays of a reading, with how many rows it has. */
function tablesOf({ cells }: OwnExhibit): readonly ReadTable[] {
  const rows = new Map<string, number>();
  for (const { path } of cells) {
    const [, table, row] = /^(.+?)\[(\d+)\]/.exec(path) ?? [];
    if (table !== undefined) rows.set(table, Math.max(rows.get(table) ?? 0, Number(row) + 1));
  }
  return [...rows].map(([path, count]) => ({ path, rows: count }));
}

export const ownFaults: readonly OwnFault[] = [
  digitSwapped,
  anotherValue,
  ofNeighbour,
  opposite,
  anotherChoice,
  leftOut,
  invented,
  lastRow,
  shifted,
];

/** A document that is asked with a schema of one's own, and what a reader says of it. */
export interface OwnExhibit {
  readonly id: string;
  readonly document: Document;
  readonly index: DocumentIndex;
  readonly schema: Schema;
  readonly truth: TruthFile;
  readonly cells: readonly Cell[];
}

/** What an exhibit is made of; without cells of a reader the reading is made of the truth. */
export interface OwnDocument extends Pick<OwnExhibit, 'id' | 'document' | 'schema' | 'truth'> {
  readonly cells?: readonly Cell[];
}

export function ownExhibit({ cells, ...given }: OwnDocument): OwnExhibit {
  const index = new DocumentIndex(given.document);
  return { ...given, index, cells: cells ?? readingOf(given, index) };
}

/** The field at a path of an answer; undefined where the schema has none there. */
export const fieldOf = ({ schema }: Pick<OwnExhibit, 'schema'>, path: string): Field | undefined =>
  schema.fields.find((field) => field.path === template(path));

/** Each value with the row in which it stands. What is printed in no form that can be searched for is left out. */
function readingOf({ truth, schema }: Pick<OwnDocument, 'truth' | 'schema'>, index: DocumentIndex): readonly Cell[] {
  const header = Object.entries(truth.further ?? {}).flatMap(([path, stated]) => placesOf(`$.${path}`, stated).slice(0, 1));
  const tables = Object.entries(truth.tables ?? {}).flatMap(([path, rows]) =>
    rows.flatMap((row, at) => inOneRow(Object.entries(row).map(([name, stated]) => placesOf(`$.${path}[${at}].${name}`, stated)))),
  );
  return [...header, ...tables];

  function placesOf(path: string, { value }: FurtherValue): readonly Cell[] {
    const field = fieldOf({ schema }, path);
    if (!field) return [];
    if (value === null) return [cell(path, null)];
    return printsOf(field, value, index).map(({ text, row, page }) => cell(path, text, { quote: row, page }));
  }
}

interface Print {
  readonly text: string;
  readonly row: string;
  readonly page: number;
}

/** Where a value is printed, in document order. */
function printsOf(field: Field, value: Json, index: DocumentIndex): readonly Print[] {
  if (typeof value === 'boolean') {
    const said = answersTo(field, index).filter(({ answer }) => answer === value);
    return said.map(({ text, page }) => ({ text: String(value), row: text, page }));
  }
  const text = String(value);
  const spots = typeof value === 'number' ? index.amountsAt(decimal(value)) : isDay(text) ? index.daysAt(text) : undefined;
  if (spots) return spots.map((spot) => ({ text: spot.text, row: spot.row.text, page: spot.row.page }));
  return index.find(text).flatMap(({ page, spans: [span] }) => (span ? [{ text, row: span.row.text, page }] : []));
}

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text);

/** Of the places of a row's cells those in the printed row that has most of them. */
function inOneRow(cells: readonly (readonly Cell[])[]): readonly Cell[] {
  const rows = cells.flatMap((places) => [...new Set(places.flatMap(({ quote }) => quote ?? []))]);
  const held = (quote: string | null): number => rows.filter((row) => row === quote).length;
  return cells.flatMap((places) => places.toSorted((a, b) => held(b.quote) - held(a.quote)).slice(0, 1));
}
