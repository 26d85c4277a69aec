import { type SchemaChoice, waitForIdleLoop } from '../../../core/index.js';
import type { Caller } from '../../guards/caller.js';
import type { BatchLimits } from '../../http/limits.js';
import { badRequest, fromStore } from '../../http/refusal.js';
import { askedSchema } from '../../http/upload/named-schema.js';
import type { BatchForm } from '../../http/upload/read-batch-form.js';
import type { DocumentPieces, FileStore, StoredDocument } from '../../state/document-pieces.js';
import { type BatchJob, type BatchStore, type JobPriority, stepOf } from '../../state/job-store.js';
import { sealerFor } from '../../state/sealing.js';
import type { TraceContext } from '../../telemetry/listener.js';
import { jobIdInBatch } from '../job-id.js';
import { type JobNote, noteName, sealRequest } from '../sealed-job.js';
import { putDocument } from '../store-document.js';
import { Archive, type ArchiveEntry } from './archive.js';
import { checkLines } from './check-lines.js';
import { type LineTerms, readLine } from './read-line.js';

export interface BatchOrder {
  readonly id: string;
  readonly form: BatchForm;
  readonly owner: string;
  readonly caller: Caller;
  /** The public key for which notes and results are sealed. */
  readonly recipient: Uint8Array;
  /** With which requests and documents are sealed for the workers. */
  readonly key: Uint8Array;
  readonly requestId: string;
  /** The span that takes it in; undefined where nobody traces. */
  readonly trace: TraceContext | undefined;
}

export interface TakeInTerms {
  readonly documents: DocumentPieces;
  readonly batches: BatchStore;
  readonly files: FileStore;
  readonly limits: BatchLimits;
  /** Those that can be named. */
  readonly schemas: readonly SchemaChoice[];
  /** @throws Refusal where the caller would have too much stored with so many more bytes */
  requireRoom(more: number): Promise<void>;
}

/** After so much is taken in it is looked anew what the caller has stored, who may send several batches at once. */
const lookedAtBytes = 67_108_864;

/** Jobs in one statement. */
const jobsAtOnce = 500;

/** Where a document lies that came with the batch: in the spool, or in the archive, by its place among the entries. */
type Sent = { readonly size: number } & ({ readonly kind: 'part' } | { readonly kind: 'entry'; readonly entry: number });

/**
 * Checks a batch as a whole and puts down its documents and jobs, which nobody sees until the batch begins. Returns how many jobs there are, and how
 * many documents no line names.
 * @throws Refusal 400 that says what is wrong, with nothing stored, or only what will be abandoned
 */
export async function takeIn(terms: TakeInTerms, order: BatchOrder): Promise<{ readonly jobs: number; readonly unused: number }> {
  const { archive: zip } = order.form;
  const { limits } = terms;
  const archive = zip && (await Archive.open({ limits: limits.archive, ...zip.spool.shown, size: zip.part.size }));
  try {
    const sent = sentDocuments(order.form, (await archive?.entries()) ?? []);
    const sizes = new Map([...sent].map(([name, { size }]) => [name, size]));
    const knownFiles = (ids: readonly string[]) => fromStore(terms.files.sizes(order.owner, ids));
    const schemas = { common: askedSchema(order.form.texts, terms.schemas), schemas: terms.schemas };
    const { jobs, used, files } = await checkLines(order.form, { limits, sizes, knownFiles, ...schemas });
    const kept = new Map<string, StoredDocument>([...files].map(([id, size]) => [id, { id, size }]));
    await terms.requireRoom([...used].reduce((sum, name) => sum + (sizes.get(name) ?? 0), 0));
    let unseen = 0;
    for await (const [name, bytes] of documentsIn(order.form, archive, { sent, used })) {
      const document = await take(terms, order, bytes);
      kept.set(name, document);
      unseen += document.size;
      if (unseen < lookedAtBytes) continue;
      await terms.requireRoom(0);
      unseen = 0;
    }
    await terms.requireRoom(0);
    await putJobs(terms, order, { kept, ...schemas });
    return { jobs, unused: sent.size - used.size };
  } finally {
    await archive?.end();
  }
}

