import type { Cap, CapName } from '../../contracts/cap.js';
import type { CellReason } from '../../contracts/model.js';

/**
 * How far each kind of evidence can carry a score. Start values, measured where `n` stands beside them; calibration replaces them.
 * 0.84 is just under the default threshold of 0.85: such a value is read again, and a person is told why.
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

/** The score at which nothing speaks against a value but that nobody else has read it. */
export const unopposed = startValues['agreement.single'];

/** Just under the default threshold: plausible, but not proven; such a value is read again. */
export const doubtful = startValues['label.unknownValue'];

/** The highest overall confidence of an answer one of whose checks failed, or that lacks a required value. */
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

/** Another case of the same evidence: what is known of it has changed, not what it says. */
export const recast = ({ reason }: Cap, name: CapName): Cap => cap(name, reason);

/** Which class of evidence a cap is of. On a tie between caps the earlier class decides. */
const classes = ['evidence', 'absence', 'label', 'uniqueness', 'format', 'arithmetic', 'agreement', 'model'] as const;
export type CapClass = (typeof classes)[number];
export const classOf = ({ name }: Pick<Cap, 'name'>): CapClass => name.slice(0, name.indexOf('.')) as CapClass;

/** Orders kinds of evidence from the weakest up: by their start values, on a tie the earlier class first. */
export const byStrength = (a: CapName, b: CapName): number =>
  startValues[a] - startValues[b] || classes.indexOf(classOf({ name: a })) - classes.indexOf(classOf({ name: b }));

/** The cap that decides: the lowest; of two that calibration made equal, the weaker evidence. */
export const lowest = (given: readonly Cap[]): Cap | undefined =>
  [...given].sort((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

/** Nothing was found that speaks against a value whose deciding cap this is, whatever its reader's word is worth. */
export const isUnopposed = ({ name }: Cap): boolean => startValues[name] >= unopposed;
