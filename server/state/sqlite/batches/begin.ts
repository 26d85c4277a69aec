import type { DatabaseSync } from 'node:sqlite';
import { waitForIdleLoop } from '../../../../core/index.js';
import type { BatchCharge, BatchStore, NewBatch } from '../../batch-store.js';
import { type JobPriority, jobPriorities } from '../../job-store.js';
import { lineOf } from '../../turns.js';
import type { JobPartsWithin } from '../jobs/ends.js';
import type { SqliteConnection } from '../migrate.js';

/** Rows in one transaction: some milliseconds, after which others have their turn. */
const atOnce = 500;
/** How much longer than a job its hold lives, as for jobs of their own. */
const holdSlackMs = 7_200_000;

export interface BatchBeginning {
  readonly begin: BatchStore['begin'];
  /** Queues the jobs of a batch that has begun and are not queued yet. */
  finish(batch: string): Promise<void>;
  /** Batches that have begun and whose process has died before all their jobs were queued, or is about to queue them. */
  unfinished(): readonly string[];
}

/** What the jobs of a batch that has begun are still to be given. Kept with it until they all are queued. */
interface BeginTerms {
  readonly owner: string;
  /** The number of turn before the first job of each priority. */
  readonly before: Readonly<Partial<Record<JobPriority, number>>>;
  readonly begins: number;
  readonly expires: number;
  readonly keepMs: number;
  readonly attempts: number;
  /** Null where its jobs hold no credits. */
  readonly hold: { readonly client: string; readonly day: string; readonly until: number } | null;
}

/** What was put down for a batch. */
interface Staged {
  readonly jobs: number;
  /** How many turns they are, by priority. */
  readonly turns: Readonly<Partial<Record<JobPriority, number>>>;
  readonly isComplete: boolean;
}

/**
 * Begins batches of up to 100,000 jobs without keeping the event loop for long: one small transaction decides, by which the batch is there with all its
 * credits held; its jobs are then queued some at a time. Should the process die meanwhile, the next sweep queues the rest.
 */
