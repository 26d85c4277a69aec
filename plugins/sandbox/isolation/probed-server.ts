/** The process whose child tests its isolation: where it listens, its number, and a file of its program. */
export interface ProbedServer {
  readonly port: number;
  readonly path: string;
  readonly pid: number;
  readonly program: string;
}

/** What the child sends it. It is harmless: a process that does not listen for it ignores it. */
export const probeSignal = 'SIGWINCH';
