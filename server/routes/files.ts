import type { FastifyInstance, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { recipientFor } from '../extraction/sealed-store.js';
import { admission, workSlots } from '../guards/admission.js';
import { askedResource, ownerOf, requiredCallerOf } from '../guards/caller.js';
import { ratedCallers, requireCaller } from '../guards/require-caller.js';
import { inMb, type Limits } from '../http/limits.js';
import { badRequest, existing, fromStore, Refusal } from '../http/refusal.js';
import type { Call } from '../http/request.js';
import { collectForm, noFile, withIgnored } from '../http/upload/read-upload.js';
import { openedText } from '../jobs/sealed-job.js';
import { IncomingDocument } from '../jobs/store-document.js';
import type { FileRecord, FileStore } from '../state/document-pieces.js';
import type { JobStore } from '../state/job-store.js';
import { type Recipient, type SealingServices, sealFor } from '../state/sealing.js';
import type { FileBody, FilesBody } from '../wire/jobs.js';
import type { FilesQuery } from '../wire/queries.js';
import type { ExtractServices } from './extract.js';

export interface FileServices extends ExtractServices, SealingServices {
  readonly files: FileStore;
  readonly jobs: Pick<JobStore, 'documents'>;
  /** For how long a file is kept, in hours. */
  readonly longestKeepHours: number;
}

/** `/v1/files`: documents that are sent before the batch that names them, for callers with the scope `jobs`. */
export function filesRoutes(app: FastifyInstance, services: FileServices): void {
  const { operations } = services;
  const { guard, hooks, tell } = services.telemetry;
  const mayUpload = [
    ...ratedCallers(services, 'jobs'),
    admission({ limits: services.limits, slots: workSlots(services.limits), tell, wanted: () => 'the field file' }),
  ];
  const mayAsk: onRequestAsyncHookHandler[] = [guard, requireCaller(services.authentication, 'jobs')];
  app.post('/v1/files', { ...hooks, onRequest: mayUpload, schema: operations.addFile }, async (request, reply) =>
    add(services, { request, reply }),
  );
  const seen = { ...hooks, onRequest: mayAsk, exposeHeadRoute: true };
  app.get<{ Querystring: FilesQuery }>('/v1/files', { ...seen, schema: operations.files }, async (request) => list(services, request));
  app.get('/v1/files/:id', { ...seen, schema: operations.file }, async (request) =>
    answered(services, request, (owner, id) => services.files.find(owner, id)),
  );
  // Jobs under way that need it still have it.
  app.delete('/v1/files/:id', { ...hooks, onRequest: mayAsk, schema: operations.removeFile }, async (request) =>
    answered(services, request, (owner, id) => services.files.remove(owner, id)),
  );
}

async function add(services: FileServices, { request, reply }: Call): Promise<FileBody> {
  const { jobs, files, limits, longestKeepHours } = services;
  const document = new IncomingDocument({ pieces: jobs.documents, key: await fromStore(services.workersKey()) });
  let isTaken = false;
  try {
    const { file, ignored } = await collectForm(request, limits, { fields: [], keepFile: (sent) => document.put(sent) });
    withIgnored(reply, ignored);
    if (!file) throw badRequest(noFile(services.engine.formats));
    const { id, size } = file.stored;
    const recipient = await recipientFor(request, services.keys);
    const note = sealFor(recipient.publicKey, Buffer.from(file.name), noteName(id));
    const owner = ownerOf(requiredCallerOf(request));
    const keepMs = longestKeepHours * 3_600_000;
    isTaken = await fromStore(files.add({ id, owner, size, note, keepMs }, limits.storedBytes));
    if (!isTaken) throw full(limits);
    reply.code(201).header('Location', `${request.server.prefix}/v1/files/${id}`);
    return fileBody(existing('file', await fromStore(files.find(owner, id))), recipient);
  } finally {
    if (!isTaken) await document.discard();
  }
}

async function list(services: FileServices, request: FastifyRequest<{ Querystring: FilesQuery }>): Promise<FilesBody> {
  const { cursor, limit } = request.query;
  const recipient = await recipientFor(request, services.keys);
  const page = await fromStore(services.files.list(ownerOf(requiredCallerOf(request)), { after: cursor, limit }));
  return { files: page.files.map((file) => fileBody(file, recipient)), next: page.next ?? null };
}

/** A file as it is, or as it was until now. */
async function answered(services: FileServices, request: FastifyRequest, look: FileStore['find' | 'remove']): Promise<FileBody> {
  const { id, owner } = askedResource(request);
  const file = existing('file', await fromStore(look(owner, id)));
  return fileBody(file, await recipientFor(request, services.keys));
}

const fileBody = ({ id, size, note, createdAt, keptUntil }: FileRecord, recipient: Recipient): FileBody => ({
  id,
  file: openedText(recipient, note, noteName(id)) ?? null,
  bytes: size,
  created_at: createdAt.toISOString(),
  kept_until: keptUntil.toISOString(),
});

const noteName = (id: string): string => `${id} note`;

const full = ({ storedBytes }: Limits): Refusal =>
  new Refusal(
    'TOO_MANY_FILES',
    `Your files and the documents of your jobs that have not ended are ${inMb(storedBytes)} together, and no more are kept: delete some`,
  );
