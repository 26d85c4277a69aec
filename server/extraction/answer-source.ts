import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upload } from '../http/upload/read-upload.js';
import type { CompletedAnswer, KeepWith } from './extraction.js';
import type { SealedStore } from './sealed-store.js';

/** A request whose answer may exist already. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly upload: Upload;
  /** Where the caller's answers are kept. Rejects with a Refusal where it needs the store, which cannot be reached. */
  readonly sealedStore: () => Promise<SealedStore>;
}

/** Makes an answer. */
export type AnswerWork = (keepWith?: KeepWith<CompletedAnswer>) => Promise<CompletedAnswer>;

/** Gives an answer that exists already, or has the work done. */
export type AnswerSource = (asked: Asked, work: AnswerWork) => Promise<CompletedAnswer>;

/** One name for all that an answer depends on. The file's name is no part of it. */
export const contentName = (store: SealedStore, { file, ...wishes }: Upload): string =>
  store.name('content', file.bytes, JSON.stringify(Object.entries(wishes).sort(([a], [b]) => (a < b ? -1 : 1))));
