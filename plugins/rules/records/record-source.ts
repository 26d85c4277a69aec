/** A row of the host's data, by the names of its columns. */
export type MasterRecord = Readonly<Record<string, string>>;

/** The columns of a rule. Only a file says which it has; what another source leaves out of a record is unknown. */
export interface Columns {
  /** Those that a file must have. */
  readonly columns: readonly string[];
  /** Those that it may have. */
  readonly optional?: readonly string[];
  /** How many of all these it must have; any number when absent. */
  readonly atLeast?: number;
  /** Those in which a value is looked up. */
  readonly searched: readonly string[];
}

/** Where rows come from. */
export interface RecordSource {
  readonly find: (value: string, signal: AbortSignal) => Promise<readonly MasterRecord[]>;
  /** Whether it answers from memory, so that nothing has to be kept. */
  readonly local: boolean;
  close?(): Promise<void> | void;
}
