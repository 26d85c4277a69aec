import type { Cap, CapName } from '../../contracts/cap.js';
import type { CellReason } from '../../contracts/model.js';

/**
 * How strong each finding is by itself, as the score of a value of which nothing else were known: it ranks the findings, and weighs them
 * where nobody has measured. What is stronger than `neutral` speaks for a value, what is weaker against it.
 */
export const startValues = {
  'evidence.exact': 0.99,
  'evidence.pageCorrected': 0.92,
  'evidence.obscured': 0.94,
  'evidence.blurred': 0.85,
  'evidence.hardlyRead': 0.6,
  'evidence.pictured': 0.9,
  'evidence.picturedFaintly': 0.84,
  'evidence.rivalled': 0.3,
  'evidence.looseText': 0.9,
  'evidence.agreedUnseen': 0.9,
  'evidence.reckoned': 0.9,
  'evidence.noTextLayer': 0.84,
  'evidence.gathered': 0.92,
  'evidence.quotedInPart': 0.86,
  'evidence.valueOnly': 0.8,
  'evidence.partOfWord': 0.8,
  'evidence.labelledAmongSeveral': 0.8,
  'evidence.misread': 0.75,
  'evidence.amongFew': 0.6,
  'evidence.otherMarks': 0.6,
  'evidence.amongMany': 0.5,
  'evidence.unseenOnDim': 0.55,
  'evidence.unseen': 0.45,
  'evidence.unseenOnClear': 0.35,
  'evidence.readOtherwise': 0.35,
  'evidence.inferred': 0.8,
  'evidence.hiddenOnly': 0.3,
  'evidence.notFound': 0.3,
  'evidence.contrary': 0.3,
  'evidence.unsaid': 0.8,
  'absence.notPresent': 0.9,
  'absence.unseen': 0.84,
  'absence.unlikely': 0.8,
  'absence.labelPrinted': 0.4,
  'absence.valuePrinted': 0.4,
  'absence.tablePrinted': 0.6,
  'absence.mistyped': 0.3,
  'label.match': 0.99,
  'label.heading': 0.98,
  'label.shared': 0.97,
  'label.quoted': 0.92,
  'label.unknownText': 0.9,
  'label.noneAtText': 0.9,
  'label.reckoned': 0.9,
  'label.place': 0.9,
  'label.remaining': 0.87,
  'label.unknownRole': 0.84,
  'label.unknownValue': 0.84,
  'label.noneAtValue': 0.84,
  'label.general': 0.8,
  'label.otherSum': 0.6,
  'label.conflict': 0.6,
  'label.wrongPlace': 0.6,
  'label.otherParty': 0.5,
  'label.unknownOwner': 0.8,
  'label.otherCurrency': 0.4,
  'label.unknownCurrency': 0.8,
  'label.otherColumn': 0.6,
  'label.otherRow': 0.6,
  'label.outsideRows': 0.6,
  'label.partlyInRow': 0.8,
  'label.noRow': 0.6,
  'label.sharedRow': 0.84,
  'label.sumRow': 0.6,
  'uniqueness.once': 0.99,
  'uniqueness.few': 0.98,
  'uniqueness.many': 0.97,
  'uniqueness.underHeading': 0.92,
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
  'format.wrongShape': 0.4,
  'arithmetic.holds': 0.99,
  'arithmetic.subtotalOfLines': 0.84,
  'arithmetic.lineProduct': 0.8,
  'arithmetic.taxRate': 0.8,
  'arithmetic.failed': 0.6,
  'arithmetic.failedAsPrinted': 0.88,
  'arithmetic.sumOfRowsFailed': 0.88,
  'arithmetic.factorsFailed': 0.84,
  'arithmetic.rows': 0.6,
  'arithmetic.rowsPerhaps': 0.84,
  'arithmetic.rowsElsewhere': 0.88,
  'rule.veto': 0.3,
  'rule.refuted': 0.5,
  'rule.doubted': 0.84,
  'rule.holds': 0.95,
  'rule.known': 0.99,
  'agreement.independent': 0.99,
  'agreement.seconded': 0.97,
  'agreement.single': 0.95,
  'agreement.contradicted': 0.84,
  'agreement.questioned': 0.84,
  'agreement.disputed': 0.75,
  'agreement.opposed': 0.45,
  'agreement.outvoted': 0.5,
  'model.certain': 0.95,
  'model.likely': 0.88,
  'model.unsure': 0.75,
  'model.guess': 0.5,
  'document.several': 0.8,
} as const satisfies Record<CapName, number>;

