import type { BatchStore } from './batch-store.js';
import { sqliteAnswers } from './sqlite/answers.js';
import { sqliteBatches } from './sqlite/batches/batches.js';
import { type BatchBeginning, batchBeginning } from './sqlite/batches/begin.js';
import { sqliteFiles } from './sqlite/batches/files.js';
import { batchEnds } from './sqlite/batches/job-ends.js';
import { connect } from './sqlite/connection.js';
import { sqliteDocuments } from './sqlite/jobs/documents.js';
import { jobParts } from './sqlite/jobs/ends.js';
import { sqliteJobs } from './sqlite/jobs/jobs.js';
import { sqliteKeys } from './sqlite/keys.js';
import { LockLine } from './sqlite/lock-line.js';
import { sqliteQuotas } from './sqlite/quotas.js';
import { sqliteRates } from './sqlite/rates.js';
import { announceWithin } from './sqlite/webhooks/announce.js';
import { sqliteWebhooks } from './sqlite/webhooks/webhooks.js';
import type { Store } from './store.js';

/**
 * A store in one SQLite file that any number of processes on one machine can share; `:memory:` belongs to one process.
 * `clock` returns milliseconds since 1970, and tests can replace it.
 */
export function sqliteStore(file: string, clock: () => number = Date.now): Store {
  const line = new LockLine();
  const { close, beginning, ...methods } = lockableStore(file, clock, line);
  const waiting = inLine(methods, line);
  // Nobody waits for a note of the last use, least of all the next request in the line: it is left out, and made a minute later.
  const keys = { ...waiting.keys, touch: methods.keys.touch };
  return { ...waiting, keys, batches: begunInSlices(waiting.batches, beginning), sweep: afterFinishing(beginning, waiting.sweep), close };
}

/** A batch begins in many transactions, each of which waits by itself. One that is cancelled meanwhile is first there as a whole. */
const begunInSlices = (batches: Omit<BatchStore, 'begin'>, { begin, finish }: BatchBeginning): BatchStore => ({
  ...batches,
  begin,
  async cancel(owner, id) {
    await finish(id);
    return batches.cancel(owner, id);
  },
});

const afterFinishing =
  ({ finish, unfinished }: BatchBeginning, sweep: Store['sweep']): Store['sweep'] =>
  async () => {
    for (const batch of unfinished()) await finish(batch);
    await sweep();
  };

/** The same methods, each of which waits while another process has locked the file. Each is one statement or one transaction, so it can be repeated. */
function inLine<T extends object>(methods: T, line: LockLine): T {
  const waiting = Object.entries(methods).map(([name, method]) => [
    name,
    typeof method === 'function' ? (...given: unknown[]) => line.run(() => method(...given)) : inLine(method, line),
  ]);
  return Object.fromEntries(waiting) as T;
}

/** A store whose methods reject at once while another process has locked the file. */
function lockableStore(file: string, clock: () => number, line: LockLine) {
  const connection = connect(file, clock);
  const keys = sqliteKeys(connection);
  const rates = sqliteRates(connection);
  const { within: answersWithin, ...answers } = sqliteAnswers(connection);
  const { within: credits, ...quotas } = sqliteQuotas(connection, answersWithin);
  const announce = announceWithin(connection.database);
  const { within: documentsWithin, ...documents } = sqliteDocuments(connection);
  const parts = jobParts(
    { credits, answers: answersWithin, documents: documentsWithin, batchEnds: batchEnds(connection.database, announce) },
    announce,
  );
  const { sweep: sweepJobs, ...jobs } = sqliteJobs(connection, parts);
  const beginning = batchBeginning(connection, parts, (work) => line.run(async () => work()));
  const { sweep: sweepBatches, ...batches } = sqliteBatches(connection, parts);
  const { sweep: sweepWebhooks, ...webhooks } = sqliteWebhooks(connection, announce);
  const ping = connection.database.prepare("INSERT OR REPLACE INTO rate VALUES ('ping', $now)");
  let open = true;
  return {
    keys,
    rates,
    quotas,
    answers,
    jobs: { ...jobs, documents, sweep: async () => sweepJobs() },
    files: sqliteFiles(connection, documentsWithin),
    batches,
    beginning,
    webhooks: { ...webhooks, sweep: async () => sweepWebhooks() },
    /** Writes, too: a full disk can still be read. The row is swept with the others. */
    async ping() {
      connection.write((now) => ping.run({ $now: now }));
    },
    async sweep() {
      keys.sweep();
      rates.sweep();
      quotas.sweep();
      answers.sweep();
      sweepJobs();
      sweepBatches();
      sweepWebhooks();
    },
    async close() {
      if (open) connection.database.close();
      open = false;
    },
  };
}
