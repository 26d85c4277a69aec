import { basename } from 'node:path';
import type { Observation, Observer, Progress } from '../../../core/index.js';
import type { FileAnswer } from '../../export/file-answers.js';
import { printable } from '../../report/html.js';
import { lineWidth, type Terminal, type TerminalOutput } from '../terminal.js';
import { type AnswerTarget, openWriter } from './answer-writer.js';

interface ExtractRun {
  readonly answer: (file: string, observer: Observer) => Promise<FileAnswer>;
  readonly jobs: number;
  readonly target: AnswerTarget;
}

interface RunAnswers {
  /** Those of an earlier run, too; each file once. */
  readonly answers: readonly FileAnswer[];
  /** True when a person has stopped the run before its end. */
  readonly interrupted: boolean;
}

/** Answers the files that an earlier run has not answered. When interrupted it begins with no further file, and ends what it has begun. */
export async function answerAll({ answer, jobs, target }: ExtractRun, terminal: Terminal): Promise<RunAnswers> {
  const { files, output } = target;
  const writer = openWriter(target, terminal);
  const requested = new Set(files);
  const answers = writer.earlier.filter(({ file }) => requested.has(file));
  const answered = new Set(answers.map(({ file }) => file));
  if (answers.length > 0)
    terminal.stderr.write(
      `${answers.length} of ${files.length} files are answered already in ${output}, with the schema and settings of that run; delete it to ask again.\n`,
    );
  const unanswered = files.filter((file) => !answered.has(file));
  const progress = showProgress(terminal.stderr, files.length);
  const interruption = untilInterrupted(() => {
    progress.clear();
    terminal.stderr.write('Stopping once what has begun is answered. Ctrl-C again stops at once.\n');
  });
  progress.show(answers.length);
  try {
    const items = { items: unanswered, jobs, signal: interruption.signal };
    for await (const result of mapInOrder(items, (file) => answer(file, progress.observer(file)))) {
      progress.clear();
      writer.write(result);
      answers.push(result);
      progress.show(answers.length);
    }
  } finally {
    interruption.over();
    progress.clear();
  }
  return { answers, interrupted: interruption.signal.aborted && answers.length < files.length };
}

interface Interruption {
  readonly signal: AbortSignal;
  /** From now on Ctrl-C ends the process again. */
  over(): void;
}

/** Takes the first Ctrl-C for a wish to stop soon, and tells it; the second ends the process. */
function untilInterrupted(tell: () => void): Interruption {
  const wish = new AbortController();
  const interrupt = (): void => {
    wish.abort();
    tell();
  };
  process.once('SIGINT', interrupt);
  return { signal: wish.signal, over: () => void process.off('SIGINT', interrupt) };
}

interface OrderedWork<T> {
  readonly items: readonly T[];
  readonly jobs: number;
  /** Once it fires, no further item is begun. */
  readonly signal: AbortSignal;
}

/** Applies a function to the items and yields the results in the order of the items. */
export async function* mapInOrder<T, R>({ items, jobs, signal }: OrderedWork<T>, work: (item: T) => Promise<R>): AsyncGenerator<R> {
  const running: Promise<R>[] = [];
  for (const item of items) {
    if (signal.aborted) break;
    const result = work(item);
    // A failure is thrown when its result is due. Until then it must not count as unhandled.
    result.catch(() => undefined);
    running.push(result);
    const first = running.length >= jobs ? running.shift() : undefined;
    if (first) yield await first;
  }
  for (const result of running) yield await result;
}

/** One line that shows the progress of a run. It is written to terminals only, so that logs do not hold it. */
interface ProgressLine {
  show(answered: number): void;
  observer(file: string): Observer;
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
