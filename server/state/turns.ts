import type { JobPriority, NewJob } from './job-store.js';

/**
 * Whose turn it is, by start-time fair queueing (Goyal, Vin, Cheng, 1996). Each line, which is a caller and a priority, gives its jobs numbers that
 * rise by what they take; a line that was empty begins at the number of the job that was begun last. The lowest number is next. So a caller with
 * twenty thousand jobs has high numbers, and another's single job is next.
 */
export interface Turn {
  /** The line of the job. */
  readonly line: string;
  /** By how much the number of the next job in this line is higher. */
  readonly step: number;
}

export const turnOf = ({ owner, priority, document }: Pick<NewJob, 'owner' | 'priority' | 'document'>): Turn => ({
  line: lineOf(owner, priority),
  step: stepOf(priority, document.size),
});

export const lineOf = (owner: string, priority: JobPriority): string => `${owner} ${priority}`;

export const stepOf = (priority: JobPriority, bytes: number): number => weights[priority] * (1 + Math.ceil(bytes / 1_048_576));

/** A document of low priority counts as four. */
const weights: Readonly<Record<JobPriority, number>> = { high: 1, normal: 1, low: 4 };
