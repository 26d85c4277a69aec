import type { Command } from 'commander';
import { ConfigError, InputError } from '../../../core/index.js';
import { attempts } from '../../jobs/end-run.js';
import { type JobStatus, type JobStore, jobStatuses, type SurveyedJob, type SurveyFilter } from '../../state/job-store.js';
import { oneOf, wholeNumber } from '../options.js';
import { type StoreFlags, withStore, withStoreFlags } from '../store.js';
import { columns, print, type Terminal } from '../terminal.js';

/**
 * `vouch jobs`, on the store: it is for who runs the service, who sees the jobs of all callers, also where no server answers. A caller asks the server
 * for its own, which opens what is sealed for it.
 */
export function addJobs(program: Command, terminal: Terminal): void {
  const jobs = program.command('jobs').description('Look after jobs: how those of all callers are, never what they say.');
  const list = jobs
    .command('list')
    .description('List jobs, newest first.')
    .option('--status <name>', `only those that are ${jobStatuses.join(', ')}`, oneOf(jobStatuses))
    .option('--owner <owner>', 'only those of this caller, as the list shows it: key:4f0c2a9d81be')
    .option('--batch <id>', 'only those of this batch')
    .option('--limit <number>', 'how many', wholeNumber, 20)
    .option('--json', 'print JSON');
  const show = ofOneJob(jobs.command('show').description('Show all about one job but its document and result.')).option(
    '--json',
    'print JSON',
  );
  const retry = ofOneJob(jobs.command('retry').description('Queue a failed job again, at no cost, where its document is still there.'));
  const cancel = ofOneJob(jobs.command('cancel').description('End a job that waits, or tell the run of one that runs to stop.'));
  withStoreFlags(list).action((flags: ListFlags) => printJobs(flags, terminal));
  withStoreFlags(show).action((id: string, flags: ShowFlags) => printJob(id, flags, terminal));
  withStoreFlags(retry).action((id: string, flags: StoreFlags) => retryJob(id, flags, terminal));
  withStoreFlags(cancel).action((id: string, flags: StoreFlags) => cancelJob(id, flags, terminal));
}

type ShowFlags = StoreFlags & { readonly json?: true };
type ListFlags = ShowFlags & Omit<SurveyFilter, 'id'>;

const ofOneJob = (command: Command): Command => command.argument('<id>', 'as jobs list shows it');

async function printJobs({ json, status, owner, batch, limit, ...flags }: ListFlags, terminal: Terminal): Promise<void> {
  const found = await withJobs(flags, terminal, (jobs) => jobs.survey({ status, owner, batch, limit: Math.max(1, limit) }));
  print(terminal, json, found, () => jobLines(found));
  if (found.length === 0) terminal.stderr.write('There are no such jobs.\n');
}

async function printJob(id: string, { json, ...flags }: ShowFlags, terminal: Terminal): Promise<void> {
  const job = await withJobs(flags, terminal, (jobs) => found(jobs, id));
  print(terminal, json, job, () => jobDetails(job));
}

async function retryJob(id: string, flags: StoreFlags, terminal: Terminal): Promise<void> {
  const outcome = await withJobs(flags, terminal, (jobs) => jobs.retry(id, { attempts, expiresInMs: retriedMs }));
  if (outcome !== 'queued') throw refusals[outcome]();
  terminal.stderr.write(`The job ${id} is queued again.\n`);
}

const retriedMs = 7 * 86_400_000;

const unknownJob = (): InputError =>
  new InputError('The store has no job with this id. vouch jobs list shows the ids; what was kept long enough is gone.');

const refusals = {
  unknown: unknownJob,
  'not failed': () => new InputError('Only a job that has failed can be run again; vouch jobs show says how this one is.'),
  'no document': () =>
    new InputError(
      'Its document is gone: what comes with a job or a batch is deleted when the job ends. Documents sent by /v1/files are kept longer; the caller has to send this one again.',
    ),
} as const;

async function cancelJob(id: string, flags: StoreFlags, terminal: Terminal): Promise<void> {
  const status = await withJobs(flags, terminal, async (jobs): Promise<JobStatus> => {
    const { owner } = await found(jobs, id);
    return (await jobs.cancel(owner, id))?.status ?? 'cancelled';
  });
  terminal.stderr.write(status === 'running' ? `The run of the job ${id} is told to stop.\n` : `The job ${id} is ${status}.\n`);
}

async function found(jobs: JobStore, id: string): Promise<SurveyedJob> {
  const [job] = await jobs.survey({ id, limit: 1 });
  if (!job) throw unknownJob();
  return job;
}

const withJobs = <T>(flags: StoreFlags, terminal: Terminal, work: (jobs: JobStore) => Promise<T>): Promise<T> =>
  withStore(flags, terminal, async ({ jobs }) => {
    if (!jobs) throw new ConfigError('This store keeps no jobs');
    return work(jobs);
  });

const jobLines = (jobs: readonly SurveyedJob[]): readonly string[] =>
  columns(jobs.map((job) => [job.id, job.status, job.owner, `sent ${job.createdAt.toISOString()}`, runs(job), cost(job), job.batch ?? '']));

const jobDetails = (job: SurveyedJob): readonly string[] =>
  columns([
    ['id', job.id],
    ['status', job.status],
    ['owner', job.owner],
    ['batch', job.batch ?? 'none'],
    ['priority', job.priority],
    ['sent', job.createdAt.toISOString()],
    ['begun', job.startedAt?.toISOString() ?? 'not yet'],
    ['ended', job.endedAt?.toISOString() ?? 'not yet'],
    ['runs', String(job.runs)],
    ['credits', job.credits === null ? 'not known yet' : String(job.credits)],
    job.endedAt ? ['kept until', job.keptUntil?.toISOString() ?? 'as long as its batch'] : ['expires', job.expiresAt.toISOString()],
    ['document', job.hasDocument ? 'still there' : 'deleted'],
  ]);

const runs = ({ runs: count }: SurveyedJob): string => (count === 1 ? '1 run' : `${count} runs`);
const cost = ({ credits }: SurveyedJob): string => (credits === null ? '' : `${credits} credits`);
