import { sqliteAnswers } from './sqlite/answers.js';
import { connect } from './sqlite/connection.js';
import { sqliteKeys } from './sqlite/keys.js';
import { sqliteQuotas } from './sqlite/quotas.js';
import { sqliteRates } from './sqlite/rates.js';
import type { Store } from './store.js';

/**
 * A store in one SQLite file that any number of processes on one machine can share; `:memory:` belongs to one process.
 * `clock` returns milliseconds since 1970, and tests can replace it.
 */
export function sqliteStore(file: string, clock: () => number = Date.now): Store {
  const connection = connect(file, clock);
  const keys = sqliteKeys(connection);
  const rates = sqliteRates(connection);
  const quotas = sqliteQuotas(connection);
  const answers = sqliteAnswers(connection);
  let open = true;
  return {
    keys,
    rates,
    quotas,
    answers,
    async ping() {
      connection.database.prepare('SELECT count(*) FROM secret').get();
    },
    async sweep() {
      keys.sweep();
      rates.sweep();
      quotas.sweep();
      answers.sweep();
    },
    async close() {
      if (open) connection.database.close();
      open = false;
    },
  };
}
