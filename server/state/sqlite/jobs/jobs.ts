import type { JobStore } from '../../../jobs/job-store.js';
import type { SqliteConnection } from '../migrate.js';
import type { CreditsWithin } from '../quotas.js';
import { jobEntrance } from './entrance.js';
import { jobRuns } from './runs.js';

/** Jobs in a small table: a queue for the processes of one machine. */
export const sqliteJobs = (connection: SqliteConnection, credits: CreditsWithin): Omit<JobStore, 'sweep'> & { sweep(): void } => ({
  ...jobEntrance(connection, credits),
  ...jobRuns(connection, credits),
});
