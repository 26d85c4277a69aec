import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { type BatchLimits, inMb, type Limits } from '../limits.js';
import { badRequest, Refusal } from '../refusal.js';
import { paced } from './pieces.js';
import { asUploadError, keepHeadersFromLog, refuseMisspelt, textOf } from './read-upload.js';
import { Spool, type SpooledPart } from './spool.js';

/** A batch as it was sent: on the disk, until it is closed. */
export interface BatchForm {
  readonly texts: ReadonlyMap<string, string>;
  readonly spool: Spool;
  /** The lines, in the spool. */
  readonly jobs: SpooledPart;
  /** Documents by their file names, in the spool. */
  readonly documents: ReadonlyMap<string, SpooledPart>;
  /** A zip of documents, in a spool of its own. */
  readonly archive: { readonly spool: Spool; readonly part: SpooledPart } | undefined;
  /** Names of parts that mean nothing here. */
  readonly ignored: readonly string[];
}

export interface BatchFormTerms {
  readonly limits: Limits;
  readonly batch: BatchLimits;
  /** The fields that are texts. */
  readonly known: readonly string[];
}

/** Parts of the form that are files, whatever they are called and typed. */
const fileParts = ['jobs', 'file', 'files'];

/** Reads the form of a batch and hands it over; it is gone afterwards. @throws Refusal 400 and 413, as `readForm` */
export async function withBatchForm<T>(request: FastifyRequest, terms: BatchFormTerms, work: (form: BatchForm) => Promise<T>): Promise<T> {
  const spools = [await Spool.open()];
  try {
    return await work(await collect(request, terms, spools).catch((error) => Promise.reject(asUploadError(error))));
  } finally {
    await Promise.all(spools.map((spool) => spool.close()));
  }
}

async function collect(request: FastifyRequest, { limits, batch, known }: BatchFormTerms, spools: Spool[]): Promise<BatchForm> {
  keepHeadersFromLog(request);
  const [spool] = spools as [Spool];
  const [texts, documents, ignored] = [new Map<string, string>(), new Map<string, SpooledPart>(), new Set<string>()];
  const found: { jobs?: SpooledPart; archive?: { spool: Spool; part: SpooledPart } } = {};
  let left = batch.bodyBytes;
  const most = (bytes: number): number => Math.min(bytes, left);
  const add = async (into: Spool, { file }: MultipartFile, { bytes, tooLong }: PartBounds): Promise<SpooledPart> => {
    const part = await into.add(paced(file), most(bytes), () => (left < bytes ? bodyTooLarge(batch) : tooLong()));
    left -= part.size;
    return part;
  };
  for await (const part of request.parts(partOptions(limits, batch))) {
    const name = part.fieldname ?? '';
    if (texts.has(name) || (name === 'jobs' && found.jobs) || (name === 'files' && found.archive))
      throw badRequest(`${name} was sent more than once`);
    if (name === 'jobs') found.jobs = await add(spool, asFile(part), jobsBounds(batch));
    else if (name === 'files') {
      const own = await Spool.open();
      spools.push(own);
      found.archive = { spool: own, part: await add(own, asFile(part), { bytes: batch.bodyBytes, tooLong: () => bodyTooLarge(batch) }) };
    } else if (name === 'file') {
      const named = asFile(part).filename ?? '';
      if (named === '' || documents.has(named)) throw badRequest('file must have a file name that no other file of the form has');
      if (documents.size >= batch.parts)
        throw badRequest(`The form has more than ${batch.parts} files: send a zip as files, or each by /v1/files`);
      documents.set(named, await add(spool, asFile(part), fileBounds(limits)));
    } else if (known.includes(name)) texts.set(name, await textOf(part, textBounds(name, limits)));
    else {
      refuseMisspelt(name, [...fileParts, ...known]);
      if (name !== '') ignored.add(name);
      if (part.type === 'file') await add(spool, part, fileBounds(limits));
    }
  }
  if (!found.jobs) throw badRequest('jobs is required: JSON Lines, one job a line, each with custom_id and file');
  return { texts, spool, jobs: found.jobs, documents, archive: found.archive, ignored: [...ignored] };
}

interface PartBounds {
  readonly bytes: number;
  tooLong(): Error;
}

const jobsBounds = ({ jobsBytes }: BatchLimits): PartBounds => ({
  bytes: jobsBytes,
  tooLong: () => new Refusal('TOO_LARGE', `jobs is too large: at most ${inMb(jobsBytes)}. Send the rest as another batch`),
});
const fileBounds = ({ fileBytes }: Limits): PartBounds => ({
  bytes: fileBytes,
  tooLong: () => new Refusal('TOO_LARGE', `A file is too large: at most ${inMb(fileBytes)} each`),
});

const textBounds = (name: string, { fieldBytes }: Limits) => ({
  most: fieldBytes,
  tooLong: () => badRequest(`${name} is longer than ${fieldBytes} bytes`),
});

/** Also thrown before the body is read, when its announced length is too large. */
export const bodyTooLarge = ({ bodyBytes }: BatchLimits): Refusal =>
  new Refusal(
    'TOO_LARGE',
    `The batch is too large: at most ${inMb(bodyBytes)}. Send documents before it, by /v1/files, or several batches`,
  );

function asFile(part: Multipart): MultipartFile {
  if (part.type === 'file') return part;
  throw badRequest(`${part.fieldname} must be sent as a file`);
}

const partOptions = ({ fieldBytes, fields }: Limits, { bodyBytes, parts }: BatchLimits) => ({
  limits: { fileSize: bodyBytes + 1, fieldSize: fieldBytes, fields, files: parts + fields, parts: parts + 2 * fields, fieldNameSize: 200 },
  isPartAFile: (name?: string, type?: string, filename?: string): boolean =>
    filename !== undefined || fileParts.includes(name ?? '') || /json|octet-stream/i.test(type ?? ''),
});
