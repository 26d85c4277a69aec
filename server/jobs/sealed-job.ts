import type { JsonObject } from '../../core/index.js';
import type { Caller } from '../guards/caller.js';
import type { SentUpload } from '../http/upload/read-upload.js';
import type { StoredDocument } from '../state/document-pieces.js';
import { openSealed, type Recipient, sealBytes, sealFor, unlessSealedOtherwise } from '../state/sealing.js';
import type { TraceContext } from '../telemetry/listener.js';
import type { WeighedValueBody } from '../wire/review.js';

/** What a worker has to know of a job beside its document. */
export interface JobRequest {
  /** Who has asked, with the limits of then; those of a key of the store are read again when it is run. */
  readonly caller: Caller;
  /** The public key for which the result is sealed. */
  readonly recipient: Uint8Array;
  readonly file: string;
  readonly document: StoredDocument;
  readonly wishes: Omit<SentUpload, 'file'>;
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

/** What a job came to: the status and the body that `/v1/extract` would have answered with. */
export interface JobResult {
  readonly status: number;
  /** JSON. */
  readonly body: string;
  /** What its verdicts will be about; absent where nobody is to look at it. */
  readonly leaves?: readonly WeighedValueBody[] | undefined;
  /** The text of the schema that its document belongs to; absent where its request names one. */
  readonly schema?: string | undefined;
}

export const resultName = (job: string): string => `${job} result`;

export function sealResult(recipient: Uint8Array, job: string, { status, body, leaves, schema }: JobResult): Uint8Array {
  const further = { ...(leaves?.length && { leaves }), ...(schema !== undefined && { schema }) };
  const told = Object.keys(further).length > 0 ? ` ${JSON.stringify(further)}` : '';
  return sealFor(recipient, Buffer.from(`${status}${told}\n${body}`), resultName(job));
}

export function readResult(opened: Buffer): JobResult {
  const end = opened.indexOf('\n');
  const [, status, told] = /^(\d+) ?(.*)$/.exec(opened.subarray(0, end).toString('utf8')) ?? [];
  return {
    status: Number(status),
    body: opened.subarray(end + 1).toString('utf8'),
    ...(told && furtherIn(JSON.parse(told))),
  };
}

/** A list of leaves is what stood there before a schema could. */
const furtherIn = (told: readonly WeighedValueBody[] | Pick<JobResult, 'leaves' | 'schema'>): Pick<JobResult, 'leaves' | 'schema'> =>
  Array.isArray(told) ? { leaves: told } : (told as Pick<JobResult, 'leaves' | 'schema'>);

/** What the caller sees again of its request. */
export interface JobNote {
  readonly file: string;
  readonly metadata: JsonObject | null;
  /** Its name in its batch; absent for a job of its own. */
  readonly custom_id?: string;
}

export const noteName = (job: string): string => `${job} note`;

/** Undefined where it was sealed for another secret of the caller. */
export const openedText = (recipient: Recipient, sealed: Uint8Array, name: string): string | undefined =>
  opened(recipient, sealed, name)?.toString('utf8');

/** The same as bytes. */
export const opened = (recipient: Recipient, sealed: Uint8Array, name: string): Buffer | undefined =>
  unlessSealedOtherwise(() => recipient.open(sealed, name));
