import { answersTo } from '../../../../core/evidence/labels/nearby/answers-near.js';
import { DocumentIndex } from '../../../../core/evidence/page/document-index.js';
import { type Cell, type Document, decimal, type Field, type Json, type Schema } from '../../../../core/index.js';
import { template } from '../../../../core/schema/path.js';
import type { FurtherValue, TruthFile } from '../../../kit/truth-file.js';
import { cell } from '../../../kit/typed-document.js';

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
