import type { Caller } from '../guards/callers/caller.js';
import type { Upload } from '../http/upload/read-upload.js';
import type { TraceContext } from '../telemetry/spans/trace-context.js';
import type { StoredDocument } from './documents/document-pieces.js';
import { openSealed, sealBytes } from './sealing/seal.js';

/** What a worker has to know of a job beside its document. */
export interface JobRequest {
  /** Who has asked, with the limits of then. */
  readonly caller: Caller;
  /** The public key for which the result is sealed. */
  readonly recipient: Uint8Array;
  /** The name of the document's file. */
  readonly file: string;
  readonly document: StoredDocument;
  readonly wishes: Omit<Upload, 'file'>;
  /** The id of the request that has enqueued it, in the log. */
  readonly requestId: string;
  /** The batch that it came with; absent for a job of its own. */
  readonly batch?: string;
  /** The span that has enqueued it; absent where nobody traces. */
  readonly trace?: TraceContext;
}

export const sealRequest = (key: Uint8Array, job: string, { recipient, ...request }: JobRequest): Uint8Array =>
  sealBytes(key, Buffer.from(JSON.stringify({ ...request, recipient: Buffer.from(recipient).toString('base64') })), `${job} request`);

/** @throws Error when another secret has sealed it */
export function openRequest(key: Uint8Array, job: string, sealed: Uint8Array): JobRequest {
  const { recipient, ...request } = JSON.parse(openSealed(key, sealed, `${job} request`).toString('utf8'));
  return { ...request, recipient: Buffer.from(recipient, 'base64') };
}
