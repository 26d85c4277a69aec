import { lowest } from '../../../../core/evidence/scoring/caps.js';
import type { Cap, Json } from '../../../../core/index.js';
import type { FaultFieldFamily } from '../../../kit/sheet.js';
import type { Baseline } from './baselines.js';
import type { Sample } from './samples.js';

/** The document that a record belongs to. */
export interface RecordOrigin {
  readonly document: string;
  /** 'invoice', 'receipt', 'bill'. */
  readonly family: string;
  /** Documents of one issuer or generator share a group, so that learning and judging can be kept apart. */
  readonly group: string;
  /** Documents of one source resemble each other: half of the sources is for learning, half for testing. */
  readonly source: string;
}

/** A value of the correct reading and how the engine scored it. */
export interface KeptValue extends RecordOrigin {
  readonly path: string;
  readonly fieldFamily: FaultFieldFamily;
  /** As the engine typed it. */
  readonly value: Json;
  readonly truth: string | number;
  /** Whether the engine's value is the true one. */
  readonly right: boolean;
  /** Whether words of the page contain it; on a scan, words that OCR read. */
  readonly held: boolean;
  readonly score: number;
  readonly caps: readonly Cap[];
  /** The baselines that accept it. */
  readonly baselines: readonly Baseline[];
}

/** One planted fault and how the engine handled it. */
export interface FaultTrial extends RecordOrigin {
  /** The number of the fault. */
  readonly fault: number;
  readonly name: string;
  readonly fieldFamily: FaultFieldFamily;
  readonly about?: string;
  readonly caught: boolean;
  /** Whether one of the watched leaves was already in doubt before the fault, so that catching it proves little. */
  readonly anyway: boolean;
  /** Whether nothing on the page can reveal the fault. */
  readonly beyond: boolean;
  /** The baselines that would have caught it. */
  readonly baselines: readonly Baseline[];
  /** The wrong values; where something is missing, all watched leaves. */
  readonly leaves: readonly LeafRecord[];
}

export interface LeafRecord {
  readonly path: string;
  readonly read: string | null;
  /** Null where truth is silent, or where the rows no longer match those of the truth. */
  readonly truth: string | number | null;
  /** Whether the read value cannot mean the true one; undefined where that is unknown. */
  readonly wrong?: boolean;
  readonly score: number;
  readonly caps: readonly Cap[];
  /** The baselines that accept it. */
  readonly baselines: readonly Baseline[];
}

/** What the checks of one type say about a document in the correct reading. */
export interface SumRecord extends RecordOrigin {
  /** A sum of which truth files tell, or the type of another check: 'dates'. */
  readonly sum: string;
  /** Whether the printed sum holds; null where the page does not print enough to tell, and for other checks. */
  readonly holds: boolean | null;
  readonly status: string;
}

export interface Results {
  readonly seed: number;
  readonly threshold: number;
  /** Whose readings the faults were planted in: a folder under CORPUS/readings, or 'built'. */
  readonly reader: string;
  /** Whether values were scored by tables, and not by the weights that nobody has measured. */
  readonly calibrated: boolean;
  readonly documents: number;
  readonly notFound: readonly { readonly document: string; readonly path: string }[];
  readonly kept: readonly KeptValue[];
  readonly sums: readonly SumRecord[];
  readonly trials: readonly FaultTrial[];
  /** Every appraised leaf that something can be learned from. */
  readonly samples: readonly Sample[];
}

/** The faults that were not caught, with the caps of their values. */
export const misses = ({ trials }: Results): readonly FaultTrial[] => trials.filter(({ caught }) => !caught);

/** Right values that missed the threshold or were typed as another value, each with the cap that decided. */
export const lost = ({ kept, threshold }: Results): readonly (KeptValue & { readonly decisive: Cap | null })[] =>
  kept.filter(({ right, score }) => !right || score < threshold).map((value) => ({ ...value, decisive: lowest(value.caps) ?? null }));
