import type { Cap, Json } from '../../../../core/index.js';
import type { Sum } from '../../eval/corpus/truth-file.js';
import type { Baseline } from './baselines.js';
import type { FaultFieldFamily } from './families.js';

/** Which document something was seen in. */
export interface RecordOrigin {
  readonly document: string;
  /** 'invoice', 'receipt', 'bill'. */
  readonly family: string;
  /** Documents of one issuer or generator; what is learned from some of a group must not be judged by the others. */
  readonly group: string;
}

/** A value of the right reading, and what became of it. */
export interface KeptValue extends RecordOrigin {
  readonly path: string;
  readonly fieldFamily: FaultFieldFamily;
  /** As the engine typed it. */
  readonly value: Json;
  readonly truth: string | number;
  /** Whether the engine's value is the true one. */
  readonly right: boolean;
  /** Whether words of the page hold it; of a picture, those that the OCR engine read. */
  readonly held: boolean;
  readonly score: number;
  readonly caps: readonly Cap[];
  /** The other ways of checking that accept it. */
  readonly baselines: readonly Baseline[];
}

/** One planted fault, and what became of it. */
export interface FaultTrial extends RecordOrigin {
  /** As numbered in evidence.md §15. */
  readonly fault: number;
  readonly name: string;
  readonly fieldFamily: FaultFieldFamily;
  readonly about?: string;
  readonly caught: boolean;
  /** Whether a leaf by which the fault is caught was in doubt before it, so that catching it proves little. */
  readonly anyway: boolean;
  /** Whether the page itself cannot betray the fault. */
  readonly beyond: boolean;
  /** The other ways of checking that would have caught it. */
  readonly baselines: readonly Baseline[];
  /** The wrong values; where something is missing, all that could have told. */
  readonly leaves: readonly LeafRecord[];
}

export interface LeafRecord {
  readonly path: string;
  readonly read: string | null;
  /** Null where truth does not say, or where the rows no longer stand for those of the truth. */
  readonly truth: string | number | null;
  /** Whether what was read cannot mean the truth; undefined where nobody can say. */
  readonly wrong?: boolean;
  readonly score: number;
  readonly caps: readonly Cap[];
}

/** How a sum of a document fared with the right reading. */
export interface SumRecord extends RecordOrigin {
  readonly sum: Sum;
  /** Whether the printed sum holds; null where the page does not print enough to say. */
  readonly holds: boolean | null;
  readonly status: string;
}

export interface Results {
  readonly seed: number;
  readonly threshold: number;
  readonly documents: number;
  readonly notFound: readonly { readonly document: string; readonly path: string }[];
  readonly kept: readonly KeptValue[];
  readonly sums: readonly SumRecord[];
  readonly trials: readonly FaultTrial[];
}
