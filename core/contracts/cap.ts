/** One finding about a value: how strong it is, and a sentence that a person can check on the page. */
export interface Cap {
  /** What was found, such as `label.conflict`: the class of evidence and the case in it. */
  readonly name: CapName;
  /** How strong it is by itself, 0..1: above 0.90 it speaks for the value, under 0.90 against it. A veto, or a null, scores no more. */
  readonly value: number;
  /** How strong it is for this one value, where that is less, such as the certainty of its least certain word. */
  readonly limitedTo?: number;
  /** Begins with a reason text of the specification where one fits. */
  readonly reason: string;
  /** What the page prints that the value may be instead, as it stands there. */
  readonly rivals?: readonly string[];
  /** What it adds to the score of an appraised value, in log-odds; absent for a null, whose weakest finding is its score. */
  readonly weight?: number;
}

/**
 * Every finding, one row each: the class of evidence before the dot and the case in it. `strength` is the score of a value of which nothing
 * else were known: it ranks the findings, and weighs them where nobody has measured; above 0.90 it speaks for a value, below against it. No
 * other evidence can outweigh a `veto`, whose strength is the highest score: what the page does not show, or shows otherwise; what can be
 * read in two ways, or cannot be such a value at all; what nobody quoted and nothing on the page names, in a row or for a field of the
 * caller's own, or what the page says to be something else; an amount in another currency, or whose own sum does not hold; a row beside one
 * that is missing; what a rule rules out; and a file of several documents.
 */
