import type { BatchCharge, BatchProgress, BatchRecord, BatchStore, NewBatch } from '../../batch-store.js';
import { type JobPriority, type JobStatus, jobPriorities, jobStatuses } from '../../job-store.js';
import { lineOf } from '../../turns.js';
import type { PostgresConnection, Query } from '../connection.js';
import type { JobPartsInTransaction } from '../jobs/ends.js';
import { type JobRow, recordOf } from '../jobs/rows.js';
import type { MessageQueue } from '../queues.js';
import { batchStatements, stagedMs } from './statements.js';

/** How much longer than a job its hold lives, as for jobs of their own. */
const holdSlackMs = 7_200_000;
/** Jobs in one statement, so that none takes long. */
const atOnce = 5_000;

interface BatchRow {
  readonly id: string;
  readonly owner: string;
  readonly note: Uint8Array;
  readonly created: Date;
  readonly ended: Date | null;
  readonly kept: Date | null;
  readonly jobs: number;
  readonly unfinished: number;
  readonly webhook: string | null;
}

interface CountRow {
  readonly status: JobStatus;
  readonly jobs: number;
  readonly credits: number | null;
}

interface BegunRow {
  readonly id: string;
  readonly queued_as: string;
  readonly turn: string;
}

interface CancelledJob {
  readonly hold: string | null;
  readonly queued_as: string;
}

