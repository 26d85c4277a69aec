import type { Table } from '../table.js';
import type { Shelf } from '../world.js';

/** What the rows of one kind need. */
export interface Setup {
  readonly table: Table;
  /** Only what takes no long waits. */
  readonly fast: boolean;
  /** A store for so many instances: SQLite for one, PostgreSQL for more. */
  store(instances: number): Promise<OpenShelf>;
}

export interface OpenShelf extends Shelf {
  readonly env: Readonly<Record<string, string>>;
  /** What an address of the playground has been charged. */
  used(client: string): Promise<number>;
  close(): Promise<void>;
}
