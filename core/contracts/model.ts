import type { ReaderKind } from './cap.js';
import type { Document, Picture } from './document.js';
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
  /** How sure an extractor of somebody else says it is, 0..1: a finding that weighs nothing where nobody has measured what its word is worth. */
  readonly stated?: number;
}

export interface Reading {
  readonly cells: readonly Cell[];
  readonly usage?: Usage;
  /** The part of the document that was read if it is not the pages: 'the data embedded as XML'. Parts that differ are an issue. */
  readonly source?: string;
  /** Remarks of the reader; each becomes an issue of the answer. */
  readonly notes?: readonly string[];
  /** Pages whose rows were not read although the document has them: a reading that lasts long may fail in part. Each becomes an issue and a doubt. */
  readonly gaps?: readonly UnreadRows[];
  /** Arrays that the reader found no rows of, and is not certain that there are none. */
  readonly empty?: readonly EmptyArray[];
}

/** How sure a reader is that the document has no rows of an array. */
export interface EmptyArray {
  /** The array's path: `$.line_items`. */
  readonly array: string;
  readonly confidence: CellConfidence;
}

/** Rows of an array that are printed and not in a reading. */
export interface UnreadRows {
  /** The array's path: `$.line_items`. */
  readonly array: string;
  /** Counted from 1, ascending. */
  readonly pages: readonly number[];
  /** Why, in words that follow "not read": 'openai:gpt-6-luna: the connection failed'. Never text of the document. */
  readonly reason: string;
}

export interface ReadTask {
  readonly document: Document;
  /** The leaves to read, in the order of the schema; an array's leaves carry `[]` in their path, and one cell is wanted for each row. */
  readonly fields: readonly Field[];
  /** Fires at the request's deadline, or when the caller disconnects. */
  readonly signal: AbortSignal;
  /** Is told of requests to a provider; absent if nobody observes. */
  readonly observer?: Observer;
  /** Makes parts of the document for models that do not take all of it; absent where the converter can make none. */
  readonly pages?: PageSource;
  /** Makes one of several calls of a long reading, again where its failure may pass. The engine's rules; called once where absent. */
  attempt?<T>(call: () => Promise<T>): Promise<T>;
  /** How much time is left before the signal fires, in ms; unlimited where absent. */
  remainingMs?(): number;
}

/** Parts of a document, made from its file at the time they are asked for. Pages are counted from 1. @throws ExtractionError when that fails */
export interface PageSource {
  /** A file of the same format with only these pages, in this order; absent where the format cannot be parted. */
  excerpt?(pages: readonly number[]): Promise<Uint8Array>;
  /** A picture of a page, as many dots wide as asked for, or fewer where it would become too large; absent where the format has no pages. */
  draw?(page: number, width?: number): Promise<Picture>;
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
