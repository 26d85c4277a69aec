import { addressOf } from './postgres/address.js';
import { answersInTransaction, postgresAnswers } from './postgres/answers.js';
import { postgresBatches } from './postgres/batches/batches.js';
import { postgresFiles } from './postgres/batches/files.js';
import { batchEndsInTransaction } from './postgres/batches/job-ends.js';
import { connect } from './postgres/connection.js';
import { documentsInTransaction } from './postgres/jobs/documents.js';
import { jobParts } from './postgres/jobs/ends.js';
import { postgresJobs } from './postgres/jobs/jobs.js';
import { postgresKeys } from './postgres/keys.js';
import { postgresQueues } from './postgres/queues.js';
import { creditsInTransaction, postgresQuotas } from './postgres/quotas.js';
import { postgresRates } from './postgres/rates.js';
import { announceInTransaction } from './postgres/webhooks/announce.js';
import { postgresWebhooks } from './postgres/webhooks/webhooks.js';
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
  const queues = postgresQueues(connection);
  const announce = announceInTransaction(connection, queues.webhooks);
  const ends = batchEndsInTransaction(connection, announce);
  const documents = documentsInTransaction(connection);
  const parts = jobParts(
    { credits: creditsInTransaction(connection), answers: answersInTransaction(connection), documents, batchEnds: ends },
    announce,
  );
  const jobs = postgresJobs(connection, queues.jobs, parts);
  const batches = postgresBatches(connection, queues.jobs, parts);
  const webhooks = postgresWebhooks(connection, queues.webhooks, announce);
  return {
    keys,
    rates,
    quotas,
    answers,
    jobs,
    files: postgresFiles(connection, documents),
    batches,
    webhooks,
    async ping() {
      await connection.query(`SELECT count(*) FROM ${connection.schema}.secret`);
    },
    async sweep() {
      await keys.sweep();
      await rates.sweep();
      await quotas.sweep();
      await answers.sweep();
      await jobs.sweep();
      await batches.sweep();
      await webhooks.sweep();
    },
    async close() {
      await queues.close();
      await connection.close();
    },
  };
}
