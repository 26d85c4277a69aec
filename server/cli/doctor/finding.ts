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

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
