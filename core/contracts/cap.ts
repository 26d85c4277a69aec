import type { CellConfidence } from './model.js';

/** One reason why a score can be no higher: the bound, and a sentence that a person can check on the page. */
export interface Cap {
  /** What was found, such as `label.conflict`: the class of evidence and the case in it. */
  readonly name: CapName;
  /** The bound, 0..1, calibrated for this reader and such documents if there is a table; a field's score is its lowest cap. */
  readonly value: number;
  /** A lower bound for this one value, 0..1, such as the certainty of its least certain word; `value` is no more than this. */
  readonly heldTo?: number;
  /** Begins with a reason text of the specification where one fits. */
  readonly reason: string;
}

/** The kinds of evidence: the class before the dot, the case after it. */
export type CapName =
  | 'evidence.exact'
  | 'evidence.pageCorrected'
  | 'evidence.obscured'
  | 'evidence.looseText'
  | 'evidence.agreedUnseen'
  | 'evidence.reckoned'
  | 'evidence.noTextLayer'
  | 'evidence.valueOnly'
  | 'evidence.inferred'
  | 'evidence.hiddenOnly'
  | 'evidence.notFound'
  | 'absence.notPresent'
  | 'absence.unseen'
  | 'absence.unlikely'
  | 'absence.labelPrinted'
  | 'absence.mistyped'
  | 'label.match'
  | 'label.unknownText'
  | 'label.reckoned'
  | 'label.place'
  | 'label.unknownRole'
  | 'label.unknownValue'
  | 'label.otherSum'
  | 'label.conflict'
  | 'label.wrongPlace'
  | 'uniqueness.singledOut'
  | 'uniqueness.several'
  | 'uniqueness.part'
  | 'name.proven'
  | 'name.shown'
  | 'name.bare'
  | 'name.goesOn'
  | 'name.wording'
  | 'format.plain'
  | 'format.resolvedByCues'
  | 'format.ambiguous'
  | 'format.checksumFailed'
  | 'arithmetic.holds'
  | 'arithmetic.subtotalOfLines'
  | 'arithmetic.lineProduct'
  | 'arithmetic.taxRate'
  | 'arithmetic.failed'
  | 'arithmetic.rows'
  | 'agreement.independent'
  | 'agreement.single'
  | 'agreement.contradicted'
  | 'agreement.disputed'
  | 'agreement.outvoted'
  | 'model.certain'
  | 'model.likely'
  | 'model.unsure'
  | 'model.guess';

/** Documents with the same kind of evidence: their own text, or text read from a scan. */
export const documentFamilies = ['native', 'scanned'] as const;
export type DocumentFamily = (typeof documentFamilies)[number];

/** Fields that go wrong in the same ways. Cells of rows are proven by their table; an id must be right to the letter. */
export const fieldFamilies = ['money', 'date', 'id', 'name', 'text', 'line'] as const;
export type FieldFamily = (typeof fieldFamilies)[number];

/** Of `n` values that this cap decided, `correct` were right; `value` is the bound from now on, 0..1. */
interface LearnedValue {
  readonly family: DocumentFamily;
  readonly field: FieldFamily;
  readonly n: number;
  readonly correct: number;
  readonly value: number;
}

/** How often a model's values with a certain cap were right, learned from documents with known truth: `config/calibration/<model>.json`. */
export interface CalibrationTable {
  /** The label of the reader it holds for, exactly: 'local', 'openai:gpt-6-luna'. */
  readonly model: string;
  /** Labels whose values were learned together with it, because they are the same reader: 'local:thorough'. */
  readonly alike?: readonly string[];
  /** When it was learned: '2026-11-20'. */
  readonly date: string;
  /** Which documents it was learned from: 'sha256:' of their hashes. */
  readonly corpus: string;
  /** The number of values. */
  readonly n: number;
  /** How the values that `ece` was measured on were held out. */
  readonly split: { readonly by: 'group'; readonly groups: number; readonly folds: number; readonly seed: number };
  /** Expected calibration error of the start values and of tables that had not seen the group they were measured on. */
  readonly ece: { readonly before: number; readonly after: number };
  /** A cap that is not listed keeps its start value. */
  readonly caps: readonly (LearnedValue & { readonly cap: CapName })[];
  /** The same for the reader's own words. */
  readonly words: readonly (LearnedValue & { readonly word: CellConfidence })[];
}
