import type { Cell, CellConfidence, CellReason } from '../../../core/index.js';

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
  const about = texts.map((text) => doubtAbout(text, columns));
  const count = about.lastIndexOf(undefined) + 1;
  if (count !== columns.length) return unreadRow(texts.length, columns);
  return {
    values: texts.slice(0, count).map((text) => (text?.trim() ? text : null)),
    doubts: columns.map((name) => about.slice(count).find((one) => one?.column === name)?.doubt),
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

/** What a reader says of its own answer. */
export type Uncertainty = Pick<Cell, 'confidence' | 'reason'>;

/** An answer without a word of doubt. */
export const certainly: Uncertainty = { confidence: 'certain', reason: 'exact' };

const confidences: readonly CellConfidence[] = ['certain', 'likely', 'unsure', 'guess'];
const reasons: readonly CellReason[] = ['exact', 'header', 'ambiguous', 'multiple', 'obscured'];

/** Reads `likely multiple`, `likely` or `header`; undefined where the text says anything else. */
export function doubtIn(text: string): Uncertainty | undefined {
  const words = text
    .trim()
    .toLowerCase()
    .split(/[\s,]+/);
  const confidence = confidences.find((word) => words.includes(word));
  const reason = reasons.find((word) => words.includes(word));
  const known = Number(confidence !== undefined) + Number(reason !== undefined);
  return known > 0 && known === words.length
    ? { confidence: confidence ?? certainly.confidence, reason: reason ?? certainly.reason }
    : undefined;
}

/** The doubt about one column: `quantity: unsure obscured`; undefined for any other text. */
function columnDoubtIn(text: string): { readonly column: string; readonly doubt: Uncertainty } | undefined {
  const at = text.lastIndexOf(':');
  const doubt = at > 0 ? doubtIn(text.slice(at + 1)) : undefined;
  return doubt && { column: text.slice(0, at).trim(), doubt };
}
