/** A row of the host's data, by the names of its columns. */
export type MasterRecord = Readonly<Record<string, string>>;

/** Where rows come from. */
export interface RecordSource {
  readonly find: (value: string, signal: AbortSignal) => Promise<readonly MasterRecord[]>;
  /** Whether it answers from memory, so that nothing has to be kept. */
  readonly local: boolean;
  close?(): Promise<void> | void;
}
