import type { ReaderKind } from './cap.js';
import type { Document } from './document.js';
import type { Observer, Usage } from './observer.js';
import type { Field } from './schema.js';

/** How sure a reader says it is. It can only lower a score. */
export type CellConfidence = 'certain' | 'likely' | 'unsure' | 'guess';

/** Why a reader is as sure as it says; one for each reason text of the specification. */
export type CellReason = 'exact' | 'header' | 'ambiguous' | 'multiple' | 'obscured';

/** The printed text of one value and where it stands: what a reader saw, not what it means. */
export interface Cell {
  /** The path of the field, rows numbered from 0 in document order: `$.line_items[0].amount`. */
  readonly path: string;
  /** As printed, character for character; null when the document does not state it. */
  readonly value: string | null;
  /** Counted from 1; null when unknown. */
  readonly page: number | null;
  /** The words around the value as they stand on the page, label included; null when unknown. */
  readonly quote: string | null;
  readonly confidence: CellConfidence;
  readonly reason: CellReason;
}

export interface Reading {
  readonly cells: readonly Cell[];
  readonly usage?: Usage;
  /** The part of the document that was read if it is not the pages: 'the data embedded as XML'. Parts that differ are an issue. */
  readonly source?: string;
  /** Remarks of the reader; each becomes an issue of the answer. */
  readonly notes?: readonly string[];
}

export interface ReadTask {
  readonly document: Document;
  /** The leaves to read, in the order of the schema; an array's leaves carry `[]` in their path, and one cell is wanted for each row. */
  readonly fields: readonly Field[];
  /** Fires at the request's deadline, or when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Is told of requests to a provider; absent if nobody observes. */
  readonly observer?: Observer;
}

/**
 * Reads a document: as a tier, whose values are returned, or as a witness, whose values only corroborate.
 * @throws ExtractionError LLM_ERROR or PARSING_ERROR; a failure is never a null.
 */
export interface ExtractionModel {
  read(task: ReadTask): Promise<Reading>;
  /** The most tokens that one reading can use, input and output together; absent for one that uses none. */
  most?(task: ReadTask): number;
  /** What sort of reader it is: its values are weighed as those of other such readers, until it has a record of its own. 'small' when absent. */
  readonly kind?: ReaderKind;
  /** Checks at no cost that the model exists and accepts the key; absent for a local model. @throws ExtractionError */
  reach?(signal: AbortSignal): Promise<void>;
}
