import { basename } from 'node:path';
import { InputError, type Observation, type Observer, type Progress } from '../../../core/index.js';
import { type FileAnswer, failureOf } from '../../export/file-answers.js';
import { printable } from '../../report/html.js';
import { lineWidth, type Terminal, type TerminalOutput } from '../terminal.js';
import { type AnswerTarget, openWriter } from './answer-writer.js';
import type { FileAnswers } from './readers.js';

interface ExtractRun {
  readonly reader: FileAnswers;
  readonly jobs: number;
  readonly target: AnswerTarget;
}

interface RunAnswers {
  /** Those of an earlier run, too; each file once. */
  readonly answers: readonly FileAnswer[];
  /** True when a person has stopped the run before its end. */
  readonly interrupted: boolean;
}

/**
 * Answers the files that an earlier run has not answered as they are now. When interrupted it begins with no further file, and ends what it has
 * begun.
 */
export async function answerAll({ reader, jobs, target }: ExtractRun, terminal: Terminal): Promise<RunAnswers> {
  const { files } = target;
  const writer = openWriter(target, terminal);
  const answers = await stillValid(writer.earlier, { reader, target }, terminal);
  const answered = new Set(answers.map(({ file }) => file));
  const unanswered = files.filter((file) => !answered.has(file));
  const progress = showProgress(terminal.stderr, files.length);
  const interruption = untilInterrupted(() => {
    progress.clear();
    terminal.stderr.write('Stopping once what has begun is answered. Ctrl-C again stops at once.\n');
  });
  progress.show(answers.length);
  try {
    const items = { items: unanswered, jobs, signal: interruption.signal };
    for await (const result of mapInOrder(items, (file) => reader.answer(file, progress.observer(file)))) {
      progress.clear();
      writer.write(result);
      answers.push(result);
      progress.show(answers.length);
    }
  } finally {
    interruption.over();
    progress.clear();
    writer.close();
  }
  return { answers, interrupted: interruption.signal.aborted && answers.length < files.length };
}

/** The earlier answers to these files that would be asked for in the same way now. It is said how many there are, and how many are not. */
async function stillValid(
  earlier: readonly FileAnswer[],
  { reader, target: { files, output } }: Pick<ExtractRun, 'reader' | 'target'>,
  { stderr }: Terminal,
): Promise<FileAnswer[]> {
  const requested = new Set(files);
  const valid: FileAnswer[] = [];
  const counts: Record<AnswerStanding, number> = { same: 0, differs: 0, unknown: 0, unreadable: 0 };
  for (const answer of earlier) {
    if (!requested.has(answer.file) || failureOf(answer) !== undefined) continue;
    const standing = await standingOf(answer, reader);
    counts[standing] += 1;
    if (standing === 'same') valid.push(answer);
  }
  const say = (count: number, how: string): void => {
    if (count > 0) stderr.write(`${count} of ${files.length} files are answered ${how}.\n`);
  };
  say(counts.same, `already in ${output}: the same documents, schema and settings; delete it to ask again`);
  say(counts.differs, `anew: the document, its values, the schema, the settings or the version of Vouch differ from those in ${output}`);
  say(counts.unknown, `anew: nothing says whether those in ${output} are the same documents, schema and settings`);
  return valid;
}

/** How a file and what is asked of it now compare with an earlier answer. */
type AnswerStanding = 'same' | 'differs' | 'unknown' | 'unreadable';

async function standingOf(answer: FileAnswer, reader: FileAnswers): Promise<AnswerStanding> {
  // The standard input can be read once.
  if (answer.kind === 'refused' || answer.digest === undefined || answer.file === '-') return 'unknown';
  try {
    return (await reader.digest(answer.file)) === answer.digest ? 'same' : 'differs';
  } catch (error) {
    if (error instanceof InputError) return 'unreadable';
    throw error;
  }
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
