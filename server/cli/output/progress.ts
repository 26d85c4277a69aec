import type { TerminalOutput } from './terminal.js';

/** One line that says how far a run is; on a terminal only, so that a log keeps nothing of it. */
export interface ProgressLine {
  /** So many files are answered. */
  show(answered: number): void;
  /** Makes room for other output. */
  clear(): void;
}

export function showProgress(output: TerminalOutput, files: number): ProgressLine {
  if (!output.isTTY) return { show: () => undefined, clear: () => undefined };
  return {
    show: (answered) => output.write(`\r\u001b[K${answered} of ${files} ${files === 1 ? 'file' : 'files'} answered …`),
    clear: () => output.write('\r\u001b[K'),
  };
}
