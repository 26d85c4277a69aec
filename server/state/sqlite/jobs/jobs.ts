import type { JobStore } from '../../job-store.js';
import type { SqliteConnection } from '../migrate.js';
import type { JobPartsWithin } from './ends.js';
import { jobEntrance } from './entrance.js';
import { jobOversight } from './oversight.js';
import { jobRuns } from './runs.js';

/** Jobs in a small table: a queue for the processes of one machine. */
export const sqliteJobs = (
  connection: SqliteConnection,
  parts: JobPartsWithin,
): Omit<JobStore, 'sweep' | 'documents'> & { sweep(): void } => ({
  ...jobEntrance(connection, parts),
  ...jobRuns(connection, parts),
  ...jobOversight(connection),
});
