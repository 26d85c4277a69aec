import type { OutageTable } from '../table.js';
import type { CountedStore } from '../test-system.js';

/** What a group of rows needs. */
export interface OutageSetup {
  readonly table: OutageTable;
  /** Whether to skip rows with long waits. */
  readonly fast: boolean;
  /** Opens a store: SQLite for one instance, PostgreSQL for more. */
  store(instances: number): Promise<OpenStore>;
}

export interface OpenStore extends CountedStore {
  readonly env: Readonly<Record<string, string>>;
  /** The charges of a playground address. */
  used(client: string): Promise<number>;
  close(): Promise<void>;
}
