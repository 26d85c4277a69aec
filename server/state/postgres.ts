import { addressOf } from './postgres/address.js';
import { postgresAnswers } from './postgres/answers.js';
import { connect } from './postgres/connection.js';
import { postgresJobs } from './postgres/jobs/jobs.js';
import { postgresKeys } from './postgres/keys.js';
import { postgresQuotas } from './postgres/quotas.js';
import { postgresRates } from './postgres/rates.js';
import type { Store } from './store.js';

/**
 * A store in a PostgreSQL database that any number of machines can share. It connects and creates its tables on first use.
 * `now` is the SQL expression of the server's clock, which tests can replace.
 * @throws ConfigError when the address is not one.
 */
export function postgresStore(address: string, now = 'clock_timestamp()'): Store {
  const connection = connect(addressOf(address), now);
  const keys = postgresKeys(connection);
  const rates = postgresRates(connection);
  const quotas = postgresQuotas(connection);
  const answers = postgresAnswers(connection);
  const { close: closeQueue, ...jobs } = postgresJobs(connection);
  return {
    keys,
    rates,
    quotas,
    answers,
    jobs,
    async ping() {
      await connection.query(`SELECT count(*) FROM ${connection.schema}.secret`);
    },
    async sweep() {
      await keys.sweep();
      await rates.sweep();
      await quotas.sweep();
      await answers.sweep();
      await jobs.sweep();
    },
    async close() {
      await closeQueue();
      await connection.close();
    },
  };
}