export const findings = {
  'evidence.exact': { strength: 0.99 },
  'evidence.pageCorrected': { strength: 0.92 },
  'evidence.obscured': { strength: 0.94 },
  'evidence.blurred': { strength: 0.85 },
  'evidence.hardlyRead': { strength: 0.6 },
  'evidence.pictured': { strength: 0.9 },
  'evidence.picturedFaintly': { strength: 0.84 },
  'evidence.rivalled': { strength: 0.3, veto: true },
  'evidence.looseText': { strength: 0.9 },
  'evidence.agreedUnseen': { strength: 0.9 },
  'evidence.reckoned': { strength: 0.9 },
  'evidence.noTextLayer': { strength: 0.84, veto: true },
  'evidence.gathered': { strength: 0.92 },
  'evidence.quotedInPart': { strength: 0.86 },
  'evidence.incomplete': { strength: 0.8, veto: true },
  'evidence.valueOnly': { strength: 0.8 },
  'evidence.partOfWord': { strength: 0.8 },
  'evidence.labelledAmongSeveral': { strength: 0.8 },
  'evidence.misread': { strength: 0.75 },
  'evidence.amongFew': { strength: 0.6 },
  'evidence.otherMarks': { strength: 0.6 },
  'evidence.amongMany': { strength: 0.5 },
  'evidence.unseenOnDim': { strength: 0.55 },
  'evidence.unseen': { strength: 0.45 },
  'evidence.unseenOnClear': { strength: 0.35 },
  'evidence.readOtherwise': { strength: 0.35, veto: true },
  'evidence.inferred': { strength: 0.8 },
  'evidence.hiddenOnly': { strength: 0.3, veto: true },
  'evidence.notFound': { strength: 0.3, veto: true },
  'evidence.contrary': { strength: 0.3, veto: true },
  'evidence.unsaid': { strength: 0.8 },
  'evidence.unprovable': { strength: 0.6, veto: true },
  'absence.notPresent': { strength: 0.9 },
  'absence.unseen': { strength: 0.84 },
  'absence.unlikely': { strength: 0.8 },
  'absence.expected': { strength: 0.84 },
  'absence.unclaimed': { strength: 0.8 },
  'absence.labelPrinted': { strength: 0.4 },
  'absence.valuePrinted': { strength: 0.4 },
  'absence.tablePrinted': { strength: 0.6 },
  'absence.mistyped': { strength: 0.3 },
  'label.match': { strength: 0.99 },
  'label.heading': { strength: 0.98 },
  'label.shared': { strength: 0.97 },
  'label.quoted': { strength: 0.92 },
  'label.unknownText': { strength: 0.9 },
  'label.noneAtText': { strength: 0.9 },
  'label.reckoned': { strength: 0.9 },
  'label.place': { strength: 0.9 },
  'label.remaining': { strength: 0.87 },
  'label.unknownRole': { strength: 0.84 },
  'label.unknownValue': { strength: 0.84 },
  'label.noneAtValue': { strength: 0.84 },
  'label.general': { strength: 0.8 },
  'label.otherSum': { strength: 0.6 },
  'label.conflict': { strength: 0.6 },
  'label.wrongPlace': { strength: 0.6 },
  'label.otherParty': { strength: 0.5 },
  'label.unnamed': { strength: 0.6 },
  'label.unproven': { strength: 0.6, veto: true },
  'label.refuted': { strength: 0.4, veto: true },
  'label.unknownOwner': { strength: 0.8 },
  'label.otherCurrency': { strength: 0.4, veto: true },
  'label.unknownCurrency': { strength: 0.8 },
  'label.otherColumn': { strength: 0.6 },
  'label.otherRow': { strength: 0.6 },
  'label.outsideRows': { strength: 0.6 },
  'label.partlyInRow': { strength: 0.8 },
  'label.noRow': { strength: 0.6 },
  'label.sharedRow': { strength: 0.84 },
  'label.sumRow': { strength: 0.6 },
  'uniqueness.once': { strength: 0.99 },
  'uniqueness.few': { strength: 0.98 },
  'uniqueness.many': { strength: 0.97 },
  'uniqueness.underHeading': { strength: 0.92 },
  'uniqueness.singledOut': { strength: 0.9 },
  'uniqueness.several': { strength: 0.78 },
  'uniqueness.part': { strength: 0.75 },
  'name.proven': { strength: 0.99 },
  'name.shown': { strength: 0.97 },
  'name.bare': { strength: 0.95 },
  'name.goesOn': { strength: 0.8 },
  'name.wording': { strength: 0.4 },
  'format.plain': { strength: 0.99 },
  'format.resolvedByCues': { strength: 0.86 },
  'format.ambiguous': { strength: 0.8, veto: true },
  'format.checksumFailed': { strength: 0.5, veto: true },
  'format.wrongShape': { strength: 0.4, veto: true },
  'arithmetic.holds': { strength: 0.99 },
  'arithmetic.subtotalOfLines': { strength: 0.84, veto: true },
  'arithmetic.lineProduct': { strength: 0.8 },
  'arithmetic.taxRate': { strength: 0.8 },
  'arithmetic.failed': { strength: 0.6, veto: true },
  'arithmetic.failedAsPrinted': { strength: 0.88 },
  'arithmetic.sumOfRowsFailed': { strength: 0.88 },
  'arithmetic.factorsFailed': { strength: 0.84 },
  'arithmetic.rows': { strength: 0.6, veto: true },
  'arithmetic.rowsPerhaps': { strength: 0.84 },
  'arithmetic.rowsElsewhere': { strength: 0.88 },
  'rule.veto': { strength: 0.3, veto: true },
  'rule.refuted': { strength: 0.35 },
  'rule.doubted': { strength: 0.84 },
  'rule.holds': { strength: 0.95 },
  'rule.known': { strength: 0.99 },
  'agreement.independent': { strength: 0.99 },
  'agreement.seconded': { strength: 0.97 },
  'agreement.single': { strength: 0.95 },
  'agreement.contradicted': { strength: 0.84 },
  'agreement.questioned': { strength: 0.84 },
  'agreement.disputed': { strength: 0.75 },
  'agreement.contested': { strength: 0.3 },
  'agreement.exchanged': { strength: 0.28 },
  'agreement.opposed': { strength: 0.25 },
  'agreement.outvoted': { strength: 0.5 },
  'model.certain': { strength: 0.95 },
  'model.likely': { strength: 0.88 },
  'model.unsure': { strength: 0.75 },
  'model.guess': { strength: 0.5 },
  'stated.certain': { strength: 0.9 },
  'stated.likely': { strength: 0.9 },
  'stated.unsure': { strength: 0.9 },
  'stated.guess': { strength: 0.9 },
  'document.several': { strength: 0.8, veto: true },
} as const satisfies Readonly<Record<string, { readonly strength: number; readonly veto?: true }>>;

export type CapName = keyof typeof findings;

/** Documents with the same kind of evidence: their own text, or text read from a scan. */
export const documentFamilies = ['native', 'scanned'] as const;
export type DocumentFamily = (typeof documentFamilies)[number];

/**
 * Fields that go wrong in the same ways. Cells of rows are proven by their table; an id must be right to the letter; `other` is whatever is no
 * amount, date, name or id of a known concept.
 */
export const fieldFamilies = ['money', 'date', 'id', 'name', 'line', 'other'] as const;
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
  /**
   * The share of values, 0..1, that may be wrong in ways in which the reader was never seen to be, as those of a model that gets worse: the
   * priors allow for them. None when absent.
   */
  readonly allowance?: number;
  /** What a value of the reader weighs before anything is found; `n` and `correct` count its values as they were read. */
  readonly priors: readonly (Learned & { readonly family: DocumentFamily; readonly field: FieldFamily })[];
  /** The weight of a finding, or of a finding in such documents and fields. One that is not listed keeps its unmeasured weight. */
  readonly weights: readonly (Learned & { readonly cap: CapName; readonly family?: DocumentFamily; readonly field?: FieldFamily })[];
}
