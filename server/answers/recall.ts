import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Upload } from '../upload/read-upload.js';
import type { ExtractionBody } from '../wire-schemas.js';
import type { Vault } from './vault.js';

/** A request whose answer may have been made before. */
export interface Asked {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly upload: Upload;
  readonly vault: Vault;
}

/** An answer that was made, and whether all that should have been done for it was. */
export interface Made {
  readonly body: ExtractionBody;
  readonly complete: boolean;
}

/** Answers with what was made before, or has the work done. */
export type Recall = (asked: Asked, work: () => Promise<Made>) => Promise<Made>;

/** One name for all that an answer depends on. The file's name is no part of it. */
export const contentName = (vault: Vault, { file, ...wishes }: Upload): string =>
  vault.name('content', file.bytes, JSON.stringify(Object.entries(wishes).sort(([a], [b]) => (a < b ? -1 : 1))));
