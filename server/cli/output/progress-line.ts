import { basename } from 'node:path';
import type { Observation, Observer, Progress } from '../../../core/index.js';
import type { TerminalOutput } from './terminal.js';
import { lineWidth } from './terminal.js';
import { printable } from './text.js';

/** One line that shows the progress of a run. It is written to terminals only, so that logs do not hold it. */
export interface ProgressLine {
  /** Shows how many files are answered. */
  show(answered: number): void;
  /** Observes the reading of a file, to show how far it has come. */
  observer(file: string): Observer;
  /** Removes the line before other output is written. */
  clear(): void;
}

const erased = '\r\u001b[K';
/** The line is written at most so often. */
const everyMs = 100;

export function showProgress(output: TerminalOutput, files: number): ProgressLine {
  if (!output.isTTY) return { show: () => undefined, observer: () => observing(() => undefined), clear: () => undefined };
  let answered = 0;
  let shownAt = Number.NEGATIVE_INFINITY;
  const write = (more: string): void => {
    const line = `${answered} of ${files} ${files === 1 ? 'file' : 'files'} answered …${more}`;
    output.write(erased + line.slice(0, lineWidth(output) - 1));
  };
  return {
    show(count) {
      answered = count;
      write('');
    },
    observer: (file) =>
      observing((progress) => {
        const now = performance.now();
        if (now - shownAt < everyMs && progress.pages < progress.ofPages) return;
        shownAt = now;
        write(` ${printable(basename(file))} ${barOf(progress)}`);
      }),
    clear: () => output.write(erased),
  };
}

const observing = (tell: (progress: Progress) => void): Observation => ({
  begin: () => observing(tell),
  end: () => undefined,
  progress: tell,
});

const barWidth = 20;

/** `[█████░░░░░░░░░░░░░░░] 20 of 80 pages, 812 rows` */
function barOf({ pages, ofPages, rows }: Progress): string {
  const full = ofPages === 0 ? 0 : Math.round((barWidth * pages) / ofPages);
  return `[${'█'.repeat(full)}${'░'.repeat(barWidth - full)}] ${pages} of ${ofPages} pages, ${rows} rows`;
}
