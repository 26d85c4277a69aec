import { type Cap, type CapName, findings } from '../../contracts/cap.js';
import type { CellReason } from '../../contracts/model.js';

/** How strong each finding is by itself. What is stronger than `neutral` speaks for a value, what is weaker against it. */
export const findingStrengths = Object.fromEntries(Object.entries(findings).map(([name, { strength }]) => [name, strength])) as Readonly<
  Record<CapName, number>
>;

/** A finding of this strength says nothing. */
export const neutral = 0.9;

/** The findings that no other evidence can outweigh. */
export const vetoes: ReadonlySet<CapName> = new Set((Object.keys(findings) as CapName[]).filter((name) => 'veto' in findings[name]));

/** Whether no other evidence can outweigh a finding. */
export const isVeto = (name: CapName): boolean => vetoes.has(name);

/** The highest score of a value for which no words can be shown. */
export const unshownConfidence = 0.84;

/** The strength of a finding that nothing opposes. */
export const unopposedStrength = findingStrengths['agreement.single'];

/** Just below the default threshold: plausible by itself, but not proven. */
export const doubtful = findingStrengths['label.unknownValue'];

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

export const cap = (name: CapName, reason: string): Cap => ({ name, value: findingStrengths[name], reason });

/** The same reason under another cap. */
export const recast = ({ reason }: Cap, name: CapName): Cap => cap(name, reason);

/** A finding against a value as a person should read it: that a value is printed is no doubt by itself, but it may be too little. */
export const doubtOf = ({ reason }: Pick<Cap, 'reason'>): string =>
  reason.startsWith(`${reasonText.exact}: `) ? `Weak evidence: ${reason.slice(reasonText.exact.length + 2)}` : reason;

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
  'stated',
  'document',
] as const;
type CapClass = (typeof classes)[number];
export const classOf = ({ name }: Pick<Cap, 'name'>): CapClass => name.slice(0, name.indexOf('.')) as CapClass;

/** Orders caps from the weakest up: by start value, on a tie the earlier class first. */
export const byStrength = (a: CapName, b: CapName): number =>
  findingStrengths[a] - findingStrengths[b] || classes.indexOf(classOf({ name: a })) - classes.indexOf(classOf({ name: b }));

/** The weakest finding. */
export const lowest = (given: readonly Cap[]): Cap | undefined =>
  [...given].sort((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

/** A cap without its reason and value. */
export type WeighedCap = Pick<Cap, 'name' | 'limitedTo'>;

/**
 * The findings without those that say the same again: of the evidence only the weakest counts. A picture that is hard to read is why words are
 * unsure and why few words of the quote were found: two findings of one cause are not two reasons.
 */
export function countedOnce<T extends WeighedCap>(given: readonly T[]): readonly T[] {
  const evidence = given.filter((one) => classOf(one) === 'evidence');
  const weakest = evidence.toSorted((a, b) => strengthOf(a) - strengthOf(b))[0];
  return given.filter((one) => one === weakest || !evidence.includes(one));
}

const strengthOf = ({ name, limitedTo = 1 }: WeighedCap): number => Math.min(findingStrengths[name], limitedTo);

/** Whether a finding does not speak against a value. */
export const isUnopposed = ({ name }: Cap): boolean => findingStrengths[name] >= unopposedStrength;

/** 1 for a finding that can only speak for a value, -1 for one that can only speak against it, 0 for one that may do either. */
export const leaning = (name: CapName): -1 | 0 | 1 =>
  findingStrengths[name] >= unopposedStrength ? 1 : findingStrengths[name] < openFrom ? -1 : 0;
const openFrom = 0.85;

/** All findings that are weighed. Nulls are not. */
export const weighedNames: readonly CapName[] = (Object.keys(findingStrengths) as CapName[]).filter(
  (name) => classOf({ name }) !== 'absence',
);

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
