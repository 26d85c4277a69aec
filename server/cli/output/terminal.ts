import type { Readable } from 'node:stream';

/** A stream that a command writes to. Only terminals get colours and a progress line. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** Everything that a command gets from its process. Data goes to `stdout`, messages go to `stderr`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** Sets the exit code of the process, which is 0 until then. */
  exit(code: number): void;
}

/** The length of a line in characters. Some terminals report 0 columns, and a stream that is no terminal reports none. */
export const lineWidth = (output: TerminalOutput): number => Math.max(60, output.columns || 120);

/** Whether an output takes colours. Source: no-color.org. */
export const takesColours = (output: TerminalOutput, env: Terminal['env']): boolean =>
  output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
