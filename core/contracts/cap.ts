/** One finding about a value: how strong it is, and a sentence that a person can check on the page. */
export interface Cap {
  /** What was found, such as `label.conflict`: the class of evidence and the case in it. */
  readonly name: CapName;
  /** How strong it is by itself, 0..1: above 0.90 it speaks for the value, under 0.90 against it. A veto, or a null, scores no more. */
  readonly value: number;
  /** How strong it is for this one value, where that is less, such as the certainty of its least certain word. */
  readonly heldTo?: number;
  /** Begins with a reason text of the specification where one fits. */
  readonly reason: string;
  /** What it adds to the score of an appraised value, in log-odds; absent for a null, whose weakest finding is its score. */
  readonly weight?: number;
}

/** The kinds of evidence: the class before the dot, the case after it. */
export type CapName =
  | 'evidence.exact'
  | 'evidence.pageCorrected'
  | 'evidence.obscured'
  | 'evidence.blurred'
  | 'evidence.hardlyRead'
  | 'evidence.pictured'
  | 'evidence.picturedFaintly'
  | 'evidence.rivalled'
  | 'evidence.looseText'
  | 'evidence.agreedUnseen'
  | 'evidence.reckoned'
  | 'evidence.noTextLayer'
  | 'evidence.gathered'
  | 'evidence.quotedInPart'
  | 'evidence.valueOnly'
  | 'evidence.partOfWord'
  | 'evidence.labelledAmongSeveral'
  | 'evidence.amongFew'
  | 'evidence.amongMany'
  | 'evidence.misread'
  | 'evidence.otherMarks'
  | 'evidence.readOtherwise'
  | 'evidence.unseenOnDim'
  | 'evidence.unseen'
  | 'evidence.unseenOnClear'
  | 'evidence.inferred'
  | 'evidence.hiddenOnly'
  | 'evidence.notFound'
  | 'evidence.contrary'
  | 'evidence.unsaid'
  | 'absence.notPresent'
  | 'absence.unseen'
  | 'absence.unlikely'
  | 'absence.labelPrinted'
  | 'absence.valuePrinted'
  | 'absence.tablePrinted'
  | 'absence.mistyped'
  | 'label.match'
  | 'label.heading'
  | 'label.shared'
  | 'label.quoted'
  | 'label.unknownText'
  | 'label.noneAtText'
  | 'label.reckoned'
  | 'label.place'
  | 'label.remaining'
  | 'label.unknownRole'
  | 'label.unknownValue'
  | 'label.noneAtValue'
  | 'label.general'
  | 'label.otherSum'
  | 'label.conflict'
  | 'label.wrongPlace'
  | 'label.otherParty'
  | 'label.unknownOwner'
  | 'label.otherCurrency'
  | 'label.unknownCurrency'
  | 'label.otherColumn'
  | 'label.otherRow'
  | 'label.outsideRows'
  | 'label.partlyInRow'
  | 'label.noRow'
  | 'label.sharedRow'
  | 'label.sumRow'
  | 'uniqueness.once'
  | 'uniqueness.few'
  | 'uniqueness.many'
  | 'uniqueness.underHeading'
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
  | 'format.wrongShape'
  | 'arithmetic.holds'
  | 'arithmetic.subtotalOfLines'
  | 'arithmetic.lineProduct'
  | 'arithmetic.taxRate'
  | 'arithmetic.failed'
  | 'arithmetic.failedAsPrinted'
  | 'arithmetic.sumOfRowsFailed'
  | 'arithmetic.factorsFailed'
  | 'arithmetic.rows'
  | 'arithmetic.rowsPerhaps'
  | 'arithmetic.rowsElsewhere'
  | 'rule.veto'
  | 'rule.refuted'
  | 'rule.doubted'
  | 'rule.holds'
  | 'rule.known'
  | 'agreement.independent'
  | 'agreement.seconded'
  | 'agreement.single'
  | 'agreement.contradicted'
  | 'agreement.questioned'
  | 'agreement.disputed'
  | 'agreement.opposed'
  | 'agreement.outvoted'
  | 'model.certain'
  | 'model.likely'
  | 'model.unsure'
  | 'model.guess'
  | 'document.several';

/** Documents with the same kind of evidence: their own text, or text read from a scan. */
export const documentFamilies = ['native', 'scanned'] as const;
export type DocumentFamily = (typeof documentFamilies)[number];

/** Fields that go wrong in the same ways. Cells of rows are proven by their table; an id must be right to the letter. */
export const fieldFamilies = ['money', 'date', 'id', 'name', 'text', 'line'] as const;
export type FieldFamily = (typeof fieldFamilies)[number];

/** The readers that go wrong in the same ways: those without a table of their own are weighed by that of their kind. */
export const readerKinds = ['large', 'small', 'local'] as const;
export type ReaderKind = (typeof readerKinds)[number];

/** Of `n` values, `correct` were right; `weight` is what follows, in log-odds. */
interface Learned {
  readonly n: number;
  readonly correct: number;
  readonly weight: number;
}

/** What each finding about a reader's values weighs, learned from documents with known truth: `config/calibration/<name>.json`. */
export interface CalibrationTable {
  /** The label of the reader it holds for, exactly: 'local', 'openai:gpt-6-luna'. */
  readonly model: string;
  /** Labels whose values were learned together with it, because they are the same reader: 'local:thorough'. */
  readonly alike?: readonly string[];
  /** It holds for all readers of this kind that have no table of their own. */
  readonly kind?: ReaderKind;
  /** When it was learned: '2026-11-20'. */
  readonly date: string;
  /** Which documents it was learned from: 'sha256:' of their hashes. */
  readonly corpus: string;
  /** The number of values. */
  readonly n: number;
  /** How the values that `ece` was measured on were held out. */
  readonly split: { readonly by: 'source'; readonly groups: number; readonly folds: number; readonly seed: number };
  /** Expected calibration error of the unmeasured weights and of tables that had not seen the source they were measured on. */
  readonly ece: { readonly before: number; readonly after: number };
  /** What a value of the reader weighs before anything is found. */
  readonly priors: readonly (Learned & { readonly family: DocumentFamily; readonly field: FieldFamily })[];
  /** The weight of a finding, or of a finding in such documents and fields. One that is not listed keeps its unmeasured weight. */
  readonly weights: readonly (Learned & { readonly cap: CapName; readonly family?: DocumentFamily; readonly field?: FieldFamily })[];
}
