import type { Cap, CapName } from '../../contracts/cap.js';
import type { CellReason } from '../../contracts/model.js';

/**
 * The highest score that each kind of evidence allows, before calibration. 0.84 is just below the default threshold of 0.85: such a value is
 * read again, and an issue says why.
 */
export const startValues = {
  'evidence.exact': 0.99,
  'evidence.pageCorrected': 0.92,
  'evidence.obscured': 0.94,
  'evidence.looseText': 0.9,
  'evidence.agreedUnseen': 0.9,
  'evidence.reckoned': 0.9,
  'evidence.noTextLayer': 0.84,
  'evidence.valueOnly': 0.8,
  'evidence.inferred': 0.8,
  'evidence.hiddenOnly': 0.3,
  'evidence.notFound': 0.3,
  'absence.notPresent': 0.9,
  'absence.unseen': 0.84,
  'absence.unlikely': 0.8,
  'absence.labelPrinted': 0.4,
  'absence.mistyped': 0.3,
  'label.match': 0.99,
  'label.unknownText': 0.9,
  'label.reckoned': 0.9,
  'label.place': 0.9,
  'label.unknownRole': 0.84,
  'label.unknownValue': 0.84,
  'label.otherSum': 0.6,
  'label.conflict': 0.6,
  'label.wrongPlace': 0.6,
  'uniqueness.singledOut': 0.9,
  'uniqueness.several': 0.78,
  'uniqueness.part': 0.75,
  'name.proven': 0.99,
  'name.shown': 0.97,
  'name.bare': 0.95,
  'name.goesOn': 0.8,
  'name.wording': 0.4,
  'format.plain': 0.99,
  'format.resolvedByCues': 0.86,
  'format.ambiguous': 0.8,
  'format.checksumFailed': 0.5,
  'arithmetic.holds': 0.99,
  'arithmetic.subtotalOfLines': 0.84,
  'arithmetic.lineProduct': 0.84,
  'arithmetic.taxRate': 0.84,
  'arithmetic.failed': 0.6,
  'arithmetic.rows': 0.6,
  'agreement.independent': 0.99,
  'agreement.single': 0.95,
  'agreement.contradicted': 0.84,
  'agreement.disputed': 0.75,
  'agreement.outvoted': 0.5,
  'model.certain': 0.95,
  'model.likely': 0.88,
  'model.unsure': 0.75,
  'model.guess': 0.5,
} as const satisfies Record<CapName, number>;

/** The score of a value that nothing speaks against, but that only one reader has read. */
export const unopposed = startValues['agreement.single'];

/** Just below the default threshold: plausible but not proven, so the value is read again. */
export const doubtful = startValues['label.unknownValue'];

/** The highest overall confidence of an answer with a failed check or a missing required value. */
export const incompleteConfidence = 0.84;

/** The reason texts of the specification (§2.3). */
export const reasonText = {
  exact: 'Exact match',
  header: 'Inferred from header',
  ambiguous: 'Formatting ambiguous',
  multiple: 'Multiple values found',
  obscured: 'Partially obscured',
} as const satisfies Record<CellReason, string>;

export const cap = (name: CapName, reason: string): Cap => ({ name, value: startValues[name], reason });

/** The same reason under another cap. */
export const recast = ({ reason }: Cap, name: CapName): Cap => cap(name, reason);

/** The classes of evidence. On a tie between caps the earlier class decides. */
const classes = ['evidence', 'absence', 'label', 'uniqueness', 'name', 'format', 'arithmetic', 'agreement', 'model'] as const;
export type CapClass = (typeof classes)[number];
export const classOf = ({ name }: Pick<Cap, 'name'>): CapClass => name.slice(0, name.indexOf('.')) as CapClass;

/** Orders caps from the weakest up: by start value, on a tie the earlier class first. */
export const byStrength = (a: CapName, b: CapName): number =>
  startValues[a] - startValues[b] || classes.indexOf(classOf({ name: a })) - classes.indexOf(classOf({ name: b }));

/** The cap that decides: the lowest one; of two with equal values the weaker evidence. */
export const lowest = (given: readonly Cap[]): Cap | undefined =>
  [...given].sort((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

/** Whether nothing speaks against a value if this cap decides its score. */
export const isUnopposed = ({ name }: Cap): boolean => startValues[name] >= unopposed;
