import { type Cell, type Document, memoize, parseSchema, type Schema } from '../../core/index.js';
import { exhibitOf, type FaultExhibit } from './exhibit.js';
import { recordedExhibit } from './recorded-exhibit.js';
import { cellsOf as cellsOfSheet, type FaultSheet, isLine } from './sheet.js';
import { schemaFor } from './sheet-schema.js';
import type { TruthFile } from './truth-file.js';
import { cellsOf } from './typed-document.js';

/** A document whose truth is known, with a reading: a recorded one, or one made of the truth. */
export interface Subject {
  readonly exhibit: FaultExhibit;
  /** Fields beside those of the shipped invoice schema: texts such as a VAT number, as the truth has them under `further`, and numbers of rows. */
  readonly further: readonly Cell[];
}

export function subjectOf(id: string, document: Document, { truth, cells }: { truth: TruthFile; cells?: readonly Cell[] }): Subject {
  const exhibit = cells ? recordedExhibit(id, { document, truth, cells }) : exhibitOf(id, document, truth);
  const texts = Object.entries(truth.further ?? {}).flatMap(([path, { value }]) => (typeof value === 'string' ? [[path, value]] : []));
  const found = cellsOf(Object.fromEntries(texts), document).filter(({ quote, value }) => quote !== value);
  return { exhibit, further: [...ibanOf(exhibit), ...found.filter(({ path }) => path !== '$.iban')] };
}

/** The account that the page prints, which the sheet of an exhibit leaves out. */
const ibanOf = ({ iban, sheet }: FaultExhibit): readonly Cell[] =>
  iban && !sheet.header.iban ? cellsOfSheet({ header: { iban }, lines: [] }) : [];

/** A reading of a subject as a model would say it; a sheet with an account of its own replaces the right one. */
export const readingOf = (sheet: FaultSheet, further: readonly Cell[]): readonly Cell[] => {
  const own = cellsOfSheet(sheet);
  return [...own, ...further.filter(({ path }) => own.every((cell) => cell.path !== path))];
};

/** The shipped invoice schema, cut to what a reading says, and its further fields. */
export function schemaOfReading(sheet: FaultSheet, further: readonly Cell[]): Schema {
  const { properties, ...schema } = schemaFor(sheet) as { readonly properties: Readonly<Record<string, object>> };
  const columns = further.flatMap(({ path }) => /^\$\.line_items\[\d+\]\.(\w+)$/.exec(path)?.[1] ?? []);
  const more = further.filter(({ path }) => !isLine(path)).map(({ path }) => [path.slice(2), { type: 'string' }]);
  const own = { ...Object.fromEntries(more), ...properties };
  return parsed(
    JSON.stringify({ ...schema, properties: columns.length === 0 ? own : { ...own, line_items: withColumns(own.line_items, columns) } }),
  );
}

/** Further columns are numbers, as those of taxes. */
function withColumns(rows: object | undefined, columns: readonly string[]): object {
  const { items, ...array } = { type: 'array', items: { type: 'object', properties: {} }, ...rows };
  const added = Object.fromEntries(columns.map((name) => [name, { type: 'number' }]));
  return { ...array, items: { ...items, properties: { ...added, ...items.properties } } };
}

const parsed = memoize(parseSchema);
