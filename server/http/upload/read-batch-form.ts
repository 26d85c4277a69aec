import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Multipart, MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { decodeUtf8 } from '../../../core/index.js';
import { type BatchLimits, inMb, type Limits } from '../limits.js';
import { badRequest, Refusal, unavailable } from '../refusal.js';
import { paced } from './pieces.js';
import { asUploadError, keepHeadersFromLog, refuseMisspelt, textOf } from './read-upload.js';
import { openedAt, spoolCipher } from './spool-cipher.js';

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

interface SpooledPart {
  readonly at: number;
  readonly size: number;
  /** SHA-256. */
  readonly digest: string;
}

/**
 * Parts of a request on the disk rather than in memory. Its file has no name any more once it is open, so that it goes away with the request, and
 * with the process if that dies; and it is encrypted under a key that only this process has, so that the disk has nothing of it.
 */
export class Spool {
  #size = 0;
  readonly #key = randomBytes(32);
  readonly #cipher = spoolCipher(this.#key);

  private constructor(
    private readonly written: FileHandle,
    private readonly file: FileHandle,
  ) {}

  /** @throws Refusal 503 where the disk takes nothing */
  static async open(): Promise<Spool> {
    const folder = await mkdtemp(join(tmpdir(), 'vouch-batch-')).catch(noRoom);
    const path = join(folder, 'parts');
    try {
      return new Spool(await open(path, 'wx', 0o600).catch(noRoom), await open(path, 'r').catch(noRoom));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  /** For reading only: the process that unpacks a zip gets it, with the key. */
  get shown(): { readonly descriptor: number; readonly key: Uint8Array } {
    return { descriptor: this.file.fd, key: this.#key };
  }

  /** Writes a part behind the others. @throws what `tooLong` makes as soon as it is longer, and Refusal 503 where the disk takes no more */
  async add(pieces: AsyncIterable<Uint8Array>, most: number, tooLong: () => Error): Promise<SpooledPart> {
    const [at, hash] = [this.#size, createHash('sha256')];
    for await (const piece of pieces) {
      if (this.#size - at + piece.length > most) throw tooLong();
      hash.update(piece);
      await this.written.writev([this.#cipher.update(piece)], this.#size).catch(noRoom);
      this.#size += piece.length;
    }
    return { at, size: this.#size - at, digest: hash.digest('hex') };
  }

  /** A part, some of it at a time. */
  async *pieces({ at, size }: SpooledPart): AsyncGenerator<Buffer> {
    for (let read = 0; read < size; read += pieceBytes) yield this.#read(at + read, Math.min(pieceBytes, size - read));
  }

  async #read(at: number, size: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(size);
    for (let length = 0; length < size; ) {
      const { bytesRead } = await this.file.read(bytes, length, size - length, at + length);
      if (bytesRead === 0) throw new Error('the spool is shorter than it was');
      length += bytesRead;
    }
    return openedAt(this.#key, at, bytes);
  }

  /** The lines of a part, without their ends; one that is longer than `most` bytes comes as undefined, and is the last. @throws InputError */
  async *lines({ at, size }: SpooledPart, most: number): AsyncGenerator<string | undefined> {
    let [held, number]: [Buffer, number] = [Buffer.alloc(0), 0];
    for (let read = 0; read < size || held.length > 0; ) {
      const end = held.indexOf(0x0a);
      if (end >= 0 || (read >= size && held.length > 0)) {
        const line = held.subarray(0, end < 0 ? held.length : end);
        number += 1;
        if (line.length > most) return yield undefined;
        yield decodeUtf8(line, `line ${number} of jobs`).replace(/\r$/, '');
        held = held.subarray(end < 0 ? held.length : end + 1);
      } else if (held.length > most) return yield undefined;
      else {
        const piece = await this.#read(at + read, Math.min(pieceBytes, size - read));
        read += piece.length;
        held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      }
    }
  }

  async close(): Promise<void> {
    await Promise.all([this.written.close(), this.file.close()]);
  }
}

/** What of a disk that is full is no mistake of the caller. */
const noRoom = (cause: unknown): never => {
  throw unavailable('The service has no room on its disk for the batch at the moment. Retry shortly.', { cause });
};

const pieceBytes = 65_536;