/** A finding of this strength says nothing. */
export const neutral = 0.9;

/**
 * The findings that no other evidence can outweigh; their strength is the highest score. They are few: what the page does not show, or shows
 * otherwise; what can be read in two ways, or cannot be such a value at all; an amount in another currency, or whose own sum does not hold; what a rule rules out; and a file of several documents.
 */
export const vetoes: ReadonlySet<CapName> = new Set([
  'evidence.hiddenOnly',
  'evidence.notFound',
  'evidence.contrary',
  'evidence.rivalled',
  'evidence.readOtherwise',
  'evidence.noTextLayer',
  'format.ambiguous',
  'format.checksumFailed',
  'format.wrongShape',
  'label.otherCurrency',
  'arithmetic.failed',
  'arithmetic.subtotalOfLines',
  'rule.veto',
  'document.several',
]);

/** Whether no other evidence can outweigh a finding. */
export const isVeto = (name: CapName): boolean => vetoes.has(name);

/** The highest score of a value for which no words can be shown. */
export const unshownConfidence = 0.84;

/** The strength of a finding that nothing opposes. */
export const unopposedStrength = startValues['agreement.single'];

/** Just below the default threshold: plausible by itself, but not proven. */
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
const classes = [
  'evidence',
  'absence',
  'label',
  'uniqueness',
  'name',
  'format',
  'arithmetic',
  'rule',
  'agreement',
  'model',
  'document',
] as const;
type CapClass = (typeof classes)[number];
export const classOf = ({ name }: Pick<Cap, 'name'>): CapClass => name.slice(0, name.indexOf('.')) as CapClass;

/** Orders caps from the weakest up: by start value, on a tie the earlier class first. */
export const byStrength = (a: CapName, b: CapName): number =>
  startValues[a] - startValues[b] || classes.indexOf(classOf({ name: a })) - classes.indexOf(classOf({ name: b }));

/** The weakest finding. */
export const lowest = (given: readonly Cap[]): Cap | undefined =>
  [...given].sort((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

/** Whether a finding does not speak against a value. */
export const isUnopposed = ({ name }: Cap): boolean => startValues[name] >= unopposedStrength;

/** 1 for a finding that can only speak for a value, -1 for one that can only speak against it, 0 for one that may do either. */
export const leaning = (name: CapName): -1 | 0 | 1 => (startValues[name] >= unopposedStrength ? 1 : startValues[name] < openFrom ? -1 : 0);
const openFrom = 0.85;

/** All findings that are weighed. Nulls are not. */
export const weighedNames: readonly CapName[] = (Object.keys(startValues) as CapName[]).filter((name) => classOf({ name }) !== 'absence');

/**
 * The findings of each class, from the weakest up; in no table does a stronger one weigh less. Checks have no order among themselves: which
 * of two failed says more must be measured.
 */
export const ladders: readonly (readonly CapName[])[] = [...Map.groupBy(weighedNames, (name) => classOf({ name }))]
  .filter(([of]) => of !== 'arithmetic')
  .map(([, names]) => names.toSorted(byStrength));

const printed = new Set<CapName>(['label.match', 'label.heading', 'label.shared']);

/** Whether a value has a printed label of its field: beside it, above it, or shared with another field. */
export const isPrintedLabel = ({ name }: Cap): boolean => printed.has(name);
