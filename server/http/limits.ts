import { totalmem } from 'node:os';
import { Refusal } from './refusal.js';

/** What one request, and all requests together, may use. */
export interface Limits {
  readonly fileBytes: number;
  /** Of one form field. */
  readonly fieldBytes: number;
  readonly fields: number;
  /** Of a field with what somebody else has read: 10,000 values with their quotes. */
  readonly dataBytes: number;
  /** Bodies that are being read or worked on, together. A 10 MB upload was measured to need 5.6 times its size. */
  readonly bytesInFlight: number;
  readonly requestsInFlight: number;
  /** How many of them this machine works on; the others upload or wait for a provider. */
  readonly requestsAtWork: number;
  /** How long a request waits for memory, and again for a working slot, before it is refused. */
  readonly queueMs: number;
  /** How many requests may wait at once for either. */
  readonly requestsWaiting: number;
  /** How many answers the response cache keeps, and their bytes as JSON. */
  readonly cacheEntries: number;
  readonly cacheBytes: number;
  /** What one caller may have stored: files, and documents of jobs and batches that have not ended. */
  readonly storedBytes: number;
  readonly playgroundCredits: number;
  /** Of one client of the playground. */
  readonly playgroundTogether: number;
}

const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

export const defaultLimits = (): Limits => ({
  fileBytes: 10_485_760,
  fieldBytes: 65_536,
  fields: 16,
  dataBytes: 2_097_152,
  bytesInFlight: Math.floor((memory() * 0.8) / 5.6),
  requestsInFlight: 128,
  requestsAtWork: 32,
  queueMs: 2_000,
  requestsWaiting: 256,
  cacheEntries: 1_000,
  cacheBytes: 33_554_432,
  storedBytes: 4_294_967_296,
  playgroundCredits: 10,
  playgroundTogether: 4,
});

/** The largest body that can hold a file and fields within the limits; 64 KiB are for boundaries and part headers. */
export const bodyBytes = ({ fileBytes, fields, fieldBytes, dataBytes }: Limits): number =>
  fileBytes + fields * fieldBytes + 2 * dataBytes + 65_536;

export const tooLarge = ({ fileBytes }: Limits): Refusal =>
  new Refusal('TOO_LARGE', `The file is too large: at most ${fileBytes} bytes (${Math.floor(fileBytes / 1_048_576)} MB) are accepted`);

/** A number of bytes in words: '4096 MB'. */
export const inMb = (bytes: number): string => `${Math.floor(bytes / 1_048_576)} MB`;

/** A share of the limits, so that callers of one kind cannot crowd out those of another. */
export const share = (limits: Limits, part: number): Limits => ({
  ...limits,
  bytesInFlight: limits.bytesInFlight * part,
  requestsInFlight: Math.ceil(limits.requestsInFlight * part),
  requestsAtWork: Math.ceil(limits.requestsAtWork * part),
  requestsWaiting: Math.ceil(limits.requestsWaiting * part),
});

export interface BatchLimits {
  readonly lines: number;
  /** Of one line of `jobs`. */
  readonly lineBytes: number;
  /** Of all lines. */
  readonly jobsBytes: number;
  /** Of the whole request. */
  readonly bodyBytes: number;
  /** Documents sent as parts of the form. */
  readonly parts: number;
  /** Different schemas; each is checked once. */
  readonly schemas: number;
  /** Of what the workers have to know of its jobs, schemas included. */
  readonly requestBytes: number;
  readonly archive: ArchiveLimits;
}

/** What a zip of documents may be. */
export interface ArchiveLimits {
  readonly entries: number;
  /** Of one document. */
  readonly entryBytes: number;
  /** Of all of them, unpacked. */
  readonly unpackedBytes: number;
  /** Of the extra fields and the comment of one entry. */
  readonly detailBytes: number;
  /** Of names, extra fields and comments of all of them. */
  readonly directoryBytes: number;
  /** How many times its packed size an entry of more than 1 MiB may have. */
  readonly ratio: number;
}

export const batchLimits = (fileBytes: number): BatchLimits => ({
  lines: 100_000,
  lineBytes: 131_072,
  jobsBytes: 134_217_728,
  bodyBytes: 536_870_912,
  parts: 1_000,
  schemas: 1_000,
  requestBytes: 268_435_456,
  archive: {
    entries: 100_000,
    entryBytes: fileBytes,
    unpackedBytes: 2_147_483_648,
    detailBytes: 4_096,
    directoryBytes: 33_554_432,
    ratio: 100,
  },
});
