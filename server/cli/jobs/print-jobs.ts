import type { SurveyedJob } from '../../state/job-store.js';
import { columns } from '../output/text.js';

/** A line for each job. */
export const jobLines = (jobs: readonly SurveyedJob[]): readonly string[] =>
  columns(
    jobs.map((job) => [job.id, job.status, job.owner, `sent ${job.createdAt.toISOString()}`, runs(job), cost(job), job.batch ?? '']),
    0,
  );

/** Everything about one job, a line for each property. */
export const jobDetails = (job: SurveyedJob): readonly string[] =>
  columns(
    [
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
    ],
    0,
  );

const runs = ({ runs: count }: SurveyedJob): string => (count === 1 ? '1 run' : `${count} runs`);
const cost = ({ credits }: SurveyedJob): string => (credits === null ? '' : `${credits} credits`);
