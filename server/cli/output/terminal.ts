import type { Readable } from 'node:stream';

/** A stream that a command writes to. Only a terminal gets colours and lines that are written over. */
export interface TerminalOutput {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

/** All that a command gets from its process. Data goes to `stdout`, everything said about it to `stderr`. */
export interface Terminal {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly stdin: Readable;
  readonly stdout: TerminalOutput;
  readonly stderr: TerminalOutput;
  /** The code with which the process will end; 0 until somebody says otherwise. */
  exit(code: number): void;
}

/** Characters a line; a terminal that does not know says 0, and what is no terminal says nothing. */
export const lineWidth = (output: TerminalOutput): number => Math.max(60, output.columns || 120);

/** Whether an output takes colours. Source: no-color.org. */
export const takesColours = (output: TerminalOutput, env: Terminal['env']): boolean =>
  output.isTTY === true && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
