import type { OutageTable } from '../table.js';
import type { CountedStore } from '../world.js';

/** What the rows of one kind need. */
export interface OutageSetup {
  readonly table: OutageTable;
  /** Only what takes no long waits. */
  readonly fast: boolean;
  /** A store for so many instances: SQLite for one, PostgreSQL for more. */
  store(instances: number): Promise<OpenStore>;
}

export interface OpenStore extends CountedStore {
  readonly env: Readonly<Record<string, string>>;
  /** What an address of the playground has been charged. */
  used(client: string): Promise<number>;
  close(): Promise<void>;
}
