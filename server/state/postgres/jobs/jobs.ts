import type { JobStore } from '../../job-store.js';
import type { PostgresConnection } from '../connection.js';
import type { MessageQueue } from '../queues.js';
import { postgresDocuments } from './documents.js';
import type { JobPartsInTransaction } from './ends.js';
import { jobEntrance } from './entrance.js';
import { jobOversight } from './oversight.js';
import { jobRuns } from './runs.js';

/** Jobs in a table of ours, handed to workers by a queue of pg-boss, for any number of machines. */
export const postgresJobs = (connection: PostgresConnection, queue: MessageQueue, parts: JobPartsInTransaction): JobStore => ({
  documents: postgresDocuments(connection),
  ...jobEntrance(connection, queue, parts),
  ...jobRuns(connection, queue, parts),
  ...jobOversight(connection, queue),
});
