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

/** One line that shows the progress of a run. It is written to terminals only, so that logs do not hold it. */
export interface ProgressLine {
  /** Shows how many files are answered. */
  show(answered: number): void;
  /** Removes the line before other output is written. */
  clear(): void;
}

export function showProgress(output: TerminalOutput, files: number): ProgressLine {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (answered) => output.write(`\r\u001b[K${answered} of ${files} ${files === 1 ? 'file' : 'files'} answered …`),
    clear: () => output.write('\r\u001b[K'),
  };
}