export function batchBeginning(
  { database, write }: SqliteConnection,
  { credits, answers }: Pick<JobPartsWithin, 'credits' | 'answers'>,
  inLine: <T>(work: () => T) => Promise<T>,
): BatchBeginning {
  const run = statements(database);
  return {
    async begin(batch, charge, made) {
      const staged = await survey(batch.id);
      const begun = await inLine(() =>
        write((time) => {
          if (made && !answers.isOurs(made.claim)) return 'claim lost';
          if (!staged.isComplete) return 'no file';
          const terms = termsOf(batch, { staged, charge, time });
          if (!terms) return 'no credits';
          const { id, owner, note, keepMs, webhook } = batch;
          const row = { $id: id, $owner: owner, $note: note, $jobs: staged.jobs, $now: time, $keep: keepMs, $webhook: webhook };
          run.add.run({ ...row, $beginning: JSON.stringify(terms) });
          if (made) answers.keep(made, time);
          return 'queued';
        }),
      );
      // The batch has begun, whatever happens now: what is missing the next sweep does.
      if (begun === 'queued') await finish(batch.id).catch(() => undefined);
      return begun;
    },
    finish,
    unfinished: () => run.unfinished.all().map(({ id }) => String(id)),
  };

  /** A job that was put down keeps its file, so that what is seen here still holds when the batch begins. */
  async function survey(batch: string): Promise<Staged> {
    const turns: Partial<Record<JobPriority, number>> = {};
    let [jobs, isComplete] = [0, true];
    for (let after = '', done = false; !done; ) {
      const rows = run.survey.all({ $batch: batch, $after: after, $most: atOnce });
      for (const { priority, turn, has_file: hasFile } of rows) {
        const name = String(priority) as JobPriority;
        turns[name] = Math.max(turns[name] ?? 0, Number(turn));
        isComplete &&= hasFile === 1;
      }
      jobs += rows.length;
      after = String(rows.at(-1)?.['id'] ?? '');
      done = rows.length < atOnce;
      await waitForIdleLoop();
    }
    return { jobs, turns, isComplete };
  }

  /** Puts the jobs into their lines and holds their credits; undefined where the day's limit does not allow that. */
  function termsOf(
    { owner, expiresInMs, keepMs, attempts }: NewBatch,
    { staged, charge, time }: { readonly staged: Staged; readonly charge: BatchCharge | undefined; readonly time: number },
  ): BeginTerms | undefined {
    const day = charge && credits.reserveTotal({ client: charge.client, credits: staged.jobs }, charge.limit, time);
    if (charge && day === undefined) return undefined;
    const before: Partial<Record<JobPriority, number>> = {};
    for (const priority of jobPriorities) {
      const step = staged.turns[priority];
      if (step !== undefined) before[priority] = Number(run.line.get({ $name: lineOf(owner, priority), $step: step })?.['turn']) - step;
    }
    const hold = charge && day !== undefined ? { client: charge.client, day, until: time + expiresInMs + holdSlackMs } : null;
    return { owner, before, begins: time, expires: time + expiresInMs, keepMs, attempts, hold };
  }

  async function finish(batch: string): Promise<void> {
    // Its documents first: each is then forgotten with the last job that needs it.
    while (await inLine(() => releaseSome(batch))) await waitForIdleLoop();
    for (let last: string | undefined = ''; last !== undefined; await waitForIdleLoop()) {
      const after: string = last;
      last = await inLine(() => queueSome(batch, after));
    }
  }

  /** False where there is nothing left to do. */
  function releaseSome(batch: string): boolean {
    return write((time) => run.releaseFiles.run({ $batch: batch, $now: time, $most: atOnce }).changes > 0);
  }

  /** Queues the next jobs after one. The last of them; undefined where there are none. */
  function queueSome(batch: string, after: string): string | undefined {
    return write(() => {
      const beginning = run.beginning.get({ $batch: batch })?.['beginning'];
      if (typeof beginning !== 'string') return undefined;
      const { owner, before, begins, expires, keepMs, attempts, hold }: BeginTerms = JSON.parse(beginning);
      const ids = run.staged.all({ $batch: batch, $after: after, $most: atOnce }).map(({ id }) => String(id));
      if (ids.length === 0) run.done.run({ $batch: batch });
      if (hold) credits.addHolds(hold, ids);
      const terms = { $owner: owner, $begins: begins, $expires: expires, $keep: keepMs, $attempts: attempts, $isCharged: hold ? 1 : 0 };
      for (const id of ids) run.queue.run({ ...terms, $id: id, $before: JSON.stringify(before) });
      return ids.at(-1);
    });
  }
}

const statements = (database: DatabaseSync) => ({
  survey: database.prepare(`
    SELECT id, priority, turn, EXISTS (SELECT 1 FROM file WHERE file.id = job.file) AS has_file
      FROM job WHERE batch = $batch AND id > $after AND status = 'staged' ORDER BY id LIMIT $most`),
  line: database.prepare(`
    INSERT INTO job_line SELECT $name, begun + $step FROM job_turn WHERE true
    ON CONFLICT(name) DO UPDATE SET turn = max(turn, (SELECT begun FROM job_turn)) + $step
    RETURNING turn`),
  add: database.prepare('INSERT INTO batch VALUES ($id, $owner, $note, $jobs, $jobs, $now, NULL, $keep, NULL, $webhook, $beginning)'),
  unfinished: database.prepare('SELECT id FROM batch WHERE beginning IS NOT NULL'),
  beginning: database.prepare('SELECT beginning FROM batch WHERE id = $batch'),
  done: database.prepare('UPDATE batch SET beginning = NULL WHERE id = $batch'),
  releaseFiles: database.prepare(`
    UPDATE file SET expires = $now WHERE id IN (SELECT id FROM file WHERE batch = $batch AND expires > $now LIMIT $most)
       AND EXISTS (SELECT 1 FROM batch WHERE id = $batch AND beginning IS NOT NULL)`),
  staged: database.prepare("SELECT id FROM job WHERE batch = $batch AND id > $after AND status = 'staged' ORDER BY id LIMIT $most"),
  queue: database.prepare(`
    UPDATE job SET status = 'queued', owner = $owner, turn = turn + json_extract($before, '$.' || priority), hold = iif($isCharged, id, NULL),
           attempts = $attempts, created = $begins, begins = $begins, expires = $expires, keep = $keep
     WHERE id = $id`),
});
