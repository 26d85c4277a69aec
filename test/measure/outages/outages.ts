import { newServer } from '../../server/state/own-postgres.js';
import { freePort } from '../../support/free-port.js';
import { budgetRows } from './rows/budget.js';
import { clientRows } from './rows/clients.js';
import { machineRows } from './rows/machine.js';
import { processRows } from './rows/processes.js';
import { providerRows } from './rows/provider.js';
import type { OutageSetup } from './rows/setup.js';
import { storeRows } from './rows/store.js';
import { tierRows } from './rows/tiers.js';
import { postgresStore, sqliteStore } from './stores.js';
import type { OutageTable } from './table.js';

/** Grouped by the side that fails. */
export const groups = {
  providers: providerRows,
  tiers: tierRows,
  callers: clientRows,
  store: storeRows,
  processes: processRows,
  machine: machineRows,
  budget: budgetRows,
};

export interface OutageOptions {
  readonly group: keyof typeof groups | undefined;
  readonly fast: boolean;
}

/** Runs every row that the table asks for. */
export async function outages(table: OutageTable, { group, fast }: OutageOptions): Promise<void> {
  const postgres = fast ? undefined : newServer(await freePort());
  await postgres?.start();
  const store: OutageSetup['store'] = async (instances) => (instances > 1 && postgres ? postgresStore(postgres.url) : sqliteStore());
  try {
    for (const rows of group ? [groups[group]] : Object.values(groups)) await rows({ table, fast, store });
  } finally {
    await postgres?.remove();
  }
}
