import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { sealingSecretOf } from '../extraction/sealed-store.js';
import { admission, workSlots } from '../guards/admission.js';
import { requiredCallerOf } from '../guards/caller.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { badRequest, fromStore, Refusal } from '../http/refusal.js';
import { collectForm, type FormReading, noFile, type UploadCall, withIgnored } from '../http/upload/read-upload.js';
import { type SentDocument, type Took, withSentDocument } from '../jobs/documents.js';
import type { FileRecord, FileStore } from '../state/file-store.js';
import type { JobStore } from '../state/job-store.js';
import { type Recipient, recipientOf, sealFor } from '../state/sealing.js';
import type { FileBody } from '../wire/jobs.js';
import type { ExtractDoor } from './extract.js';
import { openedText } from './job-answer.js';
import { ownerOf } from './jobs.js';

export interface FilesDoor extends ExtractDoor {
  readonly files: FileStore;
  readonly jobs: Pick<JobStore, 'documents'>;
  /** With which documents are sealed for the workers. */
  readonly workersKey: () => Promise<Uint8Array>;
  /** For how long a file is kept, in hours. */
  readonly longestKeepHours: number;
}

/** The files of one caller together. */
export const mostFileBytes = 4 * 1_073_741_824;

/** `/v1/files`: documents that are sent before the batch that names them, for callers with the scope `jobs`. */
export function filesRoutes(app: FastifyInstance, door: FilesDoor): void {
  const { operations } = door;
  const { guard, hooks, tell } = door.telemetry;
  const mayUpload = [
    ...ratedCallers(door, 'jobs'),
    admission({ limits: door.limits, slots: workSlots(door.limits), tell, wanted: 'the field file' }),
  ];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(door.entrance, 'jobs')];
  app.post('/v1/files', { ...hooks, onRequest: mayUpload, schema: operations.addFile }, async (request, reply) =>
    add(door, { request, reply }),
  );
  app.get('/v1/files/:id', { ...hooks, onRequest: mayAsk, schema: operations.file, exposeHeadRoute: true }, async (request) =>
    show(door, request),
  );
  app.delete('/v1/files/:id', { ...hooks, onRequest: mayAsk, schema: operations.removeFile }, async (request) => remove(door, request));
}

async function add(door: FilesDoor, call: UploadCall): Promise<FileBody> {
  const shelf = { pieces: door.jobs.documents, key: await fromStore(door.workersKey()) };
  return withSentDocument(shelf, (keepFile) => addSent(door, call, keepFile));
}

async function addSent(
  door: FilesDoor,
  { request, reply }: UploadCall,
  keepFile: FormReading<SentDocument>['keepFile'],
): Promise<Took<FileBody>> {
  const { file, ignored } = await collectForm(request, door.limits, { fields: [], keepFile });
  withIgnored(reply, ignored);
  if (!file) throw badRequest(noFile(door.engine.formats));
  const { id, size } = file.stored;
  const recipient = recipientOf(await sealingSecretOf(request, door.keys));
  const note = sealFor(recipient.publicKey, Buffer.from(file.name), noteName(id));
  const owner = ownerOf(requiredCallerOf(request));
  const keepMs = door.longestKeepHours * 3_600_000;
  if (!(await fromStore(door.files.add({ id, owner, size, note, keepMs }, mostFileBytes)))) throw full();
  reply.code(201).header('Location', `${request.server.prefix}/v1/files/${id}`);
  return { answer: fileBody(existing(await fromStore(door.files.find(owner, id))), recipient), isTaken: true };
}

async function show(door: FilesDoor, request: FastifyRequest): Promise<FileBody> {
  const { id, owner } = askedFor(request);
  const file = existing(await fromStore(door.files.find(owner, id)));
  return fileBody(file, recipientOf(await sealingSecretOf(request, door.keys)));
}

/** Forgets a file, and answers what it was. Jobs under way that need it still have it. */
async function remove(door: FilesDoor, request: FastifyRequest): Promise<FileBody> {
  const { id, owner } = askedFor(request);
  const file = existing(await fromStore(door.files.remove(owner, id)));
  return fileBody(file, recipientOf(await sealingSecretOf(request, door.keys)));
}

const existing = (file: FileRecord | undefined): FileRecord => {
  if (file) return file;
  throw new Refusal(404, 'There is no such file: its id is wrong, it belongs to another caller, or it was kept long enough');
};

const fileBody = ({ id, size, note, createdAt, keptUntil }: FileRecord, recipient: Recipient): FileBody => ({
  id,
  file: openedText(recipient, note, noteName(id)) ?? null,
  bytes: size,
  created_at: createdAt.toISOString(),
  kept_until: keptUntil.toISOString(),
});

const noteName = (id: string): string => `${id} note`;

const full = (): Refusal =>
  new Refusal(
    409,
    `Your files are ${mostFileBytes / 1_073_741_824} GB together, and no more are kept: delete some, or send documents with their batch`,
  );

function askedFor(request: FastifyRequest): { readonly id: string; readonly owner: string } {
  const { id = '' } = request.params as Readonly<Record<string, string | undefined>>;
  return { id, owner: ownerOf(requiredCallerOf(request)) };
}
