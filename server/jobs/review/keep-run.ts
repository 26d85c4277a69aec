import type { FastifyRequest } from 'fastify';
import type { CompletedAnswer } from '../../extraction/extract.js';
import { sealingSecretOf } from '../../extraction/sealed-store.js';
import { ownerOf, requiredCallerOf } from '../../guards/caller.js';
import { badRequest, fromStore } from '../../http/refusal.js';
import type { Upload } from '../../http/upload/read-upload.js';
import type { DocumentPieces } from '../../state/document-pieces.js';
import type { RunStore } from '../../state/run-store.js';
import { recipientOf, type SealingServices, sealFor } from '../../state/sealing.js';
import type { KeyStore } from '../../state/store.js';
import type { WebhookStore } from '../../state/webhook-store.js';
import { type RoomTerms, requireRoom, requireWebhook } from '../enqueue.js';
import { newJobId } from '../job-id.js';
import { type JobOptions, jobOptions } from '../job-options.js';
import { noteName, sealRequest, sealResult } from '../sealed-job.js';
import { putDocument } from '../store-document.js';

/** The fields of a form beside those of an extraction, where its answer is kept for people. */
export const keptFields = ['metadata', 'keep', 'webhook'] as const;

/** What keeping answers works with. */
export interface RunKeeper extends RoomTerms, SealingServices {
  readonly runs: Pick<RunStore, 'keep'>;
  readonly documents: DocumentPieces;
  readonly keys: Pick<KeyStore, 'pepper'>;
  readonly webhooks?: Pick<WebhookStore, 'find'> | undefined;
  readonly longestKeepHours: number;
}

export interface KeptRequest {
  readonly upload: Upload;
  readonly options: JobOptions;
}

/** What is asked of keeping an answer, checked before the work is done. @throws Refusal 400, and 429 where too much is kept already */
export async function keptRequest(
  keeper: RunKeeper | undefined,
  request: FastifyRequest,
  { upload, texts }: { readonly upload: Upload; readonly texts: ReadonlyMap<string, string> },
): Promise<KeptRequest> {
  if (!keeper) throw badRequest('review cannot be true: this server has no store that keeps answers');
  const { longestKeepHours } = keeper;
  const options = jobOptions(new Map([['keep', String(longestKeepHours)], ...texts]), longestKeepHours);
  const owner = ownerOf(requiredCallerOf(request));
  await requireWebhook(keeper.webhooks, owner, options.webhook);
  await requireRoom(keeper, owner, upload.file.bytes.length);
  return { upload, options };
}

/** Keeps an answer with its document as a run, whose id the answer then has. One that could not be read is not kept. */
export async function keepRun(
  keeper: RunKeeper,
  request: FastifyRequest,
  kept: KeptRequest & { readonly answer: CompletedAnswer },
): Promise<CompletedAnswer> {
  const { upload, options, answer } = kept;
  const { review, body } = answer;
  if (!review || !body.review) return answer;
  const [id, caller, key] = [newJobId(), requiredCallerOf(request), await fromStore(keeper.workersKey())];
  const { file, given: _, ...wishes } = upload;
  const recipient = recipientOf(await sealingSecretOf(request, keeper.keys)).publicKey;
  const document = await putDocument({ pieces: keeper.documents, key }, [file.bytes]);
  const note = { file: file.name, metadata: options.metadata };
  await fromStore(
    keeper.runs.keep({
      id,
      owner: ownerOf(caller),
      request: sealRequest(key, id, { caller, recipient, file: file.name, document, wishes, requestId: request.id }),
      document,
      note: sealFor(recipient, Buffer.from(JSON.stringify(note)), noteName(id)),
      keepMs: options.keepMs,
      webhook: options.webhook,
      result: sealResult(recipient, id, { status: 200, body: JSON.stringify(body), leaves: review.leaves }),
      credits: body.metadata.credits,
      review,
    }),
  );
  return { ...answer, body: { ...body, review: { ...body.review, run: id } } };
}
