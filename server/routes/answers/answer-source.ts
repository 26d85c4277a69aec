import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Outcome } from '../../../core/index.js';
import type { Upload } from '../../http/upload/read-upload.js';
import type { MadeAnswer } from '../../state/answer-store.js';
import type { ExtractionBody } from '../../wire/extraction.js';
import type { SealedStore } from './sealed-store.js';

/** A request whose answer may exist already. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly upload: Upload;
  /** Where the caller's answers are kept. Rejects with a Refusal where it needs the store, which cannot be reached. */
  readonly sealedStore: () => Promise<SealedStore>;
}

/** An answer: its body, and the header that says what sent the document to Tier 2, if anything did. */
export interface Answer {
  readonly body: ExtractionBody;
  readonly fallbackFields?: string;
}

/** An answer, and whether everything that should have been done for it was done. */
export interface CompletedAnswer extends Answer {
  readonly complete: boolean;
  /** Set beside an error that only says that providers take no work for now. */
  readonly postponed?: Outcome['postponed'];
}

/** The answer to keep for the request's `Idempotency-Key`, for work that keeps it in its own transaction: a process that dies has then done both or neither. */
export type KeepWith<Made> = (made: Made) => MadeAnswer;

/** Makes an answer. */
export type AnswerWork = (keepWith?: KeepWith<CompletedAnswer>) => Promise<CompletedAnswer>;

/** Gives an answer that exists already, or has the work done. */
export type AnswerSource = (asked: Asked, work: AnswerWork) => Promise<CompletedAnswer>;

/** One name for all that an answer depends on. The file's name is no part of it. */
export const contentName = (store: SealedStore, { file, ...wishes }: Upload): string =>
  store.name('content', file.bytes, JSON.stringify(Object.entries(wishes).sort(([a], [b]) => (a < b ? -1 : 1))));
