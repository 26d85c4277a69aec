import { totalmem } from 'node:os';

/** What one request, and all requests together, may use. */
export interface Limits {
  readonly fileBytes: number;
  /** Of one form field. */
  readonly fieldBytes: number;
  readonly fields: number;
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
  readonly playgroundCredits: number;
  /** Of one client of the playground. */
  readonly playgroundTogether: number;
}

const memory = (): number => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

export const defaultLimits = (): Limits => ({
  fileBytes: 10_485_760,
  fieldBytes: 65_536,
  fields: 8,
  bytesInFlight: Math.floor((memory() * 0.8) / 5.6),
  requestsInFlight: 128,
  requestsAtWork: 32,
  queueMs: 2_000,
  requestsWaiting: 256,
  cacheEntries: 1_000,
  cacheBytes: 33_554_432,
  playgroundCredits: 10,
  playgroundTogether: 4,
});

/** The largest body that can hold a file and fields within the limits; 64 KiB are for boundaries and part headers. */
export const bodyBytes = ({ fileBytes, fields, fieldBytes }: Limits): number => fileBytes + fields * fieldBytes + 65_536;

/** A share of the limits, so that callers of one kind cannot crowd out those of another. */
export const share = (limits: Limits, part: number): Limits => ({
  ...limits,
  bytesInFlight: limits.bytesInFlight * part,
  requestsInFlight: Math.ceil(limits.requestsInFlight * part),
  requestsAtWork: Math.ceil(limits.requestsAtWork * part),
  requestsWaiting: Math.ceil(limits.requestsWaiting * part),
});
