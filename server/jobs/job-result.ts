import { sealFor } from './sealing/recipient.js';

/** What a job came to: the status and the body that `/v1/extract` would have answered with. */
export interface JobResult {
  readonly status: number;
  /** JSON. */
  readonly body: string;
}

export const resultName = (job: string): string => `${job} result`;

export const sealResult = (recipient: Uint8Array, job: string, { status, body }: JobResult): Uint8Array =>
  sealFor(recipient, Buffer.from(`${status}\n${body}`), resultName(job));

/** Reads an opened result. */
export function readResult(opened: Buffer): JobResult {
  const end = opened.indexOf('\n');
  return { status: Number(opened.subarray(0, end).toString()), body: opened.subarray(end + 1).toString('utf8') };
}
