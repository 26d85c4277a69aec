/** What one batch may be. */
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
