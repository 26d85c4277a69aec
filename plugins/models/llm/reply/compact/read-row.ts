import { columnDoubtIn, type Uncertainty } from './uncertainty.js';

/** A row of an answer with one value for each column, or for the first ones where it does not fit them. */
export interface ReadRow {
  /** Null where the row states none, and everywhere where the row does not fit its columns. */
  readonly values: readonly (string | null)[];
  /** The doubt about each column; undefined where there is none. */
  readonly doubts: readonly (Uncertainty | undefined)[];
  /** Whether the row has as many values as there are columns. */
  readonly fits: boolean;
}

/** Which value is missing or too many nobody knows, so that a row that does not fit its columns is not read at all: nothing is shifted. */
const unread: Uncertainty = { confidence: 'guess', reason: 'obscured' };

/** Splits a row into its values and the doubts at its end. */
export function readRow(texts: readonly (string | null)[], columns: readonly string[]): ReadRow {
  const said = texts.map((text) => doubtAbout(text, columns));
  const count = said.lastIndexOf(undefined) + 1;
  if (count !== columns.length) return unreadRow(texts.length, columns);
  return {
    values: texts.slice(0, count).map((text) => (text?.trim() ? text : null)),
    doubts: columns.map((name) => said.slice(count).find((one) => one?.column === name)?.doubt),
    fits: true,
  };
}

/** As many nulls as texts, at least one, so that the row is there: a short answer must not become many cells. */
function unreadRow(texts: number, columns: readonly string[]): ReadRow {
  const some = columns.slice(0, Math.max(1, texts));
  return { values: some.map(() => null), doubts: some.map(() => unread), fits: false };
}

/** The doubt that a text states about one of the columns; undefined for a value. */
function doubtAbout(text: string | null, columns: readonly string[]): ReturnType<typeof columnDoubtIn> {
  const found = text === null ? undefined : columnDoubtIn(text);
  return found && columns.includes(found.column) ? found : undefined;
}
