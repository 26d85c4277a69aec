import { availableParallelism, loadavg } from 'node:os';

/** The result of one check: a line for a person, and what to do if something is wrong. */
export interface DoctorFinding {
  readonly name: string;
  readonly verdict: 'ok' | 'warn' | 'fail';
  readonly says: string;
  readonly help?: string;
}

export const ok = (name: string, says: string): DoctorFinding => ({ name, verdict: 'ok', says });
export const warn = (name: string, says: string, help: string): DoctorFinding => ({ name, verdict: 'warn', says, help });
export const fail = (name: string, says: string, help: string): DoctorFinding => ({ name, verdict: 'fail', says, help });

/** What would help, unless this machine does so much else that a child may only have been too slow. */
export function unlessBusy(help: string, [load = 0] = loadavg(), cores = availableParallelism()): string {
  if (load <= 2 * cores) return help;
  return `This machine is busy (a load of ${load.toFixed(0)} on ${cores} cores), so that it may only have been too slow: try again when it is not. If it stays so: ${help}`;
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