function sentDocuments({ documents }: BatchForm, entries: readonly ArchiveEntry[]): ReadonlyMap<string, Sent> {
  const sent = new Map<string, Sent>([...documents].map(([name, { size }]) => [name, { kind: 'part', size }]));
  for (const [entry, { name, size }] of entries.entries()) {
    if (sent.has(name)) throw badRequest('A file of the form has the name of an entry of the zip: lines could mean either. Rename one');
    sent.set(name, { kind: 'entry', entry, size });
  }
  return sent;
}

interface UsedDocuments {
  readonly sent: ReadonlyMap<string, Sent>;
  readonly used: ReadonlySet<string>;
}

/** A document of a form comes piece by piece, one of a zip as a whole. */
type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

async function* documentsIn(form: BatchForm, archive: Archive | undefined, { sent, used }: UsedDocuments): AsyncGenerator<[string, Bytes]> {
  for (const name of used) {
    const found = sent.get(name);
    const part = form.documents.get(name);
    if (archive && found?.kind === 'entry') yield [name, [await archive.document(found.entry)]];
    else if (part) yield [name, form.spool.pieces(part)];
  }
}

async function take(
  { batches, documents: pieces }: TakeInTerms,
  { id: batch, owner, key }: BatchOrder,
  bytes: Bytes,
): Promise<StoredDocument> {
  const document = await putDocument({ pieces, key }, bytes);
  await fromStore(batches.takeDocument(batch, owner, document));
  return document;
}

/** What lines may name: documents that are kept, and schemas. */
interface Checked extends Pick<LineTerms, 'common' | 'schemas'> {
  readonly kept: ReadonlyMap<string, StoredDocument>;
}

/** Reads the checked lines again, and puts down a job for each. */
async function putJobs({ batches, limits }: TakeInTerms, order: BatchOrder, checked: Checked): Promise<void> {
  const { id: batch, form } = order;
  const makeJob = jobMaker(order, checked);
  let [waiting, bytes] = [[] as BatchJob[], 0];
  const put = async (): Promise<void> => {
    if (waiting.length > 0) await fromStore(batches.putJobs(batch, waiting));
    waiting = [];
    await waitForIdleLoop();
  };
  for await (const text of form.spool.lines(form.jobs, limits.lineBytes)) {
    if (text === undefined || text.trim() === '') continue;
    const job = makeJob(text);
    bytes += job.request.length + job.note.length;
    if (bytes > limits.requestBytes)
      throw badRequest('Schemas, options and metadata of all lines together are too large: send the lines as several batches');
    waiting.push(job);
    if (waiting.length >= jobsAtOnce) await put();
  }
  await put();
}

function jobMaker(
  { id: batch, caller, recipient, key, requestId, trace }: BatchOrder,
  { kept, ...schemas }: Checked,
): (text: string) => BatchJob {
  const ofAll = { caller, recipient, requestId, batch, ...(trace && { trace }) };
  const [seal, now, turns] = [sealerFor(recipient), Date.now(), new Map<JobPriority, number>()];
  const terms = { ...schemas, faultOfSchema: () => undefined };
  let line = 0;
  return (text) => {
    const { customId, file, wishes, metadata, priority } = readLine(text, terms);
    const document = kept.get(file);
    if (!document) throw new Error('a checked line names no document');
    const id = jobIdInBatch(line, now);
    line += 1;
    const turn = (turns.get(priority) ?? 0) + stepOf(priority, document.size);
    turns.set(priority, turn);
    const note: JobNote = { file, metadata, custom_id: customId };
    return {
      id,
      priority,
      turn,
      file: document.id,
      request: sealRequest(key, id, { ...ofAll, file, document, wishes }),
      note: seal(Buffer.from(JSON.stringify(note)), noteName(id)),
    };
  };
}
