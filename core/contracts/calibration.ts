import type { CapName } from '../evidence/scoring/caps.js';
import type { DocumentFamily, FieldFamily } from '../evidence/scoring/families.js';
import type { CellConfidence } from './model.js';

/** Of `n` values that this decided, `correct` were right; `value` is what it counts from now on, 0..1. */
interface Learned {
  readonly family: DocumentFamily;
  readonly field: FieldFamily;
  readonly n: number;
  readonly correct: number;
  readonly value: number;
}

/** What a model's evidence has proved to be worth, learned from documents whose truth is known: `config/calibration/<model>.json`. */
export interface CalibrationTable {
  /** The label of the reader it holds for, exactly: 'local', 'openai:gpt-6-luna'. */
  readonly model: string;
  /** Labels whose values were learned together with it, because they are the same reader: 'local:thorough'. */
  readonly alike?: readonly string[];
  /** When it was learned: '2026-11-20'. */
  readonly date: string;
  /** Which documents it was learned from: 'sha256:' of their hashes. */
  readonly corpus: string;
  /** How many values. */
  readonly n: number;
  /** How the values that `ece` was measured on were held out. */
  readonly split: { readonly by: 'group'; readonly groups: number; readonly folds: number; readonly seed: number };
  /** Expected calibration error of the start values and of tables that had not seen the group they were measured on. */
  readonly ece: { readonly before: number; readonly after: number };
  /** A cap that is not listed keeps its start value. */
  readonly caps: readonly (Learned & { readonly cap: CapName })[];
  /** The same for the reader's own words. */
  readonly words: readonly (Learned & { readonly word: CellConfidence })[];
}
