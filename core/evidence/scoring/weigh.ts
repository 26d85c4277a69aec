import type { Cap } from '../../contracts/cap.js';
import { byStrength, vetoes } from './caps.js';
import { logistic, type ReaderRecord, type Stratum } from './weights.js';

/** A score with all that it was made from. */
export interface Weighing {
  /** 0..1, two decimals. */
  readonly score: number;
  /** The log-odds of a value of this reader before anything is found. */
  readonly prior: number;
  /** The findings, each with its weight. */
  readonly caps: readonly Cap[];
  /** The strongest finding against the value; absent where none speaks against it noticeably. */
  readonly against?: Cap;
}

/** What findings say for a value can be very sure, but is never certain. */
const highest = 0.99;
const least = 0.01;

/** A finding that takes less than this from a value, in log-odds, is no reason to doubt it. */
const noticeable = 0.4;

/**
 * Adds up what all findings say about a value: the score is the chance that it is right, and no more than its strictest veto allows. The
 * weights are rounded to two decimals first, so that whoever is shown them comes to the same score.
 * Source: additive weights of evidence, I. J. Good, "Probability and the Weighing of Evidence" (1950).
 */
export function weigh(given: readonly Cap[], record: ReaderRecord, stratum: Stratum): Weighing {
  const prior = rounded(record.prior(stratum));
  const caps = given.map((cap) => ({ ...cap, weight: rounded(record.weight(cap, stratum)) }));
  const weights = caps.map(({ weight }) => weight);
  const chance = chanceOf(prior, weights);
  const veto = strictest(caps);
  const against = veto && veto.value <= chance ? veto : heaviestAgainst(caps);
  return { score: scoreOf({ prior, weights, atMost: veto?.value ?? 1 }), prior, caps, ...(against && { against }) };
}

/** All that a score is made from. */
export interface ScoreParts {
  /** The log-odds before anything is found. */
  readonly prior: number;
  /** What each finding adds to them. */
  readonly weights: readonly number[];
  /** The strictest veto, 0..1. */
  readonly atMost: number;
}

/** 0.01 to 0.99, two decimals. */
export const scoreOf = ({ prior, weights, atMost }: ScoreParts): number =>
  rounded(Math.min(Math.max(chanceOf(prior, weights), least), highest, atMost));

const chanceOf = (prior: number, weights: readonly number[]): number => logistic(weights.reduce((odds, weight) => odds + weight, prior));

const strictest = (caps: readonly Cap[]): Cap | undefined =>
  caps.filter(({ name }) => vetoes.has(name)).toSorted((a, b) => a.value - b.value || byStrength(a.name, b.name))[0];

const heaviestAgainst = (caps: readonly (Cap & { readonly weight: number })[]): Cap | undefined =>
  caps.filter(({ weight }) => weight <= -noticeable).toSorted((a, b) => a.weight - b.weight || byStrength(a.name, b.name))[0];

const rounded = (number: number): number => Math.round(number * 100) / 100;
