import type { JobStore } from '../../../jobs/job-store.js';
import type { PostgresConnection } from '../connection.js';
import { creditsInTransaction } from '../quotas.js';
import { jobEntrance } from './entrance.js';
import { jobQueue } from './queue.js';
import { jobRuns } from './runs.js';

/** Jobs in a table of ours, handed to workers by the queue of pg-boss, for any number of machines. */
export function postgresJobs(connection: PostgresConnection): JobStore & { close(): Promise<void> } {
  const [queue, credits] = [jobQueue(connection), creditsInTransaction(connection)];
  return { ...jobEntrance(connection, queue, credits), ...jobRuns(connection, queue, credits), close: queue.close };
}