/** Jobs that were sent together. */
export function postgresBatches(
  connection: PostgresConnection,
  queue: MessageQueue,
  { credits, answers, documents, batchEnds: ends }: Omit<JobPartsInTransaction, 'announceEnd'>,
): BatchStore & { sweep(): Promise<void> } {
  const { query, transaction } = connection;
  const run = batchStatements(connection);
  const find = async (ask: Query, owner: string, id: string): Promise<BatchProgress | undefined> => {
    const [row] = await ask<BatchRow>(run.find, [owner, id]);
    return row && progressOf(row, await ask<CountRow>(run.counts, [id]));
  };
  return {
    takeDocument: (batch, document) => transaction((within) => documents.take(within, document, { batch, keepMs: stagedMs })),
    async putJobs(batch, jobs) {
      const column = <T>(of: (job: (typeof jobs)[number]) => T): readonly T[] => jobs.map(of);
      const bytes = [column(({ request }) => request), column(({ note }) => note)];
      const names = [column(({ id }) => id), column(({ priority }) => priority), column(({ file }) => file)];
      await transaction((within) => within(run.putJobs, [batch, ...names, column(({ turn }) => turn), ...bytes]));
    },
    begin: (batch, charge, made) =>
      transaction(async (within) => {
        if (made && !(await answers.isOurs(within, made.claim))) return 'claim lost';
        if ((await within(run.fileless, [batch.id])).length > 0) return 'no file';
        const [counted] = await within<{ readonly jobs: number }>(run.stagedCount, [batch.id]);
        const jobs = counted?.jobs ?? 0;
        const day = charge && (await credits.reserveTotal(within, { client: charge.client, credits: jobs }, charge.limit));
        if (charge && day === undefined) return 'no credits';
        await begin(within, batch, charge && day !== undefined ? { ...charge, day } : undefined);
        await within(run.add, [batch.id, batch.owner, batch.note, jobs, batch.keepMs, batch.webhook]);
        await within(run.beginFiles, [batch.id]);
        if (made) await answers.keep(within, made);
        return 'queued';
      }),
    abandon: (batch) => transaction((within) => forgetStaged(within, batch)),
    find: (owner, id) => transaction((within) => find(within, owner, id)),
    async list(owner, { after, limit }) {
      const rows = (await query<BatchRow>(run.list, [owner, after ?? null, limit + 1])).map(batchOf);
      const batches = rows.slice(0, limit);
      const last = batches.at(-1);
      return { batches, ...(rows.length > limit && last && { next: last.id }) };
    },
    cancel: (owner, id) =>
      transaction(async (within) => {
        if ((await within(run.find, [owner, id])).length === 0) return undefined;
        let some: readonly CancelledJob[];
        do {
          some = await within<CancelledJob>(run.cancelQueued, [id, atOnce]);
          await queue.removeAll(
            within,
            some.map(({ queued_as }) => queued_as),
          );
          await credits.release(
            within,
            some.flatMap(({ hold }) => hold ?? []),
          );
          await ends.endMany(within, id, some.length);
        } while (some.length === atOnce);
        await within(run.cancelRunning, [id]);
        await within(run.forgetFiles);
        return find(within, owner, id);
      }),
    remove: (owner, id) =>
      transaction(async (within) => {
        const isRemoved = (await within(run.remove, [owner, id])).length === 1;
        if (isRemoved) await within(run.removeJobs, [id]);
        return isRemoved;
      }),
    async ended(owner, id, { after, limit, statuses }) {
      return (await transaction((within) => within<JobRow>(run.ended, [owner, id, after ?? '', statuses, limit]))).map(recordOf);
    },
    async sweep() {
      await transaction(async (within) => {
        for (const { batch } of await within<{ readonly batch: string }>(run.abandoned)) await forgetStaged(within, batch);
      });
      await transaction((within) => within(run.forgetFiles));
      await transaction(async (within) => {
        for (const { id } of await within<{ readonly id: string }>(run.over)) await within(run.removeJobs, [id]);
      });
    },
  };

  async function begin(within: Query, batch: NewBatch, charge: (BatchCharge & { readonly day: string }) | undefined): Promise<void> {
    const before = await turnsBefore(within, batch);
    const leaseMs = batch.expiresInMs + holdSlackMs;
    const terms = [batch.owner, charge !== undefined, batch.attempts, batch.expiresInMs, batch.keepMs];
    for (let after = '', done = false; !done; ) {
      const begun = await within<BegunRow>(run.begin, [batch.id, after, atOnce, JSON.stringify(before), ...terms]);
      const ids = begun.map(({ id }) => id).toSorted();
      if (charge) await credits.addHolds(within, { client: charge.client, day: charge.day, leaseMs }, ids);
      await queue.sendAll(
        within,
        begun.map(({ queued_as: id, turn }) => ({ id, turn: Number(turn) })),
      );
      after = ids.at(-1) ?? after;
      done = begun.length < atOnce;
    }
  }

  /** The number of turn before the batch's first job, by priority: its jobs come after what waits in the line already. */
  async function turnsBefore(within: Query, { id, owner }: NewBatch): Promise<Readonly<Partial<Record<JobPriority, number>>>> {
    const before: Partial<Record<JobPriority, number>> = {};
    const steps = await within<{ readonly priority: JobPriority; readonly turns: string }>(run.turns, [id]);
    for (const priority of jobPriorities) {
      const step = Number(steps.find((found) => found.priority === priority)?.turns ?? 0);
      if (step === 0) continue;
      const [line] = await within<{ readonly turn: string }>(run.line, [lineOf(owner, priority), step]);
      before[priority] = Number(line?.turn) - step;
    }
    return before;
  }

  async function forgetStaged(within: Query, batch: string): Promise<void> {
    await within(run.forgetStaged, [batch]);
    await within(run.forgetStagedFiles, [batch]);
  }
}

const batchOf = ({ created, ended, kept, ...row }: BatchRow): BatchRecord => ({
  ...row,
  createdAt: created,
  endedAt: ended,
  keptUntil: kept,
});

const progressOf = (row: BatchRow, counted: readonly CountRow[]): BatchProgress => {
  const of = (status: JobStatus): number => counted.find((found) => found.status === status)?.jobs ?? 0;
  return {
    ...batchOf(row),
    counts: Object.fromEntries(jobStatuses.map((status) => [status, of(status)])) as Record<JobStatus, number>,
    credits: counted.reduce((sum, { credits }) => sum + (credits ?? 0), 0),
  };
};
