import type { Observer } from '../../../core/index.js';
import { mapInOrder } from '../input/map-in-order.js';
import type { FileAnswer } from '../output/answer.js';
import { type AnswerTarget, openWriter } from '../output/answer-writer.js';
import { showProgress } from '../output/progress-line.js';
import type { Terminal } from '../output/terminal.js';
import { untilInterrupted } from './interruption.js';

export interface ExtractRun {
  readonly answer: (file: string, observer: Observer) => Promise<FileAnswer>;
  /** How many files at a time. */
  readonly jobs: number;
  readonly target: AnswerTarget;
}

export interface RunAnswers {
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
