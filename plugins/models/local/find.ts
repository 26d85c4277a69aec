import type { Cell, CellConfidence, CellReason, Field } from '../../../core/index.js';
import { type Line, textOf } from './page/layout.js';
import { absenceOf } from './values/absence.js';

/** A value as it stands on the page, with what vouches for it. */
export interface Find {
  /** As printed. */
  readonly value: string;
  readonly page: number;
  /** Words of one row, joined by one space, that hold the value and, where it stands beside it, the label. */
  readonly quote: string;
  readonly confidence: CellConfidence;
  readonly reason: CellReason;
}

/** Words of a row. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** The words of a row from the first to the last of some stretches. */
export const quoteOf = (line: Line, ...stretches: readonly Stretch[]): string =>
  textOf(line, Math.min(...stretches.map(({ from }) => from)), Math.max(...stretches.map(({ to }) => to)));

/** Of finds for one field the first, unless others say something else as strongly: then nobody can be sure. */
export const doubtful = (find: Find): Find => ({ ...find, confidence: 'unsure', reason: 'multiple' });

/** What is answered for a field: a find, or that there is none. @param path the field's own, or that of its cell in a row */
export const cell = (field: Field, find: Find | undefined, path: string = field.path): Cell => ({
  path,
  ...(find ?? { value: null, page: null, quote: null, confidence: absenceOf(field), reason: 'exact' }),
});
