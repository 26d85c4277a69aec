import type { Cap, DocumentFamily, FieldFamily } from './cap.js';
import type { Json, JsonObject } from './schema.js';

/** One leaf of the result with its score and evidence. */
export interface AppraisedField {
  /** `$.total`, `$.line_items[0].amount`. */
  readonly path: string;
  readonly value: Json;
  /** 0..1, two decimals, above 0.99 three. */
  readonly score: number;
  readonly reason: string;
  /** All that was found about the value. Its score follows from their weights and the prior; a null's from its weakest finding. */
  readonly caps: readonly Cap[];
  /** What the reader's word weighs before anything is found, in log-odds; absent for a null. */
  readonly prior?: number;
  readonly family: FieldFamily;
  /** The label of the reader whose value this is; absent where none answered. */
  readonly reader?: string;
  /** Absent where nothing was found on the page; never invented. */
  readonly page?: number;
  readonly text?: string;
  /** Where a viewer shows the evidence, one rectangle for each of its lines; absent where no viewer shows such a page. */
  readonly regions?: readonly Region[];
  /** What other readers found on the page in its place, the most believable first; absent where they found nothing else. */
  readonly candidates?: readonly CandidateReading[];
}

/** What another reader found in place of a value. */
export interface CandidateReading extends Pick<AppraisedField, 'value' | 'page' | 'text' | 'regions'> {
  /** 0..1, with as many decimals: its score if no other had read the field. */
  readonly score: number;
  /** The reader's label. */
  readonly reader: string;
}

/** A rectangle of a page as a viewer shows it, in shares of its width and height: 0..1, from the top left corner. */
export interface Region {
  /** Counted from 1. */
  readonly page: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A typed and scored result, before the gate decides on it. */
export interface Draft {
  /** Follows the caller's schema; what could not be read is null. */
  readonly data: JsonObject;
  readonly family: DocumentFamily;
  /** One entry a leaf of `data`, in its order. */
  readonly fields: readonly AppraisedField[];
  /** Fields that only the checks need: read and scored like the others, never returned. */
  readonly shadow: readonly AppraisedField[];
  /**
   * Overall confidence, 0..1: that of the least sure required leaf (of all leaves where none is required), at most 0.84 while a required value
   * is missing or a check without a policy fails.
   */
  readonly confidence: number;
  /** Sentences for a person, each beginning with the path it is about where it is about one. */
  readonly issues: readonly string[];
}
